import { adaptedToneTable, adaptTone } from './adapt-tone.ts';
import { crispDrawing } from './crisp-drawing.ts';
import { type DrawingTones, type DrawnPart, drawingTones } from './drawing-tones.ts';
import { flattenGround } from './flatten-ground.ts';
import { applyTable, type PanelTone } from './panel-tone.ts';
import { isDrawn } from './picture-kind.ts';
import type { PlacedPicture } from './placed-picture.ts';
import type { Scene } from './scene.ts';
import { luminancePlane, tonedLuminance, toneTable } from './tone.ts';
import { colouredInk, whitenPaper } from './whiten-paper.ts';

/** The codes of a page's ground for dithering: `crisp` for few levels, `smooth` for many. The same plane if they do not differ. */
export interface PageCodes {
  crisp: Uint8Array;
  smooth: Uint8Array;
}

/** The toned luminance of a scene's ground (RGBA). Each picture on it is prepared separately. */
export function pageCodes(
  ground: Uint8Array,
  scene: Scene,
  pictures: PlacedPicture[] | undefined,
  { toneExponent }: Pick<PanelTone, 'toneExponent'>,
): PageCodes {
  const plain = toneTable(toneExponent);
  if (!pictures?.length) {
    const codes = tonedLuminance(ground, 4, plain);
    return { crisp: codes, smooth: codes };
  }
  const luminance = luminancePlane(ground, 4);
  const table = adaptedToneTable(toneExponent);
  const crisp = applyTable(luminance, plain);
  const drawn = pictures.filter(isDrawing);
  const topmost = drawn.length > 0 ? topmostElements(scene) : null;
  const page = { luminance, width: scene.viewport.width };
  let smooth = crisp;
  const drawings = new Map<PlacedPicture, PreparedPart>();
  for (const parts of Map.groupBy(drawn, ({ fileId }) => fileId).values()) {
    const flat = flattenGround(parts) ?? parts;
    const tones = drawingTones(flat);
    for (const [at, picture] of parts.entries()) drawings.set(picture, { part: flat[at]!, tones });
  }
  for (const picture of pictures) {
    const own = drawings.get(picture);
    const prepared = preparePicture(picture, own);
    // Elements over a picture are black or white on the page of a panel. In a drawing with a dark ground, so is its own type.
    const over = own ? topmost : null;
    if (prepared.smooth !== prepared.crisp && smooth === crisp) smooth = crisp.slice();
    if (smooth !== crisp) placeCodes(smooth, page, picture, applyTable(prepared.smooth, table), over);
    placeCodes(crisp, page, picture, applyTable(prepared.crisp, table), over);
  }
  return { crisp, smooth };
}

const isDrawing = ({ kind, luminance, width }: PlacedPicture) =>
  kind === 'drawing' || (kind === null && isDrawn(luminance, width));

/** A part of a drawing with its ground flattened, and the tones of the whole drawing. */
interface PreparedPart {
  part: DrawnPart;
  tones: DrawingTones;
}

/** @param drawing the same for a picture that is a drawing or a part of one */
function preparePicture(picture: PlacedPicture, drawing: PreparedPart | undefined): PageCodes {
  const { luminance, width, height, kind, colours } = picture;
  if (kind === 'scan') {
    const smooth = whitenPaper(colours ? colouredInk(luminance, colours) : luminance, width, height);
    const sheet = { luminance: smooth, width, height };
    return { crisp: crispDrawing(sheet, drawingTones([sheet])), smooth };
  }
  if (drawing) return { crisp: crispDrawing(drawing.part, drawing.tones), smooth: luminance };
  const adapted = adaptTone(luminance, width, height);
  return { crisp: adapted, smooth: adapted };
}

interface Page {
  luminance: Uint8Array;
  width: number;
}

/**
 * For each pixel the number of the last element whose frame contains it. Text does not count, because it is on the ink layer and
 * leaves the ground unchanged. Each frame is painted once, however many pictures lie below it.
 */
function topmostElements({ viewport: { width, height }, elements }: Scene): Uint16Array {
  const topmost = new Uint16Array(width * height);
  for (const [number, { type, frame }] of elements.entries()) {
    if (type === 'text') continue;
    const [left, top] = [Math.max(0, frame.x), Math.max(0, frame.y)];
    const right = Math.min(width, frame.x + frame.width);
    const bottom = Math.min(height, frame.y + frame.height);
    if (left >= right) continue;
    for (let y = top; y < bottom; y++) topmost.fill(number, y * width + left, y * width + right);
  }
  return topmost;
}

/**
 * Sets the picture's pixels that are still visible: pixels drawn over it have another luminance. `topmost` has the number of
 * the last element for each pixel; without it, a black or white pixel may always be of another element.
 */
function placeCodes(
  codes: Uint8Array,
  page: Page,
  picture: PlacedPicture,
  adapted: Uint8Array,
  topmost: Uint16Array | null,
): void {
  for (let y = 0, i = 0; y < picture.height; y++) {
    let at = (picture.y + y) * page.width + picture.x;
    for (let x = 0; x < picture.width; x++, i++, at++) {
      const code = page.luminance[at]!;
      if (code !== picture.luminance[i]) continue;
      const mayLieOver = (code === 0 || code === 255) && (topmost === null || topmost[at]! > picture.element);
      if (!mayLieOver) codes[at] = adapted[i]!;
    }
  }
}
