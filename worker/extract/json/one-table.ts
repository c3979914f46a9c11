import { countWords } from '#shared/count-words.ts';
import { type Block, blocksToText } from '../blocks.ts';

type Table = Extract<Block, { kind: 'table' }>;

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S{0,20})?$|^\d{1,2}:\d\d$/;
/** What services call the courses of a forecast. */
const STEPS = /^(?:minutely(?: ?\d{1,2})?|hourly|daily)$/i;
/** Rows of a course of figures, and the share of its cells that are figures. */
const MIN_ROWS = 3;
const FIGURES = 0.6;
const NUMBER = /^[-+−]?\d/;

/**
 * Of a forecast's minutes, hours and days, the days alone, so that there is room for what is now in large type. The words of
 * the others are counted.
 */
export function withOneCourse(blocks: Block[]): { blocks: Block[]; omitted: number } {
  const tables = blocks.filter((block) => block.kind === 'table');
  const courses = tables.filter(isCourse);
  const places = new Map(blocks.map((block, at) => [block, at]));
  const isStep = (table: Table) => {
    const heading = blocks[startOf(blocks, places.get(table) ?? 0)];
    const path = heading?.kind === 'heading' ? heading.text.replace(/ › data$/, '').split(' › ') : [];
    return STEPS.test(path.at(-1) ?? '');
  };
  const kept = courses.find((table) => isOfDays(table) && isStep(table));
  const others = courses.filter((table) => table !== kept && isStep(table));
  if (!kept || others.length === 0) return { blocks, omitted: 0 };
  return without(blocks, new Set(others));
}

/** Values beside tables that a page is made of, and words of a document that have no room on it. */
const MANY_PAIRS = 6;
const MUCH = 200;

/**
 * Of the tables beside many values, where there is no room for all of it, the first of some rows, so that the values stand
 * beside it. The words of the others are counted.
 */
export function withMainTable(
  blocks: Block[],
  ofRows: ReadonlySet<string>,
): { blocks: Block[]; omitted: number } {
  const tables = blocks.filter((block) => block.kind === 'table');
  const values = blocks.filter((block) => block.kind === 'pair' && !ofRows.has(block.key));
  const isMixed = tables.length > 1 && values.length >= MANY_PAIRS;
  if (!isMixed || blocks.some(({ kind }) => !['table', 'pair', 'heading'].includes(kind)))
    return { blocks, omitted: 0 };
  if (countWords(blocksToText(blocks)) < MUCH) return { blocks, omitted: 0 };
  const main = tables.find(({ rows }) => rows.length >= MIN_ROWS && (rows[0]?.length ?? 0) > 1) ?? tables[0];
  return without(blocks, new Set(tables.filter((table) => table !== main)));
}

/** Blocks without some of their tables, with their headings and what their rows share; the words of these are counted. */
function without(blocks: Block[], tables: ReadonlySet<Block>): { blocks: Block[]; omitted: number } {
  const gone = new Set<Block>();
  for (const [at, table] of blocks.entries())
    if (tables.has(table)) for (const block of blocks.slice(startOf(blocks, at), at + 1)) gone.add(block);
  const omitted = [...gone].reduce((sum, block) => sum + countWords(blocksToText([block])), 0);
  return { blocks: blocks.filter((block) => !gone.has(block)), omitted };
}

/** The place of the heading of the table at a place, before what all of its rows share; its own where it has none. */
function startOf(blocks: Block[], at: number): number {
  let before = at - 1;
  while (blocks[before]?.kind === 'pair') before--;
  return blocks[before]?.kind === 'heading' ? before : at;
}

/** Rows of figures that nothing names, and values beside them that say what the document is about. */
const MANY_UNNAMED = 10;
const FEW_VALUES = 3;
const FIGURE = /^[-+−]?\d[\d.,]*$/;

/** Without a long table of figures alone, of which no column says what its rows are; its words are counted. */
export function withoutUnnamed(
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
  return without(blocks, new Set(blocks.filter(isUnnamed)));
}

/** Whether figures rise from row to row, as those that number the rows. */
const areInOrder = (figures: number[]) =>
  figures.every((figure, at) => at === 0 || figure > (figures[at - 1] as number));

const isOfDays = ({ rows }: Table) => rows.every(([first = '']) => DAY.test(first));

function isCourse({ rows, header }: Table): boolean {
  if (header === null || rows.length < MIN_ROWS || !rows.every(([first = '']) => MOMENT.test(first)))
    return false;
  const cells = rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== '' && !MOMENT.test(cell));
  return cells.length === 0 || cells.filter((cell) => NUMBER.test(cell)).length >= FIGURES * cells.length;
}
