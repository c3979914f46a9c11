import type { Box, Page } from './page.ts';
import { gutterOf, MAX_COLUMNS, type PictureColumns, putPictureColumns } from './put-picture-columns.ts';
import type { PictureParameter } from './template.ts';

/** Pixels of type: a page with larger type is reduced to show more of it, but not below the minimum. */
const EASY_TYPE = 16;
const MIN_TYPE = 12;
/** Least pixels of type at which all of a page is more useful than a part of it in larger type, as all days of a week, and the share of its words that the part would leave out. */
const MIN_WHOLE_TYPE = 9.5;
const MIN_LEFT_SHARE = 0.25;
/** A cover is shown whole: a high page with few words in few places, in large type (thousandths of its height). */
const MAX_COVER_WORDS = 30;
const MAX_COVER_PLACES = 6;
const MIN_COVER_TYPE = 20;
/** Least pixels of type of a cover. */
const MIN_SHOWN_COVER_TYPE = 9;

/**
 * Shows a page from its top, in as many columns as keep its type legible, cut between its lines. Returns the number of words
 * below the shown part, and whether there is such a part: the words of a scan that was not read in time are unknown.
 */
export function putSheetParts(
  page: Page,
  id: string,
  image: PictureParameter,
  frame: Box,
): { words: number; continues: boolean } {
  const { edges, scale } = bestParts(image, frame);
  // A page that is shown whole stands in the middle; a longer one begins at the top.
  const isWhole = edges.length === 2 && edges[1] === 1000;
  const spare = Math.max(0, frame.height - Math.floor(scale * image.height));
  putPictureColumns(page, id, image, { ...frame, y: frame.y + (isWhole ? spare >> 1 : 0) }, { edges, scale });
  const end = edges.at(-1) ?? 1000;
  return { words: wordsBelow(image, end), continues: end < 1000 };
}

const wordsBelow = ({ cuts = [] }: PictureParameter, end: number) =>
  cuts.filter(({ at }) => at > end).reduce((sum, { words }) => sum + words, 0);

/** The columns that show all of the page in legible type, else all of it as a whole, else the columns that show most of it. */
function bestParts(image: PictureParameter, frame: Box): PictureColumns {
  const type = ((image.line ?? 1000) * image.height) / 1000;
  const whole = Math.min(frame.width / image.width, frame.height / image.height);
  const all = { edges: [0, 1000], scale: whole };
  if (whole * type >= (isCover(image) ? MIN_SHOWN_COVER_TYPE : MIN_TYPE)) return all;
  let best: PictureColumns = all;
  for (let columns = 1; columns <= MAX_COLUMNS; columns++) {
    const across = (frame.width - (columns - 1) * gutterOf(frame)) / (columns * image.width);
    if (columns > 1 && across * type < MIN_TYPE) break;
    const scale = Math.min(across, Math.max(EASY_TYPE / type, frame.height / image.height));
    best = { edges: edgesOf(image, frame, columns, scale), scale };
    if (best.edges.at(-1) === 1000) return best;
  }
  const left = wordsBelow(image, best.edges.at(-1) ?? 1000);
  return whole * type >= MIN_WHOLE_TYPE && left >= MIN_LEFT_SHARE * wordsBelow(image, 0) ? all : best;
}

/** Whether it is a cover. A scan never is, because it may have more words than were recognised. */
function isCover({ kind, width, height, line = 0, cuts = [] }: PictureParameter): boolean {
  const places = cuts.filter(({ words }) => words > 0);
  const words = places.reduce((sum, cut) => sum + cut.words, 0);
  const isSparse = words > 0 && words <= MAX_COVER_WORDS && places.length <= MAX_COVER_PLACES;
  return kind !== 'scan' && height > width && line >= MIN_COVER_TYPE && isSparse;
}

/** The edges of columns: each column ends at the last cut that fits at this scale. */
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
