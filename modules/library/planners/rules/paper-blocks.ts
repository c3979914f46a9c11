import type { Block } from '#worker/extract/blocks.ts';
import type { Digest } from '#worker/extract/digest.ts';
import { bodyBlocks, type FlowBlock, withoutColon } from './flow-blocks.ts';

/**
 * The blocks of a document, with the rows of an invoice before its addresses. The line that is the title of the page
 * is omitted once.
 */
export function paperBlocks(digest: Digest, title: string | null): { blocks: FlowBlock[]; rest: string } {
  const blocks = withoutLine(digest.blocks, title);
  return bodyBlocks(
    { ...digest, title: null, blocks: digest.total === null ? blocks : tablesFirst(blocks) },
    null,
  );
}

/** The table with the most columns first, then the other tables, then the other blocks, each on one line. */
function tablesFirst(blocks: Block[]): Block[] {
  const tables = blocks.filter((block) => block.kind === 'table');
  // A receipt without a table has its rows as lines of text.
  if (tables.length === 0) return blocks;
  const columns = Math.max(0, ...tables.map(({ align }) => align.length));
  const main = tables.find(({ align }) => align.length === columns);
  const after = tables.filter((block) => block !== main && block !== tables[0]);
  const before = tables[0] === main ? [] : tables.slice(0, 1);
  const others = blocks.filter(({ kind }) => kind !== 'table').map(onOneLine);
  return [...(main ? [main] : []), ...after, ...before, ...others];
}

/** Addresses and similar blocks, one line each. */
function onOneLine(block: Block): Block {
  return block.kind === 'paragraph' ? { ...block, text: block.text.replaceAll('\n', ' · ') } : block;
}

/** The blocks without the first line that repeats the title. */
function withoutLine(blocks: Block[], title: string | null): Block[] {
  if (title === null) return blocks;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'heading' && block.kind !== 'paragraph') continue;
    const lines = block.text.split('\n');
    const line = lines.findIndex((one) => withoutColon(one) === withoutColon(title));
    if (line < 0 && withoutColon(block.text) !== withoutColon(title)) continue;
    const rest = line < 0 ? '' : lines.toSpliced(line, 1).join('\n');
    return blocks.toSpliced(at, 1, ...(rest === '' ? [] : [{ ...block, text: rest }]));
  }
  return blocks;
}
