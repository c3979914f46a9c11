import { adaptedToneTable, adaptTone } from './adapt-tone.ts';
import { crispDrawing } from './crisp-drawing.ts';
import { mapped, type PanelTone } from './panel-tone.ts';
import { isDrawn } from './picture-kind.ts';
import type { PlacedPicture } from './placed-picture.ts';
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

function prepare({ luminance, width, height, kind }: PlacedPicture): PageCodes {
  if (kind === null && !isDrawn(luminance, width)) {
    const adapted = adaptTone(luminance, width, height);
    return { crisp: adapted, smooth: adapted };
  }
  const smooth = kind === 'scan' ? whitenPaper(luminance, width, height) : luminance;
  return { crisp: crispDrawing(smooth, width, height), smooth };
}

/** Sets the picture's pixels that are still to be seen: what was drawn over it has another luminance. */
function place(
  codes: Uint8Array,
  luminance: Uint8Array,
  pageWidth: number,
  picture: PlacedPicture,
  adapted: Uint8Array,
): void {
  for (let y = 0, i = 0; y < picture.height; y++) {
    let at = (picture.y + y) * pageWidth + picture.x;
    for (let x = 0; x < picture.width; x++, i++, at++) {
      const code = luminance[at]!;
      // What lies over a picture on a panel's page is black or white, so those two never count as the picture's.
      if (code === picture.luminance[i] && code !== 0 && code !== 255) codes[at] = adapted[i]!;
    }
  }
}
