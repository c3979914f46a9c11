import { adaptedToneTable, adaptTone } from './adapt-tone.ts';
import { crispDrawing } from './crisp-drawing.ts';
import { mapped, type PanelTone } from './panel-tone.ts';
import { isDrawn } from './picture-kind.ts';
import type { PlacedPicture } from './placed-picture.ts';
import type { Frame } from './scene.ts';
import { luminancePlane, tonedLuminance, toneTable } from './tone.ts';
import { whitenPaper } from './whiten-paper.ts';

/** Codes of a page's ground, to be dithered: `crisp` to few levels, `smooth` to many. The same plane where nothing differs. */
export interface PageCodes {
  crisp: Uint8Array;
  smooth: Uint8Array;
}

/** Toned luminance of a page's ground (RGBA), each picture on it prepared by itself. */
export function pageCodes(
  ground: Uint8Array,
  pageWidth: number,
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
  const crisp = mapped(luminance, plain);
  let smooth = crisp;
  for (const picture of pictures) {
    const prepared = prepare(picture);
    if (prepared.smooth !== prepared.crisp && smooth === crisp) smooth = crisp.slice();
    if (smooth !== crisp) place(smooth, luminance, pageWidth, picture, mapped(prepared.smooth, table));
    place(crisp, luminance, pageWidth, picture, mapped(prepared.crisp, table));
  }
  return { crisp, smooth };
}

function prepare({ luminance, width, height, kind, colours }: PlacedPicture): PageCodes {
  if (kind === null && !isDrawn(luminance, width)) {
    const adapted = adaptTone(luminance, width, height);
    return { crisp: adapted, smooth: adapted };
  }
  const smooth = kind === 'scan' ? whitenPaper(luminance, width, height) : luminance;
  return { crisp: crispDrawing(smooth, width, height, colours), smooth };
}

/** Sets the picture's pixels that are still to be seen: what was drawn over it has another luminance. */
function place(
  codes: Uint8Array,
  luminance: Uint8Array,
  pageWidth: number,
  picture: PlacedPicture,
  adapted: Uint8Array,
): void {
  const { over, kind } = picture;
  // What lies over a picture on a panel's page is black or white.
  const mayLieOver = (code: number, x: number, y: number) =>
    (code === 0 || code === 255) &&
    (kind !== 'drawing' || over.some((frame) => isWithin(frame, picture.x + x, picture.y + y)));
  for (let y = 0, i = 0; y < picture.height; y++) {
    let at = (picture.y + y) * pageWidth + picture.x;
    for (let x = 0; x < picture.width; x++, i++, at++) {
      const code = luminance[at]!;
      if (code === picture.luminance[i] && !mayLieOver(code, x, y)) codes[at] = adapted[i]!;
    }
  }
}

const isWithin = ({ x, y, width, height }: Frame, column: number, row: number) =>
  column >= x && column < x + width && row >= y && row < y + height;
