import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';
import { SPEAKING } from './row-notes.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Cells of a table that is a detail, and how many times as many values stand around it. */
const FEW_CELLS = 8;
const MANY_AROUND = 2;
const FEW_PAIRS = 8;
/** Rows of a name and a figure each that are values among as many others. */
const FEW_NAMED = 8;

/** Rows and columns beside the names of a table that gives way to a larger one. */
const FEW_ROWS = 3;
const FEW_COLUMNS = 3;

/** Small tables among many values as values; a page of their own would make one of them the topic. */
export function smallTablesAsPairs(blocks: Block[]): Block[] {
  const pairs = blocks.filter(({ kind }) => kind === 'pair').length;
  if (pairs < FEW_PAIRS) return blocks;
  const isBeside = blocks.some((block) => block.kind === 'table' && block.rows.length > FEW_ROWS);
  const read = blocks.flatMap((block, at): Block[] => {
    if (block.kind !== 'table' || !block.header || block.notes?.some((note) => note !== '')) return [block];
    const before = blocks[at - 1];
    const cells = block.rows.length * block.header.length;
    const group = before?.kind === 'heading' ? before.text : null;
    const asDetails = isBeside && block.rows.length <= FEW_ROWS ? rowsAsPairs(block, group) : null;
    if (asDetails) return asDetails;
    const isNarrow = block.header.length <= 2 && before?.kind === 'heading';
    if (!isNarrow) return [block];
    const isDetail = cells <= FEW_CELLS && pairs >= MANY_AROUND * cells;
    const isNamed = block.rows.length <= FEW_NAMED && pairs >= block.rows.length;
    return (
      (isNamed ? namedAsPairs(block, before.text) : null) ??
      (isDetail ? columnsAsPairs(block, before.text) : null) ?? [block]
    );
  });
  // A heading that has nothing below it went into the names.
  const given = new Set(blocks);
  return read.filter((block, at) => {
    const next = read[at + 1];
    return block.kind !== 'heading' || !next || given.has(next);
  });
}

/** The values of each row under its name; null where a row has none. */
function rowsAsPairs({ header, rows }: Table, group: string | null): Block[] | null {
  const [first = '', ...names] = header ?? [];
  const isNamed = SPEAKING.test(plainName(first)) && rows.every(([name = '']) => name !== '');
  if (!isNamed || names.length === 0 || names.length > FEW_COLUMNS) return null;
  return rows.flatMap(([name = '', ...cells]) =>
    names.flatMap((column, at): Block[] => {
      const value = cells[at] ?? '';
      const path = [group, name.replaceAll(' › ', ' '), column].filter((one) => one !== null);
      return value === '' ? [] : [{ kind: 'pair', key: path.join(' › '), value }];
    }),
  );
}

/** A value for each column. */
function columnsAsPairs({ header, rows }: Table, group: string): Block[] | null {
  // Without their rows, values beside an empty cell would seem to be those of another row.
  if (rows.some((row) => row.includes(''))) return null;
  return (header ?? []).map((name, index) => ({
    kind: 'pair',
    key: `${group} › ${name}`,
    value: rows.map((row) => row[index] ?? '').join(', '),
  }));
}

/** A value for each row, of names with a figure each. */
function namedAsPairs({ rows }: Table, group: string): Block[] | null {
  const isNamed = rows.every(([name = '', value = '']) => /^\p{L}/u.test(name) && /^\D{0,3}\d/.test(value));
  if (!isNamed || new Set(rows.map(([name]) => name)).size < rows.length) return null;
  return rows.map(([name = '', value = '']) => ({ kind: 'pair', key: `${group} › ${name}`, value }));
}
