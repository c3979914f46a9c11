import type { Block } from '#worker/extract/blocks.ts';
import type { Digest } from '#worker/extract/digest.ts';
import { bodyBlocks, type FlowBlock, removeColon } from './flow-blocks.ts';

/**
 * The blocks of a document, with the rows of an invoice before its addresses. The line that is the title of the page
 * is omitted once.
 */
export function paperBlocks(digest: Digest, title: string | null): { blocks: FlowBlock[]; rest: string } {
  const lines = removeLine(digest.blocks, title);
  const sortedBlocks = digest.total === null ? lines : tablesFirst(lines);
  const blocks = sortedBlocks.map(removeLongNotes);
  const { rest, ...body } = bodyBlocks({ ...digest, title: null, blocks }, null);
  const omittedNotes = sortedBlocks.flatMap((block, at) => (block !== blocks[at] && notesOf(block)) || []);
  return { ...body, rest: [rest, ...omittedNotes].join(' ').replaceAll(' · ', ' ') };
}

/** Number of rows above which notes are left out if they have more letters than the rows. */
const MAX_NOTED_ROWS = 8;
/** Lines of a table with notes that fit on a page, letters of a line, and number of rows that always keep their notes. */
const MAX_NOTED_LINES = 16;
const LINE_LETTERS = 74;
const MIN_NOTED_ROWS = 6;
/** Ratio of letters in notes to letters in rows from which leaving notes out gains room. */
const MIN_SHARE = 0.75;
/** Number of columns from which a table is a plan. Plans are read along their rows, which notes would separate. */
const MIN_PLAN_COLUMNS = 8;

type Table = Extract<Block, { kind: 'table' }>;

export const isPlan = ({ align }: Table) => align.length >= MIN_PLAN_COLUMNS;

/** Removes the notes below the rows of a table if they would leave room for a few rows only. */
function removeLongNotes(block: Block): Block {
  const notes = notesOf(block);
  if (block.kind !== 'table' || !notes || block.rows.length <= MIN_NOTED_ROWS) return block;
  const lettersOf = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const lines = notes.reduce((sum, note) => sum + Math.ceil(note.length / LINE_LETTERS), block.rows.length);
  const share = lettersOf(notes) / Math.max(1, lettersOf(block.rows.flat()));
  const isLong = block.align.length >= MIN_PLAN_COLUMNS || (block.rows.length > MAX_NOTED_ROWS && share > 1);
  if (!isLong && (lines <= MAX_NOTED_LINES || share < MIN_SHARE)) return block;
  const { notes: _, ...table } = block;
  return table;
}

const notesOf = (block: Block) => (block.kind === 'table' ? block.notes : undefined);

/** The table with the most columns first, then the other tables, then the other blocks, each on one line. */
function tablesFirst(blocks: Block[]): Block[] {
  const tables = blocks.filter((block) => block.kind === 'table');
  // A receipt without a table has its rows as lines of text.
  if (tables.length === 0) return blocks;
  const columns = Math.max(0, ...tables.map(({ align }) => align.length));
  const main = tables.find(({ align }) => align.length === columns);
  const otherTables = tables.filter((block) => block !== main && block !== tables[0]);
  const firstTable = tables[0] === main ? [] : tables.slice(0, 1);
  const others = blocks.filter(({ kind }) => kind !== 'table').map(onOneLine);
  return [...(main ? [main] : []), ...otherTables, ...firstTable, ...others];
}

/** Addresses and similar blocks, one line each. */
function onOneLine(block: Block): Block {
  return block.kind === 'paragraph' ? { ...block, text: block.text.replaceAll('\n', ' · ') } : block;
}

/** The blocks without the first line that repeats the title. */
function removeLine(blocks: Block[], title: string | null): Block[] {
  if (title === null) return blocks;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'heading' && block.kind !== 'paragraph') continue;
    const lines = block.text.split('\n');
    const line = lines.findIndex((one) => removeColon(one) === removeColon(title));
    if (line < 0 && removeColon(block.text) !== removeColon(title)) continue;
    const rest = line < 0 ? '' : lines.toSpliced(line, 1).join('\n');
    return blocks.toSpliced(at, 1, ...(rest === '' ? [] : [{ ...block, text: rest }]));
  }
  return blocks;
}
