import { oneLine } from './blocks.ts';
import type { Cell, PdfRun, StandingText } from './pdf-cell.ts';
import { attachExponents } from './pdf-exponents.ts';
import { type ColumnStart, columnStarts, splitAtStarts } from './pdf-starts.ts';

/** Space between runs, in ems, that separates cells. */
const MIN_CELL_GAP = 0.75;
/** The same if a space was written between them, as in justified lines. */
const MIN_SPACED_CELL_GAP = 1.1;
/** Space between words, in ems. */
const WORD_GAP = 0.15;
/** Space between a bullet or number and its text, in ems. */
const MARK_GAP = 3;
/** Offset, in ems, of a second copy of the same letters, which makes them bold. */
const MAX_COPY_OFFSET = 0.2;
const MARK = /^\s*(?:[•◦▪●·‣–*-]|\d{1,2}[.)]|\p{L}\))\s*$/u;
const SECTION = /^\s*\d{1,2}(?:\.\d{1,2}){0,3}\s*$/u;
/** Limit of the runs of a page; further runs are appended in one row. */
const MAX_RUNS = 20_000;
const NOTE_MARK = /^\s*[*∗⋆†‡§¶∥]+\s*$/u;
/** A mark of a note, or a sign that is one only beside others. */
const FURTHER_MARK = /^\s*[*∗⋆†‡§¶∥#$+]+\s*$/u;
/** Greatest size of a raised mark, as a share of the line below it. */
const MAX_RAISED_SIZE = 0.8;
/** Glyphs for which the file declares no characters. */
const UNKNOWN_GLYPHS = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;
/** A word with spaced letters: `S o u r i s`. */
const SPACED_LETTERS = /^\s*\S(?: \S)*\s*$/u;
const SPACED_WORD = /\p{L}(?: \p{Ll}){3}/u;
const VOWEL = /[aeiouyаеёиоуыэюяіїєαεηιουω]/gu;
/** Least share of vowels in a word. The initials of days and months have fewer. */
const MIN_VOWELS = 0.25;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** The cells of a page in rows, from top to bottom and left to right; vertical text comes last. */
export function toRows(runs: PdfRun[]): Cell[][] {
  const level: Cell[] = [];
  const others: string[] = [];
  for (const [order, { str, transform, width, height, bold = false }] of runs.entries()) {
    if (str.replace(UNKNOWN_GLYPHS, '').trim() === '') continue;
    const [, , c = 0, d = 1, x = 0, y = 0] = transform;
    const size = height || Math.hypot(c, d) || 1;
    if (isStanding({ transform }) || level.length >= MAX_RUNS) others.push(plainHan(str));
    else level.push({ text: plainHan(str), x, right: x + width, y, size, bold, order, begins: false });
  }
  level.sort((one, other) => other.y - one.y || one.x - other.x);
  const rows: Cell[][] = [];
  for (const piece of level) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.y - piece.y) < 0.35 * Math.max(first.size, piece.size))
      row.push(piece);
    else rows.push([piece]);
  }
  // Raised note marks are in rows of their own, apart from their words.
  const said = rows.filter((row, at) => !isRaised(row, rows[at + 1]?.[0]));
  rows.splice(0, rows.length, ...attachExponents(said));
  for (const [at, row] of rows.entries())
    rows[at] = removeShadowCopies(row.sort((one, other) => one.x - other.x));
  const starts = columnStarts(
    rows,
    (before, piece) => !isMark(before, piece) && piece.x - before.right >= nearness(before, piece),
  );
  const joined = rows.map((row, at) => {
    const near = starts.filter(({ first, last }) => at >= first - 1 && at <= last + 1);
    return joinCells(
      row.flatMap((piece) => splitAtStarts(piece, at, near)),
      near,
    );
  });
  const y = Math.min(0, ...level.slice(-1).map((cell) => cell.y)) - 100;
  const rest = oneLine(others.join(' '));
  if (rest !== '')
    joined.push([{ text: rest, x: 0, right: 1, y, size: 1, bold: false, order: runs.length, begins: false }]);
  return joined.filter((row) => row.length > 0);
}

const isStanding = ({ transform: [a = 1, b = 0] }: Pick<PdfRun, 'transform'>) => Math.abs(b) > Math.abs(a);

/** The vertical text of a page. */
export const standingText = (runs: PdfRun[]): StandingText[] =>
  runs.filter(isStanding).map(({ str, transform: [, b = 0, , , , y = 0], width }) => ({
    text: str,
    bottom: b > 0 ? y : y - width,
  }));

/** Whether a row has only marks that are smaller than the line below it; other marks separate parts of the text. */
const isRaised = (row: Cell[], below: Cell | undefined) =>
  below !== undefined &&
  row.some(({ text }) => NOTE_MARK.test(text)) &&
  row.every(({ text, size }) => FURTHER_MARK.test(text) && size <= MAX_RAISED_SIZE * below.size);

/** Removes copies of the pieces of a line: some programs write text several times, slightly shifted, to make it bold. */
function removeShadowCopies(row: Cell[]): Cell[] {
  const last = new Map<string, Cell>();
  return row.filter((piece) => {
    const before = last.get(piece.text);
    const apart = before ? piece.x - before.x : Number.POSITIVE_INFINITY;
    last.set(piece.text, piece);
    return apart >= Math.min(MAX_COPY_OFFSET * piece.size, (piece.right - piece.x) / 2);
  });
}

function joinCells(row: Cell[], starts: ColumnStart[]): Cell[] {
  const cells: Cell[][] = [];
  for (const piece of row) {
    const last = cells.at(-1);
    const before = last?.at(-1);
    const gap = before ? piece.x - before.right : 0;
    const marked = cells.length === 1 && last?.length === 1 && before && isMark(before, piece);
    // The mark of a note was before the comma.
    const goesOn = marked || /^\s*,/.test(piece.text);
    const near = before ? (goesOn ? MARK_GAP * piece.size : nearness(before, piece)) : 0;
    const begins = gap > WORD_GAP * piece.size && starts.some(({ x }) => Math.abs(x - piece.x) < 1);
    if (last && gap < near && !begins) last.push(piece);
    else cells.push([{ ...piece, begins }]);
  }
  return cells.map(joinPieces).filter(({ text }) => text !== '');
}

/** Greatest distance of two pieces of one cell, in points. */
function nearness(before: Cell, piece: Cell): number {
  const isSpaced = before.text.endsWith(' ') || piece.text.startsWith(' ');
  return (isSpaced ? MIN_SPACED_CELL_GAP : MIN_CELL_GAP) * Math.max(before.size, piece.size);
}

/** Whether a piece is a bullet, the number of a line, or the number of a heading. */
function isMark(piece: Cell, next: Cell): boolean {
  const isNumbered = piece.bold && next.bold && /^\p{L}/u.test(next.text) && SECTION.test(piece.text);
  return isNumbered || MARK.test(piece.text);
}

/** Radicals that some programs write in place of ideographs of the same shape. */
const plainHan = (text: string) => text.replace(/[\u2e80-\u2fd5]/gu, (sign) => sign.normalize('NFKC'));

/** Accents that TeX writes before their letter. */
const ACCENTS: Record<string, string> = {
  '¨': '\u0308',
  '´': '\u0301',
  ˇ: '\u030c',
  '˜': '\u0303',
  '˚': '\u030a',
  ˆ: '\u0302',
  '˘': '\u0306',
};

const accented = (text: string) =>
  text.replace(/([¨´ˇ˜˚ˆ˘])(\p{L})/gu, (_, accent: string, letter: string) =>
    (letter + (ACCENTS[accent] ?? '')).normalize('NFC'),
  );

/** The size of most letters; an initial or a mark does not change it. */
function sizeOf(pieces: Cell[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pieces) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Whether spaced letters form a word, rather than the headers of columns or the alphabet. */
function isSpacedWord({ text }: Cell): boolean {
  if (!SPACED_WORD.test(text)) return false;
  const letters = text.replaceAll(' ', '').toLowerCase();
  const vowels = letters.normalize('NFD').match(VOWEL)?.length ?? 0;
  return vowels > MIN_VOWELS * letters.length && !'abcdefghijklmnopqrstuvwxyz'.includes(letters);
}

/** Joins the pieces of a line into one cell, in reading order. */
function joinPieces(pieces: Cell[]): Cell {
  const first = pieces[0] as Cell;
  const isSpaced = pieces.every(({ text }) => SPACED_LETTERS.test(text)) && pieces.some(isSpacedWord);
  const isBackwards = pieces.length > 1 && pieces.some(({ text }) => RIGHT_TO_LEFT.test(text));
  let text = '';
  let before: Cell | null = null;
  for (const piece of isBackwards ? pieces.toReversed() : pieces) {
    const gap = before ? Math.max(piece.x - before.right, before.x - piece.right) : 0;
    const isApart = gap > WORD_GAP * piece.size && !piece.text.startsWith(',');
    text += `${isApart ? ' ' : ''}${isSpaced ? piece.text.replaceAll(' ', '') : piece.text}`;
    before = piece;
  }
  return {
    text: accented(oneLine(text)),
    x: first.x,
    right: pieces.reduce((most, { right }) => Math.max(most, right), first.right),
    y: first.y,
    size: sizeOf(pieces),
    bold: pieces.every(({ bold }) => bold),
    order: pieces.reduce((least, { order }) => Math.min(least, order), first.order),
    begins: first.begins,
  };
}
