import { countWords } from '#shared/count-words.ts';
import { type Block, blocksToText } from '../blocks.ts';

type Table = Extract<Block, { kind: 'table' }>;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20})?$|^\d{1,2}:\d\d$/;
/** Headings of the series of a forecast. */
const SERIES_HEADING = /^(?:minutely(?: ?\d{1,2})?|hourly|daily)$/i;
/** Least number of rows of a series, and least share of figures in its cells. */
const MIN_ROWS = 3;
const MIN_FIGURE_SHARE = 0.6;
const NUMBER = /^[-+−]?\d/;

/**
 * Keeps only the days of a forecast's minutes, hours and days, so that there is room for the current values in large type. The
 * words of the others are counted.
 */
export function keepDailyForecast(blocks: Block[]): { blocks: Block[]; omitted: number } {
  const tables = blocks.filter((block) => block.kind === 'table');
  const courses = tables.filter(isSeries);
  const places = new Map(blocks.map((block, at) => [block, at]));
  const isStep = (table: Table) => {
    const heading = blocks[startOf(blocks, places.get(table) ?? 0)];
    const path = heading?.kind === 'heading' ? heading.text.replace(/ › data$/, '').split(' › ') : [];
    return SERIES_HEADING.test(path.at(-1) ?? '');
  };
  const kept = courses.find((table) => isOfDays(table) && isStep(table));
  const others = courses.filter((table) => table !== kept && isStep(table));
  if (!kept || others.length === 0) return { blocks, omitted: 0 };
  return removeTables(blocks, new Set(others));
}

/** Number of values that fill a page beside a table, and number of words for which a page has no room. */
const MANY_PAIRS = 6;
const MIN_CROWDED_WORDS = 200;

/**
 * Keeps the first table with several rows if a page has no room for all tables beside the values. The words of the other tables
 * are counted.
 */
export function keepMainTable(
  blocks: Block[],
  ofRows: ReadonlySet<string>,
): { blocks: Block[]; omitted: number } {
  const tables = blocks.filter((block) => block.kind === 'table');
  const values = blocks.filter((block) => block.kind === 'pair' && !ofRows.has(block.key));
  const isMixed = tables.length > 1 && values.length >= MANY_PAIRS;
  if (!isMixed || blocks.some(({ kind }) => !['table', 'pair', 'heading'].includes(kind)))
    return { blocks, omitted: 0 };
  if (countWords(blocksToText(blocks)) < MIN_CROWDED_WORDS) return { blocks, omitted: 0 };
  const main = tables.find(({ rows }) => rows.length >= MIN_ROWS && (rows[0]?.length ?? 0) > 1) ?? tables[0];
  return removeTables(blocks, new Set(tables.filter((table) => table !== main)));
}

/** Removes tables with their headings and the values that their rows share; the words of these are counted. */
function removeTables(blocks: Block[], tables: ReadonlySet<Block>): { blocks: Block[]; omitted: number } {
  const gone = new Set<Block>();
  for (const [at, table] of blocks.entries())
    if (tables.has(table)) for (const block of blocks.slice(startOf(blocks, at), at + 1)) gone.add(block);
  const omitted = [...gone].reduce((sum, block) => sum + countWords(blocksToText([block])), 0);
  return { blocks: blocks.filter((block) => !gone.has(block)), omitted };
}

/** The index of a table's heading, which precedes the values that its rows share; the table's own without a heading. */
function startOf(blocks: Block[], at: number): number {
  let before = at - 1;
  while (blocks[before]?.kind === 'pair') before--;
  return blocks[before]?.kind === 'heading' ? before : at;
}

/** Number of rows of figures without names that are removed, and number of other values from which this is done. */
const MANY_UNNAMED = 10;
const FEW_VALUES = 3;
const FIGURE = /^[-+−]?\d[\d.,]*$/;

/** Removes a long table that has only figures and no column that identifies its rows; its words are counted. */
export function removeUnnamedTable(
  blocks: Block[],
  ofRows: ReadonlySet<string>,
): { blocks: Block[]; omitted: number } {
  const values = blocks.filter((block) => block.kind === 'pair' && !ofRows.has(block.key));
  if (values.length < FEW_VALUES) return { blocks, omitted: 0 };
  const isUnnamed = (block: Block) =>
    block.kind === 'table' &&
    block.rows.length >= MANY_UNNAMED &&
    block.rows.every((row) => row.every((cell) => FIGURE.test(cell))) &&
    !areInOrder(block.rows.map(([first]) => Number(first)));
  return removeTables(blocks, new Set(blocks.filter(isUnnamed)));
}

/** Whether figures rise from row to row, like row numbers. */
const areInOrder = (figures: number[]) =>
  figures.every((figure, at) => at === 0 || figure > (figures[at - 1] as number));

const isOfDays = ({ rows }: Table) => rows.every(([first = '']) => DAY.test(first));

function isSeries({ rows, header }: Table): boolean {
  if (header === null || rows.length < MIN_ROWS || !rows.every(([first = '']) => MOMENT.test(first)))
    return false;
  const cells = rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== '' && !MOMENT.test(cell));
  return (
    cells.length === 0 || cells.filter((cell) => NUMBER.test(cell)).length >= MIN_FIGURE_SHARE * cells.length
  );
}
