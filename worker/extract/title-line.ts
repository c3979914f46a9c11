import { UNSPACED_LETTER } from '#shared/count-words.ts';
import type { Block } from './blocks.ts';
import { isDay } from './find-list.ts';
import { isPair } from './read-pairs.ts';
import { MAX_HEADING } from './split-paragraph.ts';

/** Least lines below a title. An address and a verse have fewer. */
const MIN_BELOW = 4;
/** Signs and figures that a title does not have: they make a line one entry among others. */
const NO_TITLE = /[\p{Nd}:：=|→]|\s[-–—]\s|[.,;?。，；？…)]$|^[\p{Ll}([<>"“«]/u;
/** A line that tells a fact: it has a figure, or a name before a colon. Verse has few. */
const isFact = (line: string) => /\p{Nd}/u.test(line) || isPair(line);

/** A line in capitals: `BOARDING PASS`. */
const CAPITALS = /^(?=.*\p{Lu}{2})[^\p{Ll}]{4,60}$/u;

/**
 * Makes a heading of the first line of a paragraph if it names the lines below: `House rules for our guests`, then one rule
 * per line, or a line in capitals above names and values.
 */
export function markTitleLine(blocks: Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'heading')) return blocks;
  const [title = '', ...lines] = first.text.split('\n');
  const isAboveLines = lines.length >= MIN_BELOW && 3 * lines.filter(isFact).length >= lines.length;
  const pairs = others.filter(({ kind }) => kind === 'pair').length;
  const isAbovePairs = CAPITALS.test(title) && pairs >= MIN_BELOW && 2 * pairs >= others.length;
  const isNamed = isAboveLines || isAbovePairs;
  if (!isNamed || !isTitle(title)) return blocks;
  return [
    { kind: 'heading', level: 1, text: title },
    ...(lines.length > 0 ? [{ kind: 'paragraph' as const, text: lines.join('\n') }] : []),
    ...others,
  ];
}

/** Two words at least: a single one may be the name of a shop above what to buy there, with others below. */
const isTitle = (line: string) =>
  line.length <= MAX_HEADING &&
  !NO_TITLE.test(line) &&
  !isDay(line) &&
  (/\p{L}\S*\s+\S/u.test(line) || UNSPACED_LETTER.test(line));
