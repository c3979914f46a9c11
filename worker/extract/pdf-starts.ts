import type { Cell } from './pdf-cells.ts';

/** Where a column of a table begins, and the rows from which that is known. */
export interface ColumnStart {
  x: number;
  first: number;
  last: number;
}

/** What shows a column: three cells that stand apart, or one and four words below it, since words may begin there by chance. */
const MIN_EVIDENCE = 6;
const OF_CELL = 2;
const OF_WORD = 1;
const AGAINST = -1;
/** Rows between two of them. */
const MAX_BETWEEN = 3;
/** Points between cells of one column. */
const NEAR = 1.5;
/** How far a word's place is from where it is thought to be, in ems. */
const MAX_MISS = 0.35;
/** Starts that are followed at once, and all that are found. */
const MAX_OPEN = 40;
const MAX_STARTS = 200;

/**
 * Where columns begin that several rows in a row show: a cell stands apart there, and in the rows below it a cell or at
 * least a word begins there, too, since cells that are close come as one piece.
 * @param rows pieces of text from the left to the right
 * @param isApart whether a piece stands in another cell than the one before it
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
      return evidence !== AGAINST && index - start.last <= MAX_BETWEEN;
    });
    for (const { x } of apart) {
      const isKnown = open.some((start) => Math.abs(start.x - x) < NEAR);
      if (!isKnown && open.length < MAX_OPEN) open.push({ x, first: index, last: index, evidence: OF_CELL });
    }
  }
  return found;
}

/** What a row says of a column that begins at `x`: nothing where it is one line, or ends before. */
function evidenceOf(row: Cell[], x: number, apart: Cell[]): number {
  if (apart.some((piece) => Math.abs(piece.x - x) < NEAR)) return OF_CELL;
  const crossing = row.find((piece) => piece.x < x + NEAR && piece.right > x);
  if (!crossing || row.length < 2) return 0;
  return Math.abs(crossing.x - x) < NEAR || wordAt(crossing, x) ? OF_WORD : AGAINST;
}

/** A piece that goes over the space between two columns, in as many pieces: pdf.js joins cells that are close. */
export function splitAtStarts(piece: Cell, row: number, starts: ColumnStart[]): Cell[] {
  const crossed = starts
    .filter(
      ({ x, first, last }) => row >= first && row <= last && x > piece.x + NEAR && x < piece.right - NEAR,
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
  return wordsOf(piece).find((word) => Math.abs(word.x - x) < MAX_MISS * piece.size);
}

/** Where the words behind the first one begin, and the ones before them end, about: by how wide letters usually are. */
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

/** Thousandths of an em, as in Helvetica and its like. */
function widthOf(letter: string): number {
  if (/[ijl.,:;'|!I]/.test(letter)) return 250;
  if (/[\sftr()[\]/-]/.test(letter)) return 300;
  if (/[mwMW@%—]/.test(letter)) return 850;
  return /\p{Lu}/u.test(letter) ? 680 : 550;
}
