import { oneLine } from './blocks.ts';
import { createFigureTest } from './read-pairs.ts';

/** Least number of figures at the end of each row, and of rows. Fewer are names with numbers. */
const MIN_FIGURES = 3;
const MIN_ROWS = 3;
const MAX_ROWS = 400;
const MAX_LINE_LETTERS = 160;
const MAX_NAME_LETTERS = 48;
/** A figure, or a dash in its place: `13`, `41:12`, `-14`, `6.42`, `88%`. */
const FIGURE = /^(?:[-−+]?\d[\d.,:]{0,9}%?|[-–—])$/u;
const RANK = /^\d{1,3}[.)]?$/u;
/** The beginning of an account number, whose groups of digits belong together. */
const ACCOUNT = /^\p{Lu}{2}\d{2}$/u;

interface Row {
  rank: string | null;
  words: string[];
  figures: string[];
}

/**
 * Rows whose tabs were lost when they were copied from a web page: a name and an equal number of figures in each, separated by
 * single spaces. The header is the line above them. Empty if the lines from `start` on are not such rows.
 */
export function packedRows(lines: string[], start: number): { rows: string[][]; end: number } {
  const none = { rows: [], end: start };
  const own = rowOf(lines[start] ?? '');
  const from = own ? start : start + 1;
  const found: Row[] = [];
  for (let at = from; at < lines.length && found.length < MAX_ROWS; at++) {
    const row = rowOf(lines[at] as string);
    if (!row) break;
    found.push(row);
  }
  const end = from + found.length;
  if (found.length < MIN_ROWS) return none;
  const texts = lines.slice(from, end);
  if (texts.every(createFigureTest(texts))) return none;
  const count = Math.min(...found.map(({ figures }) => figures.length));
  const isRanked = found.every(({ rank }) => rank !== null);
  // The last number may belong to a name: `Schalke 04`.
  if (2 * found.filter(({ figures }) => figures.length === count).length < found.length) return none;
  const rows = found.map((row) => cellsOf(row, count, isRanked));
  if (own) return { rows, end };
  const head = headOf(lines[start] as string, count, isRanked);
  return head ? { rows: [head, ...rows], end } : none;
}

/** Null for a line that is not a name followed by figures. */
function rowOf(line: string): Row | null {
  if (line.length > MAX_LINE_LETTERS || line.includes('\t')) return null;
  const words = oneLine(line).split(' ');
  let from = words.length;
  while (from > 0 && FIGURE.test(words[from - 1] as string)) from--;
  const figures = words.slice(from);
  const isFigured = figures.filter((figure) => /\d/u.test(figure)).length >= MIN_FIGURES;
  if (!isFigured || ACCOUNT.test(words[from - 1] ?? '')) return null;
  const [first = '', ...others] = words.slice(0, from);
  const isRanked = RANK.test(first) && others.length > 0;
  const name = (isRanked ? others : [first, ...others]).join(' ');
  if (!/^[\p{L}\d(]/u.test(name) || !/\p{L}/u.test(name) || name.length > MAX_NAME_LETTERS) return null;
  return { rank: isRanked ? first : null, words: isRanked ? others : [first, ...others], figures };
}

function cellsOf({ rank, words, figures }: Row, count: number, isRanked: boolean): string[] {
  const extra = figures.slice(0, figures.length - count);
  const name = [...(isRanked || rank === null ? [] : [rank]), ...words, ...extra].join(' ');
  return [...(isRanked ? [rank as string] : []), name, ...figures.slice(figures.length - count)];
}

/** The names of the columns, or of the first one only; null for any other line. */
function headOf(line: string, count: number, isRanked: boolean): string[] | null {
  const words = oneLine(line).split(' ');
  const columns = count + (isRanked ? 2 : 1);
  if (line.trim() === '' || words.some((word) => /\d|[.,;:!?]{2}/u.test(word))) return null;
  if (words.length === 1 && !isRanked) return [...words, ...Array<string>(count).fill('')];
  if (words.length < count || words.length > columns) return null;
  return [...Array<string>(columns - words.length).fill(''), ...words];
}
