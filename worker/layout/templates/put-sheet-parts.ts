import { graphicLook } from './graphic-look.ts';
import type { Box, Page } from './page.ts';
import type { PictureParameter } from './template.ts';

/** Pixels of type from which a page is made smaller to show more of it, and the least in which all of it is shown so. */
const EASY_TYPE = 16;
const MIN_TYPE = 12;
/** A cover, which is seen whole, is a high page of few words in few places; its type, in thousandths of its height, is large. */
const MAX_COVER_WORDS = 30;
const MAX_COVER_PLACES = 6;
const MIN_COVER_TYPE = 20;
/** The least type of a cover. */
const MIN_SHOWN_COVER_TYPE = 9;
const MAX_COLUMNS = 3;
/** Space between two columns, of the frame's height. */
const GUTTER_SHARE = 0.03;

interface Parts {
  /** In thousandths of the picture's height: where each column begins, and the end of the last. */
  edges: number[];
  scale: number;
}

/**
 * Shows a page from its top, in as many columns as keep its type legible, cut between its lines. Returns the number of words
 * below the shown part.
 */
export function putSheetParts(page: Page, id: string, image: PictureParameter, frame: Box): number {
  const { cuts = [] } = image;
  const { edges, scale } = bestParts(image, frame);
  const gutter = gutterOf(frame);
  const count = edges.length - 1;
  const width = Math.floor(image.width * scale);
  let x = frame.x + Math.max(0, (frame.width - count * width - (count - 1) * gutter) >> 1);
  // A page that is seen whole stands in the middle; what goes on begins at the top.
  const isWhole = count === 1 && edges[1] === 1000;
  const spare = Math.max(0, frame.height - Math.floor(scale * image.height));
  const y = frame.y + (isWhole ? spare >> 1 : 0);
  for (let column = 0; column < count; column++) {
    const [top = 0, bottom = 1000] = edges.slice(column, column + 2);
    const part = { x: 0, y: top, width: 1000, height: bottom - top };
    const size = {
      width: Math.min(width, frame.width),
      height: Math.max(1, Math.floor((scale * image.height * part.height) / 1000)),
    };
    const look = { ...graphicLook(image, size), part };
    page.image(column === 0 ? id : `${id}-${column}`, image.fileId, { x, y, ...size }, 'contain', look);
    if (column > 0) {
      const rule = { ...frame, x: x - Math.ceil(gutter / 2), width: page.theme.hairline };
      page.rule(`${id}-rule-${column}`, rule);
    }
    x += width + gutter;
  }
  const end = edges.at(-1) ?? 1000;
  return cuts.filter(({ at }) => at > end).reduce((sum, { words }) => sum + words, 0);
}

const gutterOf = ({ height }: Box) => Math.round(GUTTER_SHARE * height);

/** The largest at which all of it is seen, else the one that shows most. */
function bestParts(image: PictureParameter, frame: Box): Parts {
  const type = ((image.line ?? 1000) * image.height) / 1000;
  const whole = Math.min(frame.width / image.width, frame.height / image.height);
  if (whole * type >= (isCover(image) ? MIN_SHOWN_COVER_TYPE : MIN_TYPE))
    return { edges: [0, 1000], scale: whole };
  let best: Parts | null = null;
  for (let columns = 1; columns <= MAX_COLUMNS; columns++) {
    const across = (frame.width - (columns - 1) * gutterOf(frame)) / (columns * image.width);
    if (best && across * type < MIN_TYPE) break;
    const scale = Math.min(across, Math.max(EASY_TYPE / type, frame.height / image.height));
    const edges = edgesOf(image, frame, columns, scale);
    best = { edges, scale };
    if (edges.at(-1) === 1000) break;
  }
  return best as Parts;
}

/** Not a scan, in which there may be more than could be read. */
function isCover({ kind, width, height, line = 0, cuts = [] }: PictureParameter): boolean {
  const places = cuts.filter(({ words }) => words > 0);
  const words = places.reduce((sum, cut) => sum + cut.words, 0);
  const isSparse = words > 0 && words <= MAX_COVER_WORDS && places.length <= MAX_COVER_PLACES;
  return kind !== 'scan' && height > width && line >= MIN_COVER_TYPE && isSparse;
}

/** The last place in each column at which a page of some scale can be parted. */
function edgesOf(
  { cuts = [], height }: PictureParameter,
  frame: Box,
  columns: number,
  scale: number,
): number[] {
  const room = (1000 * frame.height) / (scale * height);
  const edges = [0];
  for (let column = 0; column < columns; column++) {
    const start = edges.at(-1) ?? 0;
    if (start >= 1000) break;
    const end = start + room;
    const cut = end >= 1000 ? 1000 : cuts.findLast(({ at }) => at > start && at <= end)?.at;
    edges.push(cut ?? Math.min(1000, Math.floor(end)));
  }
  return edges;
}
