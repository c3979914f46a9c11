import { countWords } from '#shared/count-words.ts';
import { type PageCut, type PageLine, pageCuts } from './page-cuts.ts';
import type { Cell, StandingText } from './pdf-cell.ts';
import { placeBesideRules } from './place-beside-rules.ts';
import { squeezeGaps } from './squeeze-gaps.ts';
import type { Trimmed } from './trim-margins.ts';

/** A page that is shown as a picture. */
export interface ShownPage {
  /** Places at which its picture can be cut. */
  cuts: PageCut[];
  /** Height of its type in thousandths of the picture's height. */
  line: number;
  /** The text that was read may be in the wrong order or columns, the page has pictures, or it is legible as a whole. */
  guessed: boolean;
}

/** Height of letters above and below their baseline, in ems; then that of most letters only, for columns that are not level. */
const LETTER_HEIGHTS = [
  [0.75, 0.22],
  [0.55, 0.08],
  [0.45, 0],
] as const;
/** Share of the width in which the first column begins. If there are no other cuts, pages are cut between its lines. */
const FIRST_COLUMN_SHARE = 0.12;
/** Share of the letters that may be smaller than the page's type size. */
const MAX_SMALLER_SHARE = 0.25;

/** Ratio of the height of remaining gaps to the height of the type. */
const MAX_GAP_RATIO = 1.6;

export interface PageMeasures {
  /** Height of the page in points. */
  height: number;
  /** Pixels per point in the picture. */
  point: number;
  /** As in `ShownPage`. The tips of letters may then be cut in columns that are not level. */
  guessed: boolean;
  /** Whether it is small enough to be shown unchanged. */
  whole: boolean;
  /** Text that is written vertically, which may stand beside many lines. */
  standing: StandingText[];
}

/**
 * Reduces the larger gaps of a page and finds the places at which it can be cut, by the positions of its words. Null for a page
 * without words or without gaps between its lines.
 */
export function shownPage(
  cells: Cell[],
  trimmed: Trimmed,
  { height, point, guessed, whole, standing }: PageMeasures,
): { picture: Trimmed; page: ShownPage } | null {
  const type = typeOf(cells) * point;
  const most = whole ? trimmed.height : Math.ceil(MAX_GAP_RATIO * type);
  const { page: picture, rows } = squeezeGaps(trimmed, most);
  const rowOf = (points: number) => {
    const row = Math.round((height - points) * point) - trimmed.top;
    return row <= 0 ? row : (rows[row] ?? row - trimmed.height + picture.height);
  };
  const linesOf = (some: Cell[], [above, below]: readonly [number, number]) =>
    some
      .map(({ text, y, size }) => ({
        top: rowOf(y + above * size),
        bottom: rowOf(y - below * size),
        words: countWords(text),
      }))
      .filter(({ top, bottom }) => bottom > 0 && top < picture.height);
  const placeOf = placeBesideRules(picture);
  const shown = (cuts: PageCut[]) => {
    const beside = standing.map(({ text, bottom }) => ({ bottom: rowOf(bottom), words: countWords(text) }));
    const counted = withWords(cuts, beside, picture.height);
    return { picture, page: { cuts: counted, line: lineOf(type, picture), guessed } };
  };
  for (const reach of guessed ? LETTER_HEIGHTS : LETTER_HEIGHTS.slice(0, 1)) {
    const cuts = pageCuts(linesOf(cells, reach), picture.height, placeOf);
    if (cuts.length > 0) return shown(cuts);
  }
  if (!guessed) return null;
  const left = Math.min(...cells.map(({ x }) => x));
  const right = Math.max(...cells.map((cell) => cell.right));
  const first = cells.filter(({ x }) => x < left + FIRST_COLUMN_SHARE * (right - left));
  const cuts = pageCuts(linesOf(first, LETTER_HEIGHTS[1]), picture.height, placeOf);
  return cuts.length > 0 ? shown(recounted(cuts, linesOf(cells, LETTER_HEIGHTS[0]), picture.height)) : null;
}

/** The same cuts with the number of words of other lines. */
const recounted = (cuts: PageCut[], lines: PageLine[], height: number) =>
  withWords(
    cuts.map(({ at }) => ({ at, words: 0 })),
    lines,
    height,
  );

/** The same cuts with the words of further lines; a line that is cut counts as below the cut. */
function withWords(cuts: PageCut[], lines: Omit<PageLine, 'top'>[], height: number): PageCut[] {
  const places = cuts.map((cut) => ({ ...cut }));
  for (const { bottom, words } of lines) {
    const place = places.find(({ at }) => at * height >= 1000 * bottom) ?? places.at(-1);
    if (place) place.words += words;
  }
  return places;
}

/** A height in thousandths of a picture's height. */
export const lineOf = (pixels: number, { height }: { height: number }) =>
  Math.min(1000, Math.max(1, Math.round((1000 * pixels) / height)));

/** The type size in the upper half of a page, which is the part that is shown. In points. */
function typeOf(cells: Cell[]): number {
  const upper = cells.toSorted((a, b) => b.y - a.y).slice(0, Math.ceil(cells.length / 2));
  const sorted = upper.sort((a, b) => a.size - b.size);
  const all = sorted.reduce((sum, { text }) => sum + text.length, 0);
  let letters = 0;
  for (const { size, text } of sorted) {
    letters += text.length;
    if (letters >= MAX_SMALLER_SHARE * all) return size;
  }
  return 1;
}
