import type { Block } from '../blocks.ts';
import { capitalised } from './names.ts';

type Heading = Extract<Block, { kind: 'heading' }>;
type Table = Extract<Block, { kind: 'table' }>;

/** Limit of the tables that are joined: a page has room for their columns. */
const MAX_JOINED = 5;
/** Limit of the rows. More rows of one figure are set in two columns, which have room for more of them. */
const MAX_ROWS = 12;

/** Joins consecutive tables with headings, one figure in each row and the same rows into one table with a column for each. */
export function joinTables(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const found = alikeFrom(blocks, at);
    if (found.length < 2 || found.length > MAX_JOINED) joined.push(blocks[at++] as Block);
    else {
      joined.push(...joinColumns(found));
      at += 2 * found.length;
    }
  }
  return joined;
}

interface Headed {
  heading: Heading;
  table: Table;
}

function alikeFrom(blocks: Block[], from: number): Headed[] {
  const found: Headed[] = [];
  for (let at = from; found.length <= MAX_JOINED; at += 2) {
    const [heading, table] = [blocks[at], blocks[at + 1]];
    if (heading?.kind !== 'heading' || table?.kind !== 'table') break;
    if (!isOfOneFigure(table) || (found[0] && !areAlike(found[0].table, table))) break;
    found.push({ heading, table });
  }
  return found;
}

const isOfOneFigure = ({ header, rows, notes = [] }: Table) =>
  header?.length === 2 &&
  rows.length <= MAX_ROWS &&
  notes.every((note) => note === '') &&
  rows.every(([, figure = '']) => /^[-+−]?\d/.test(figure));

const areAlike = (one: Table, other: Table) =>
  one.rows.length === other.rows.length &&
  one.header?.every((name, at) => name === other.header?.[at]) &&
  one.rows.every(([first], at) => first === other.rows[at]?.[0]);

function joinColumns(found: Headed[]): Block[] {
  const [first] = found as [Headed, ...Headed[]];
  const paths = found.map(({ heading }) => heading.text.split(' › '));
  const [path = []] = paths;
  const isShared = (at: number) => paths.every((one) => one.length > at + 1 && one[at] === path[at]);
  let shared = 0;
  while (isShared(shared)) shared++;
  const [by = '', figure = ''] = first.table.header ?? [];
  const names = paths.map((one) => one.slice(shared).join(' '));
  const rows = first.table.rows.map(([start = ''], at) => [
    start,
    ...found.map(({ table }) => table.rows[at]?.[1] ?? ''),
  ]);
  const text = capitalised([...path.slice(0, shared), figure].join(' › '));
  const { notes: _, ...table } = first.table;
  return [
    { ...first.heading, text },
    { ...table, header: [by, ...names], rows, align: [by, ...names].map(() => 'start' as const) },
  ];
}
