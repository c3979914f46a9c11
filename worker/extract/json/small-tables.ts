import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';
import { SELF_EXPLANATORY_NAMES } from './row-notes.ts';

type Table = Extract<Block, { kind: 'table' }>;

/** Limit of the cells of a table that is a detail, and the least ratio of other values to them. */
const MAX_DETAIL_CELLS = 8;
const MIN_VALUE_RATIO = 2;
const MIN_PAIRS = 8;
/** Limit of the rows of a name and a figure that become values. */
const MAX_NAMED_ROWS = 8;

/** Limits of the rows and columns, names apart, of a table that becomes values beside a larger table. */
const MAX_ROWS = 3;
const MAX_COLUMNS = 3;

/** Turns small tables among many values into values, because a page with a table is about the table. */
export function smallTablesAsPairs(blocks: Block[]): Block[] {
  const pairs = blocks.filter(({ kind }) => kind === 'pair').length;
  if (pairs < MIN_PAIRS) return blocks;
  const isBeside = blocks.some((block) => block.kind === 'table' && block.rows.length > MAX_ROWS);
  const read = blocks.flatMap((block, at): Block[] => {
    if (block.kind !== 'table' || !block.header || block.notes?.some((note) => note !== '')) return [block];
    const before = blocks[at - 1];
    const cells = block.rows.length * block.header.length;
    const group = before?.kind === 'heading' ? before.text : null;
    const asDetails = isBeside && block.rows.length <= MAX_ROWS ? rowsAsPairs(block, group) : null;
    if (asDetails) return asDetails;
    const isNarrow = block.header.length <= 2 && before?.kind === 'heading';
    if (!isNarrow) return [block];
    const isDetail = cells <= MAX_DETAIL_CELLS && pairs >= MIN_VALUE_RATIO * cells;
    const isNamed = block.rows.length <= MAX_NAMED_ROWS && pairs >= block.rows.length;
    return (
      (isNamed ? namedAsPairs(block, before.text) : null) ??
      (isDetail ? columnsAsPairs(block, before.text) : null) ?? [block]
    );
  });
  // The heading is now part of the names of the values.
  const given = new Set(blocks);
  return read.filter((block, at) => {
    const next = read[at + 1];
    return block.kind !== 'heading' || !next || given.has(next);
  });
}

/** The values of each row under its name; null if a row has no name. */
function rowsAsPairs({ header, rows }: Table, group: string | null): Block[] | null {
  const [first = '', ...names] = header ?? [];
  const isNamed = SELF_EXPLANATORY_NAMES.test(plainName(first)) && rows.every(([name = '']) => name !== '');
  if (!isNamed || names.length === 0 || names.length > MAX_COLUMNS) return null;
  return rows.flatMap(([name = '', ...cells]) =>
    names.flatMap((column, at): Block[] => {
      const value = cells[at] ?? '';
      const path = [group, name.replaceAll(' › ', ' '), column].filter((one) => one !== null);
      return value === '' ? [] : [{ kind: 'pair', key: path.join(' › '), value }];
    }),
  );
}

/** One value for each column. */
function columnsAsPairs({ header, rows }: Table, group: string): Block[] | null {
  // With an empty cell, the values of two columns would not correspond.
  if (rows.some((row) => row.includes(''))) return null;
  return (header ?? []).map((name, index) => ({
    kind: 'pair',
    key: `${group} › ${name}`,
    value: rows.map((row) => row[index] ?? '').join(', '),
  }));
}

/** One value for each row of a name and a figure. */
function namedAsPairs({ rows }: Table, group: string): Block[] | null {
  const isNamed = rows.every(([name = '', value = '']) => /^\p{L}/u.test(name) && /^\D{0,3}\d/.test(value));
  if (!isNamed || new Set(rows.map(([name]) => name)).size < rows.length) return null;
  return rows.map(([name = '', value = '']) => ({ kind: 'pair', key: `${group} › ${name}`, value }));
}
