import type { Cell } from './pdf-cell.ts';

/** The position at which a column of a table begins, and the rows that show it. */
export interface ColumnStart {
  x: number;
  first: number;
  last: number;
}

/** Evidence for a column: three separate cells, or one with four words below it, which may begin there by chance. */
const MIN_EVIDENCE = 6;
const CELL_EVIDENCE = 2;
const WORD_EVIDENCE = 1;
const CONTRARY_EVIDENCE = -1;
/** Greatest number of rows between two of them. */
const MAX_ROWS_BETWEEN = 3;
/** Greatest distance of cells in one column, in points. */
const MAX_OFFSET = 1.5;
/** Tolerance of the estimated position of a word, in ems. */
const WORD_TOLERANCE = 0.35;
/** Limits of the starts that are followed at once, and of all starts. */
const MAX_OPEN_STARTS = 40;
const MAX_STARTS = 200;

/**
 * Finds the positions at which columns begin: in several consecutive rows a separate cell begins there, or at least a word does,
 * because pdf.js joins cells that are close.
 * @param rows pieces of text from left to right
 * @param isApart whether a piece is in another cell than the piece before it
 */
export function columnStarts(rows: Cell[][], isApart: (before: Cell, piece: Cell) => boolean): ColumnStart[] {
  const found: ColumnStart[] = [];
  let open: (ColumnStart & { evidence: number })[] = [];
  for (const [index, row] of rows.entries()) {
    const apart = row.filter((piece, at) => at > 0 && isApart(row[at - 1] as Cell, piece));
    open = open.filter((start) => {
      const evidence = evidenceOf(row, start.x, apart);
      if (evidence > 0) {
        const isNew = start.evidence < MIN_EVIDENCE && start.evidence + evidence >= MIN_EVIDENCE;
        start.last = index;
        start.evidence += evidence;
        if (isNew && found.length < MAX_STARTS) found.push(start);
      }
      return evidence !== CONTRARY_EVIDENCE && index - start.last <= MAX_ROWS_BETWEEN;
    });
    for (const { x } of apart) {
      const isKnown = open.some((start) => Math.abs(start.x - x) < MAX_OFFSET);
      if (!isKnown && open.length < MAX_OPEN_STARTS)
        open.push({ x, first: index, last: index, evidence: CELL_EVIDENCE });
    }
  }
  return found;
}

/** The evidence of a row for a column that begins at `x`; none if it is a single line or ends before that. */
function evidenceOf(row: Cell[], x: number, apart: Cell[]): number {
  if (apart.some((piece) => Math.abs(piece.x - x) < MAX_OFFSET)) return CELL_EVIDENCE;
  const crossing = row.find((piece) => piece.x < x + MAX_OFFSET && piece.right > x);
  if (!crossing || row.length < 2) return 0;
  return Math.abs(crossing.x - x) < MAX_OFFSET || wordAt(crossing, x) ? WORD_EVIDENCE : CONTRARY_EVIDENCE;
}

/** Splits a piece that crosses the space between columns: pdf.js joins cells that are close. */
export function splitAtStarts(piece: Cell, row: number, starts: ColumnStart[]): Cell[] {
  const crossed = starts
    .filter(
      ({ x, first, last }) =>
        row >= first && row <= last && x > piece.x + MAX_OFFSET && x < piece.right - MAX_OFFSET,
    )
    .sort((one, other) => other.x - one.x);
  if (crossed.length === 0) return [piece];
  const parts: Cell[] = [];
  let rest = piece;
  for (const { x } of crossed) {
    const word = wordAt(rest, x);
    if (!word) continue;
    parts.unshift({ ...rest, text: rest.text.slice(word.at), x });
    rest = { ...rest, text: rest.text.slice(0, word.at).trimEnd(), right: word.end };
  }
  return [rest, ...parts];
}

function wordAt(piece: Cell, x: number) {
  return wordsOf(piece).find((word) => Math.abs(word.x - x) < WORD_TOLERANCE * piece.size);
}

/** Estimates the beginnings of words and the ends of the previous ones by the usual widths of letters. */
function wordsOf({ text, x, right }: Cell): { at: number; x: number; end: number }[] {
  const words: { at: number; x: number; end: number }[] = [];
  let [width, end, at] = [0, 0, 0];
  let inSpace = false;
  for (const letter of text) {
    const isSpace = letter.trim() === '';
    if (isSpace && !inSpace) end = width;
    if (inSpace && !isSpace && at > 0) words.push({ at, x: width, end });
    width += widthOf(letter);
    at += letter.length;
    inSpace = isSpace;
  }
  const scale = (right - x) / Math.max(1, width);
  return words.map((word) => ({ at: word.at, x: x + scale * word.x, end: x + scale * word.end }));
}

/** Widths in thousandths of an em, as in Helvetica. */
function widthOf(letter: string): number {
  if (/[ijl.,:;'|!I]/.test(letter)) return 250;
  if (/[\sftr()[\]/-]/.test(letter)) return 300;
  if (/[mwMW@%—]/.test(letter)) return 850;
  return /\p{Lu}/u.test(letter) ? 680 : 550;
}
