import type { PictureArea } from '../../imaging/scene.ts';
import { graphicLook } from './graphic-look.ts';
import type { Box, Page } from './page.ts';
import type { PictureParameter } from './template.ts';

export interface PictureColumns {
  /** The beginning of each column and the end of the last, in thousandths of the picture's height. */
  edges: number[];
  scale: number;
}

export const MAX_COLUMNS = 3;
/** Space between two columns as a share of the frame's height. */
const GUTTER_SHARE = 0.03;

/** Thousandths of a picture that stay empty above and below a cut. */
const MAX_EMPTY = 30;

export const gutterOf = ({ height }: Box) => Math.round(GUTTER_SHARE * height);

/** Puts parts of a picture side by side in the middle of a frame, with rules between them. */
export function putPictureColumns(
  page: Page,
  id: string,
  image: PictureParameter,
  frame: Box,
  { edges, scale }: PictureColumns,
): void {
  const count = edges.length - 1;
  const gutter = gutterOf(frame);
  const width = Math.floor(image.width * scale);
  let x = frame.x + Math.max(0, (frame.width - count * width - (count - 1) * gutter) >> 1);
  for (let column = 0; column < count; column++) {
    const [top = 0, bottom = 1000] = edges.slice(column, column + 2);
    const [from, to] = [
      column > 0 ? endOfGap(image, top) : top,
      column < count - 1 ? startOfGap(image, bottom) : bottom,
    ];
    const part = rowsOf(image, from, to);
    const size = { width, height: Math.max(1, Math.floor((scale * image.height * (to - from)) / 1000)) };
    const look = { ...graphicLook(image, size), part };
    page.image(
      column === 0 ? id : `${id}-${column}`,
      image.fileId,
      { x, y: frame.y, ...size },
      'contain',
      look,
    );
    if (column > 0) {
      const rule = { ...frame, x: x - Math.ceil(gutter / 2), width: page.theme.hairline };
      page.rule(`${id}-rule-${column}`, rule);
    }
    x += width + gutter;
  }
}

/** The places above and below a cut at which a column may end and begin: an empty gap is shown only in part. */
const startOfGap = ({ cuts = [] }: PictureParameter, at: number) =>
  Math.min(at, (cuts.find((cut) => cut.at === at)?.from ?? at) + MAX_EMPTY);
const endOfGap = ({ cuts = [] }: PictureParameter, at: number) =>
  Math.max(at, (cuts.find((cut) => cut.at === at)?.to ?? at) - MAX_EMPTY);

/** The rows between two places of what is shown of a picture. */
function rowsOf({ part }: PictureParameter, top: number, bottom: number): PictureArea {
  const { x, y, width, height } = part ?? { x: 0, y: 0, width: 1000, height: 1000 };
  const [from, to] = [top, bottom].map((at) => y + Math.round((at * height) / 1000)) as [number, number];
  return { x, y: from, width, height: to - from };
}
