import { type Amount, countAmount } from '#shared/count-words.ts';
import { sentencesOf } from '../../extract/sentences.ts';
import { chooseSetting, toSetting } from './flow/choose-setting.ts';
import { fillColumns } from './flow/fill-columns.ts';
import { type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import type { Box, Page } from './page.ts';

/** A text ends after a whole sentence if that fills at least this share of the room. */
const MIN_FILLED_SHARE = 0.72;
/** The same from which a larger type is preferred to more sentences. */
const MIN_LARGER_SHARE = 0.85;
/** Characters of whole sentences of a long first paragraph from which larger type is taken; the most of a label. */
const MIN_WHOLE = 90;
const MAX_LABEL = 30;
/** Characters that are cut into sentences; no page has room for more. */
const MAX_CUT = 6000;

/** A sentence of a block, or a block that is not cut. */
interface Unit {
  block: number;
  text: string;
}

/**
 * Puts the beginning of a text, in the largest type in which it is whole, else as many sentences as there is room for. What is
 * missing is counted. Returns the lower edge.
 */
export function putExcerpt(page: Page, box: Box, blocks: FlowBlock[], omitted: number): number {
  const { type, least } = page.theme;
  const all = partsOf(page, blocks);
  const whole = { most: type.lead, least: type.body };
  if (all.length === 0 && omitted === 0) return box.y;
  if (omitted === 0 && chooseSetting(page, all, box, whole)) return putFlow(page, all, box, whole).bottom;
  const smallest = Math.max(least, type.small);
  const sizes = [type.lead, (type.lead + type.body) >> 1, type.body, (type.body + smallest) >> 1, smallest];
  const taken = [...new Set(sizes)].flatMap((size) => take(page, box, blocks, size) ?? []);
  const rounded = taken.filter(({ isRounded }) => isRounded);
  const fullest = Math.max(0, ...rounded.map(({ share }) => share));
  const best = rounded.find(({ share }) => share >= Math.min(fullest, MIN_LARGER_SHARE)) ?? taken.at(-1);
  if (best) {
    const more = { items: 0, words: best.left.words + best.left.signs + omitted };
    const size = largestFor(page, box, best);
    return putFlow(page, partsOf(page, best.blocks), box, { most: size, least: size, more }).bottom;
  }
  return putFlow(page, all, box, { most: smallest, least: smallest, more: { items: 0, words: omitted } })
    .bottom;
}

/** The room above the line that counts the other words. */
const roomAbove = (page: Page, box: Box): Box => ({
  ...box,
  height: box.height - Math.ceil(page.theme.type.small * 1.35) - page.theme.gap,
});

/** The largest size at which chosen sentences still fit. */
function largestFor(page: Page, box: Box, { size, blocks }: { size: number; blocks: FlowBlock[] }): number {
  const room = roomAbove(page, box);
  const parts = partsOf(page, blocks);
  let largest = page.theme.type.lead;
  while (largest > size && fillColumns(page, parts, toSetting(page, room, largest, 1)).next !== null)
    largest--;
  return largest;
}

/** The most sentences that fit at a size above the line that counts the others; null when not even some words fit. */
function take(page: Page, box: Box, blocks: FlowBlock[], size: number) {
  const units = unitsOf(blocks, page.furniture.locale);
  const room = roomAbove(page, box);
  const filled = (some: Unit[]) =>
    fillColumns(page, partsOf(page, blocksOf(blocks, some)), toSetting(page, room, size, 1));
  const fits = (some: Unit[]) => filled(some).next === null;
  let count = mostOf(units.length, (number) => fits(units.slice(0, number)));
  // A heading or a label needs text below it.
  while (count > 0 && count < units.length && !isText(blocks, units[count - 1] as Unit)) count--;
  let shown = units.slice(0, count);
  const next = units[count];
  if (next && isText(blocks, next) && filled(shown).bottom < MIN_FILLED_SHARE * room.height) {
    const words = wordsOf(next.text, page.furniture.locale);
    const begun = (number: number) => [
      ...shown,
      {
        ...next,
        text: `${words
          .slice(0, number)
          .join('')
          .replace(/[\s\p{P}]+$/u, '')}…`,
      },
    ];
    const most = mostOf(words.length - 1, (number) => fits(begun(number)));
    if (most > 0) shown = begun(most);
  }
  if (shown.length === 0) return null;
  const taken = blocksOf(blocks, shown);
  // The first block is whole, or enough of its sentences.
  const whole = units.slice(0, count).reduce((sum, { text }) => sum + text.length, 0);
  const isRounded = count > 0 && (units[count]?.block !== 0 || whole >= MIN_WHOLE);
  const share = filled(shown).bottom / room.height;
  return { size, blocks: taken, isRounded, share, left: leftOut(blocks, taken) };
}

/** Whether a unit can stand last: not a heading, and not a label before other text. */
function isText(blocks: FlowBlock[], { block, text }: Unit): boolean {
  const { kind } = blocks[block] as FlowBlock;
  const isLabel = kind === 'paragraph' && text.length <= MAX_LABEL && !/[.!?。！？…]\P{L}{0,3}$/u.test(text);
  return kind !== 'heading' && !isLabel;
}

/** The largest number up to `limit` that fits; 0 when none does. */
function mostOf(limit: number, fits: (number: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const textOf = ({ text, label = '', mark = '', cells = [] }: FlowBlock) =>
  [label, mark, text, ...cells].join(' ');

function leftOut(all: FlowBlock[], shown: FlowBlock[]): Amount {
  const [whole, kept] = [all, shown].map((some) => countAmount(some.map(textOf).join('\n'))) as [
    Amount,
    Amount,
  ];
  return { words: Math.max(0, whole.words - kept.words), signs: Math.max(0, whole.signs - kept.signs) };
}

/** The sentences of paragraphs and quotes; other blocks are units as they are. */
function unitsOf(blocks: FlowBlock[], locale: string): Unit[] {
  let cut = 0;
  return blocks.flatMap(({ kind, text }, block): Unit[] => {
    if ((kind !== 'paragraph' && kind !== 'quote') || cut > MAX_CUT) return [{ block, text }];
    cut += text.length;
    return sentencesOf(text, locale).map((sentence) => ({ block, text: sentence }));
  });
}

const wordsOf = (text: string, locale: string) =>
  [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text.slice(0, MAX_CUT))].map(
    ({ segment }) => segment,
  );

/** The blocks of some units, in order. */
function blocksOf(blocks: FlowBlock[], units: Unit[]): FlowBlock[] {
  const texts = new Map<number, string>();
  for (const { block, text } of units) texts.set(block, (texts.get(block) ?? '') + text);
  return [...texts].map(([block, text]) => ({ ...(blocks[block] as FlowBlock), text: text.trimEnd() }));
}
