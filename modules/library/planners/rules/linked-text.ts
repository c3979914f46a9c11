import { countWords } from '#shared/count-words.ts';
import { isProse } from '#shared/is-prose.ts';
import type { PlannedAsset } from '../planner.ts';
import { bodyBlocks, type FlowBlock } from './flow-blocks.ts';

/** Most characters of a text that a page is given; the words of the rest are counted. */
const MAX_CHARACTERS = 2400;
const MAX_BLOCKS = 200;
const MAX_HEADING = 90;
/** Blocks among which the beginning of the text is looked for. */
const MAX_BEFORE = 40;
/** Letters by which a lead is recognised in the text. */
const LEAD_LETTERS = 40;

/** The text of a linked page: its lead, if that is not the beginning of the text, the text, and the words beyond. */
export function linkedText({ digest }: PlannedAsset, title: string | null) {
  const { blocks: all, rest } = bodyBlocks(digest, title);
  const blocks = all.map(toProse);
  const summary = isTitleAgain(digest.summary, title) && blocks.some(isText) ? '' : digest.summary;
  const lead = lettersOf(summary).slice(0, LEAD_LETTERS);
  const begin = lead === '' ? -1 : beginningOf(blocks, lead);
  const start = begin >= 0 ? begin : firstProse(blocks);
  const text = blocks.slice(start);
  const count = countUpTo(text);
  const remainingWords = text.slice(count).map(wordsOf).join(' ');
  const skippedWords = blocks.slice(0, start).map(wordsOf).join(' ');
  return {
    summary: begin >= 0 ? '' : summary,
    blocks: text.slice(0, count),
    omitted: digest.omitted + countWords(skippedWords) + countWords(remainingWords) + countWords(rest),
  };
}

/** Whether a description is the title between the words of an advertisement, as shops write it. */
function isTitleAgain(description: string, title: string | null): boolean {
  const name = lettersOf(title ?? '');
  const said = lettersOf(description);
  return name.length >= LEAD_LETTERS && said.length < 2 * name.length && said.includes(name.slice(0, 60));
}

/** A standfirst that a page marks as a heading is text. */
const toProse = (block: FlowBlock): FlowBlock =>
  block.kind === 'heading' && (block.text?.length ?? 0) > MAX_HEADING
    ? { kind: 'paragraph', text: block.text ?? '' }
    : block;

/** The number of blocks within the limits, at least one. */
function countUpTo(blocks: FlowBlock[]): number {
  let length = 0;
  for (const [at, block] of blocks.slice(0, MAX_BLOCKS).entries()) {
    length += wordsOf(block).length;
    if (length > MAX_CHARACTERS) return at + 1;
  }
  return Math.min(blocks.length, MAX_BLOCKS);
}

/** The first block that has the lead, which may go on in the next ones; -1 if none has. */
function beginningOf(blocks: FlowBlock[], lead: string): number {
  const texts = blocks.slice(0, MAX_BEFORE).map((block) => lettersOf(wordsOf(block)));
  for (const [at, text] of texts.entries()) {
    const own = text.length < lead.length ? texts.slice(at, at + 5).join('') : text;
    if (text !== '' && (own.startsWith(lead) || text.includes(lead))) return at;
  }
  return -1;
}

/** The first block of sentences or code, with the heading above it; it is preceded by bylines, dates and captions. */
function firstProse(blocks: FlowBlock[]): number {
  const first = blocks.findIndex((block, at) => at < MAX_BEFORE && isText(block));
  if (first < 0) return 0;
  return blocks[first - 1]?.kind === 'heading' ? first - 1 : first;
}

const isText = ({ kind, text = '' }: FlowBlock) => kind === 'code' || kind === 'row' || isProse(text);

const wordsOf = ({ label = '', mark = '', text = '', cells = [] }: FlowBlock) =>
  [label, mark, text, ...cells].filter((word) => word !== '').join(' ');

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
