import { type Block, type CellAlign, oneLine } from './blocks.ts';

type Table = Extract<Block, { kind: 'table' }>;

const RULE_CELL = /^:?-{1,200}:?$/;
const MAX_COLUMNS = 30;

/** A table between pipes, as in Markdown or drawn by hand, that begins at a line; without a block when the lines up to `end` are none. */
export function readPipes(lines: string[], start: number): { block: Table | null; end: number } {
  if (!lines[start]?.includes('|')) return { block: null, end: start + 1 };
  const rows: string[][] = [];
  let end = start;
  for (; end < lines.length && (lines[end] as string).includes('|'); end++)
    rows.push(cellsOf(lines[end] as string));
  const rule = rows.findIndex((row) => row.length > 0 && row.every((cell) => RULE_CELL.test(cell)));
  const count = rows[0]?.length ?? 0;
  if (count < 2 || count > MAX_COLUMNS) return { block: null, end };
  const isRuled = rule === 1;
  // Without its rule only what is alike in every line is a table.
  if (!isRuled && (rows.length < 3 || rows.some((row) => row.length !== count))) return { block: null, end };
  const body = rows.filter((_, index) => index !== rule && !(isRuled && index === 0));
  if (body.length === 0) return { block: null, end };
  const columns = Math.max(...rows.map((row) => row.length));
  const fill = (row: string[]) => Array.from({ length: columns }, (_, index) => row[index] ?? '');
  const align = fill(isRuled ? (rows[1] as string[]) : []).map(alignOf);
  return {
    block: { kind: 'table', header: isRuled ? fill(rows[0] as string[]) : null, rows: body.map(fill), align },
    end,
  };
}

function cellsOf(line: string): string[] {
  const cells = line.trim().split('|').map(oneLine);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('**', '').replaceAll('`', ''));
}

function alignOf(rule: string): CellAlign {
  if (!rule.endsWith(':')) return 'start';
  return rule.startsWith(':') ? 'center' : 'end';
}
