import { UNSPACED_LETTER } from '#shared/count-words.ts';
import type { Block } from './blocks.ts';
import { isDay } from './find-list.ts';
import { isPair } from './read-pairs.ts';
import { MAX_HEADING } from './split-paragraph.ts';

/** Least lines below a title. An address and a verse have fewer. */
const MIN_BELOW = 4;
/** Signs and figures that a title does not have: they make a line one entry among others. */
const NO_TITLE = /[\p{Nd}:：=|→]|[.,;?。，；？…]$|(?<!\([^()]{1,40})\)$|^[\p{Ll}([<>"“«]/u;
/** A dash, which entries have: a title has one only above lines of facts. */
const DASH = /\s[-–—]\s/u;
/** Most letters of a title above lines of facts, and their least share. */
const MAX_TITLE_ABOVE_FACTS = 60;
const FACTS_SHARE = 2 / 3;
/** Least items below a title and its facts. */
const MIN_ITEMS = 3;
const LABEL_END = /[:：]$/u;
/** A line that tells a fact: it has a figure, or a name before a colon. Verse has few. */
const isFact = (line: string) => /\p{Nd}/u.test(line) || isPair(line);

/** A line in capitals: `BOARDING PASS`. */
const CAPITALS = /^(?=.*\p{Lu}{2})[^\p{Ll}]{4,60}$/u;

/** A name in capitals before a dash, and what it is about: `CAMPING - bring this time!`. */
const CAPITAL_NAME = /^\p{Lu}{3,}(?:\s\p{Lu}{2,}){0,4}\s[-–—]\s\S/u;
/** Least blocks and lines below such a name. */
const MIN_BELOW_NAME = 3;

/**
 * Makes a heading of the first line of a paragraph if it names the lines below: `House rules for our guests`, then one rule
 * per line, or a line in capitals above names and values.
 */
export function markTitleLine(blocks: Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.kind !== 'paragraph' || others.some(({ kind }) => kind === 'heading')) return blocks;
  const [title = '', ...lines] = first.text.split('\n');
  const facts = lines.filter(isFact).length;
  const isAboveLines = lines.length >= MIN_BELOW && 3 * facts >= lines.length;
  const isAboveLabel = lines.length >= MIN_BELOW && LABEL_END.test(lines[0] ?? '');
  const pairs = others.filter(({ kind }) => kind === 'pair').length;
  const isAbovePairs =
    pairs >= MIN_BELOW && 2 * pairs >= others.length && (CAPITALS.test(title) || lines.length > 0);
  const items = others.filter(({ kind }) => kind === 'item').length;
  const isAboveItems = items >= MIN_ITEMS && lines.length > 0 && facts === lines.length;
  const isAboveText = CAPITALS.test(title) && lines.length > 1 && !lines.some((line) => CAPITALS.test(line));
  const isNamed = isAboveText || isAboveLines || isAboveLabel || isAbovePairs || isAboveItems;
  const isAboveFacts = isAboveLines && facts >= FACTS_SHARE * lines.length;
  const isCapitalName =
    title.length <= MAX_TITLE_ABOVE_FACTS &&
    lines.length + others.length >= MIN_BELOW_NAME &&
    CAPITAL_NAME.test(title) &&
    !lines.some((line) => CAPITAL_NAME.test(line));
  if (!isCapitalName && (!isNamed || !isTitle(title, isAboveFacts))) return blocks;
  return [
    { kind: 'heading', level: 1, text: title },
    ...(lines.length > 0 ? [{ kind: 'paragraph' as const, text: lines.join('\n') }] : []),
    ...others,
  ];
}

/** Two words at least: a single one may be the name of a shop above what to buy there, with others below. */
const isTitle = (line: string, isAboveFacts: boolean) =>
  line.length <= (isAboveFacts ? MAX_TITLE_ABOVE_FACTS : MAX_HEADING) &&
  (isAboveFacts || !DASH.test(line)) &&
  !NO_TITLE.test(line) &&
  !isDay(line) &&
  (/\p{L}\S*\s+\S/u.test(line) || UNSPACED_LETTER.test(line));
