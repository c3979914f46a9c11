import { type Block, type CellAlign, oneLine } from './blocks.ts';
import { isHead } from './read-columns.ts';

type Table = Extract<Block, { kind: 'table' }>;

const RULE_CELL = /^:?-{1,200}:?$/;
const MAX_COLUMNS = 30;
/** A frame of a table drawn with lines, as databases and terminals print them. */
const FRAME = /^\s{0,40}[┌├└╔╠╚┏┣┗╒╞╘╟╭╰+][─━═╌┬┼┴╦╬╩┳╋┻╤╪╧╥╫╨┐┤┘╗╣╝┓┫┛╕╡╛╢╮╯+=-]{2,400}\s{0,40}$/u;
const DRAWN_SIDE = /[│┃║]/gu;

/**
 * Reads a table with pipes or drawn lines from a line on, as in Markdown or by hand. The block is null if the lines up to `end`
 * are not a table.
 */
export function readPipes(lines: string[], start: number): { block: Table | null; end: number } {
  if (!isPiped(lines[start] ?? '')) return { block: null, end: start + 1 };
  const rows: string[][] = [];
  /** Number of rows before each line of the frame. */
  const frames: number[] = [];
  let end = start;
  for (; end < lines.length && isPiped(lines[end] as string); end++) {
    const line = lines[end] as string;
    if (FRAME.test(line)) frames.push(rows.length);
    else rows.push(cellsOf(line));
  }
  const rule = rows.findIndex((row) => row.length > 0 && row.every((cell) => RULE_CELL.test(cell)));
  const count = rows[0]?.length ?? 0;
  if (count < 2 || count > MAX_COLUMNS) return { block: null, end };
  const isRuled = rule === 1;
  const isFramed = frames.length >= 2;
  // Without a rule, all lines must have the same form.
  if (!isRuled && ((rows.length < 3 && !isFramed) || rows.some((row) => row.length !== count)))
    return { block: null, end };
  const isHeaded =
    isRuled ||
    (isFramed ? frames.includes(1) && rows.length > 1 : isHead(rows[0] as string[], rows.slice(1)));
  const body = rows.filter((_, index) => index !== rule && !(isHeaded && index === 0));
  if (body.length === 0) return { block: null, end };
  const columns = Math.max(...rows.map((row) => row.length));
  const fill = (row: string[]) => Array.from({ length: columns }, (_, index) => row[index] ?? '');
  const align = fill(isRuled ? (rows[1] as string[]) : []).map(alignOf);
  const header = isHeaded ? fill(rows[0] as string[]) : null;
  return { block: { kind: 'table', header, rows: body.map(fill), align }, end };
}

const isPiped = (line: string) => /[|│┃║]/u.test(line) || FRAME.test(line);

function cellsOf(line: string): string[] {
  const cells = line.trim().replace(DRAWN_SIDE, '|').split('|').map(oneLine);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('**', '').replaceAll('`', ''));
}

function alignOf(rule: string): CellAlign {
  if (!rule.endsWith(':')) return 'start';
  return rule.startsWith(':') ? 'center' : 'end';
}
