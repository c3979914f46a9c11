import { type Block, blocksToText } from '../blocks.ts';
import { countWords } from '../count-words.ts';

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
  const headed = (table: Table) => {
    const before = blocks[blocks.indexOf(table) - 1];
    return before?.kind === 'heading'
      ? (before.text
          .replace(/ › data$/, '')
          .split(' › ')
          .at(-1) ?? '')
      : '';
  };
  const isStep = (table: Table) => STEPS.test(headed(table));
  const kept = courses.find((table) => isOfDays(table) && isStep(table));
  const others = courses.filter((table) => table !== kept && isStep(table));
  if (!kept || others.length === 0) return { blocks, omitted: 0 };
  const gone = new Set<Block>();
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'table' || !others.includes(block)) continue;
    gone.add(block);
    const before = blocks[at - 1];
    if (before?.kind === 'heading') gone.add(before);
  }
  const omitted = [...gone].reduce((sum, block) => sum + countWords(blocksToText([block])), 0);
  return { blocks: blocks.filter((block) => !gone.has(block)), omitted };
}

const isOfDays = ({ rows }: Table) => rows.every(([first = '']) => DAY.test(first));

function isCourse({ rows, header }: Table): boolean {
  if (header === null || rows.length < MIN_ROWS || !rows.every(([first = '']) => MOMENT.test(first)))
    return false;
  const cells = rows.flatMap((row) => row.slice(1)).filter((cell) => cell !== '' && !MOMENT.test(cell));
  return cells.length === 0 || cells.filter((cell) => NUMBER.test(cell)).length >= FIGURES * cells.length;
}
