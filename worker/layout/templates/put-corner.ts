import { boxBelow, fitsHeader, putHeader } from './furniture.ts';
import type { Box, Page } from './page.ts';
import { fillOrShow } from './put-picture.ts';
import { readOnRoom } from './put-read-on.ts';
import type { PictureParameter } from './template.ts';

/** On pages lower than this many sides of the code, the words need all the room. */
const MIN_HEIGHT_IN_SIDES = 3;
/** Ratio of the picture's width to its height. */
const PICTURE_RATIO = 1.5;

interface Corner {
  /** The room beside it, for a title. */
  beside: Box;
  /** Below it, the whole width is free. */
  bottom: number;
}

/** Puts a picture and a code in the corner opposite the title, if the title leaves room for them. */
export function putCorner(
  page: Page,
  box: Box,
  title: string,
  { image, url }: { image?: PictureParameter | undefined; url?: string | undefined },
): Corner {
  const { gap } = page.theme;
  const side = readOnRoom(page);
  const none = { beside: box, bottom: box.y };
  if (box.height < MIN_HEIGHT_IN_SIDES * side) return none;
  const widths = [
    { picture: image ? Math.round(PICTURE_RATIO * side) : 0, code: url ? side : 0 },
    { picture: 0, code: url ? side : 0 },
  ];
  for (const { picture, code } of widths) {
    const own = picture + code + (picture > 0 && code > 0 ? gap : 0);
    const beside = { ...box, width: box.width - own - 2 * gap };
    if (own === 0 || beside.width < box.width / 2 || !fitsHeader(page, beside, title)) continue;
    const drawn = code > 0 ? page.code(url as string, { ...box, height: side }, 'end') : 0;
    if (image && picture > 0) {
      const x = box.x + box.width - own;
      fillOrShow(page, 'image', image, { x, y: box.y, width: picture, height: side });
    } else if (drawn === 0) return none;
    return { beside, bottom: box.y + side + gap };
  }
  return none;
}

/** A header as `putHeader` puts it, with the code of an address in the corner. Returns the room below both. */
export function putHeaderAndCode(
  page: Page,
  box: Box,
  title: string,
  url: string | undefined,
  note = '',
): Box {
  const { beside, bottom } = putCorner(page, box, title, { url });
  return boxBelow(box, Math.max(putHeader(page, beside, title, note).y, bottom));
}
