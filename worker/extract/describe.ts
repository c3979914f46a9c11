import { countWords } from '#shared/count-words.ts';
import { type Block, blocksToText, oneLine, shorten } from './blocks.ts';
import { blankDigest, type Digest, type Shape } from './digest.ts';
import { findList, isAgenda, titleOfOnlyList } from './find-list.ts';
import { findQuotation } from './find-quotation.ts';
import { guessLanguage } from './languages/guess-language.ts';
import { summarise } from './summarise.ts';

const MAX_HEADINGS = 40;
const MAX_PAIRS = 200;
const MAX_TITLE = 160;
/** Limit of the letters of an exclamation at the head of an invitation. */
const MAX_EXCLAMATION_LETTERS = 30;
/** Number of characters above which running text is more than a note. */
const ARTICLE_LENGTH = 700;
const DOCUMENT_LENGTH = 12_000;
const HEADLINE_LENGTH = 80;
/** Limit of the parts of a text with a table that is read from its beginning. */
const MAX_PARTS = 6;

/** Facts about the material besides its blocks. */
export interface Known {
  title?: string | null;
  lead?: string | null;
  omitted?: number;
  omittedItems?: number;
  /** Set for data of a program: rows matter more than the text around them. */
  isData?: boolean;
}

/** Describes text from its blocks alone. */
export function describeBlocks(blocks: Block[], known: Known = {}): Digest {
  const text = blocksToText(blocks);
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph' || block.kind === 'quote');
  const language = guessLanguage(known.isData ? sentencesOf(blocks) : text);
  const list = findList(blocks);
  const quotation = list ? null : findQuotation(blocks);
  const pairs = blocks.filter((block) => block.kind === 'pair').slice(0, MAX_PAIRS);
  const digest: Digest = {
    ...blankDigest('note'),
    blocks,
    lead: known.lead ?? null,
    omitted: known.omitted ?? 0,
    omittedItems: known.omittedItems ?? 0,
    text,
    language,
    words: countWords(text),
    headings: blocks
      .filter((block) => block.kind === 'heading')
      .slice(0, MAX_HEADINGS)
      .map((block) => shorten(block.text, MAX_TITLE)),
    list,
    pairs: pairs.map(({ key, value }) => ({ key, value })),
    quotation,
  };
  const shape = chooseShape(blocks, digest, known.isData === true);
  const title = known.title ? shorten(oneLine(known.title), MAX_TITLE) : findTitle(blocks, shape);
  const prose = paragraphs.map((block) => block.text).filter((each) => each !== title);
  const isList = list !== null && (shape === 'list' || shape === 'agenda');
  let summary = summarise(prose.length > 0 ? prose : [text], language);
  if (shape === 'table') summary = joinShortened(pairs.map(({ key, value }) => `${key}: ${value}`));
  if (isList)
    summary = joinShortened(list.items.map(({ when, text: item }) => (when ? `${when} ${item}` : item)));
  const label = isList ? titleOfOnlyList(digest) : null;
  return { ...digest, shape, title: title ?? label, summary };
}

/** Number of words from which a value is a sentence. */
const MIN_SENTENCE_WORDS = 5;
/** A letter of another script than Latin, which shows the language even in a name. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/** The values of data that are sentences: names and units of programs have no language. */
function sentencesOf(blocks: Block[]): string {
  const isSentence = (text: string) =>
    (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= MIN_SENTENCE_WORDS || OTHER_SCRIPT.test(text);
  return blocks.flatMap(valuesOf).filter(isSentence).join('\n');
}

const valuesOf = (block: Block): string[] => {
  if (block.kind === 'pair') return [block.value];
  return block.kind === 'table'
    ? [...block.rows.flat(), ...(block.notes ?? [])]
    : blocksToText([block]).split('\n');
};

function chooseShape(blocks: Block[], { text, list, pairs, quotation }: Digest, isData: boolean): Shape {
  const count = (...kinds: Block['kind'][]) => blocks.filter((block) => kinds.includes(block.kind)).length;
  const prose = blocks.reduce((sum, block) => sum + (block.kind === 'paragraph' ? block.text.length : 0), 0);
  const parts = blocks.filter(({ kind }) => kind !== 'heading');
  const whole = (kind: Block['kind']) => parts.length > 0 && parts.every((block) => block.kind === kind);
  if (count('recipe') > 0) return 'recipe';
  if (count('events') > 0) return 'agenda';
  if (whole('chat')) return 'chat';
  if (whole('code')) return 'code';
  const isGrid = count('table') === 1 && count('table', 'pair') === parts.length;
  if (isGrid && (isData || parts.length <= MAX_PARTS)) return 'grid';
  const isSpoken =
    isData && blocks[0]?.kind === 'paragraph' && count('pair', 'heading') === blocks.length - 1;
  if (isSpoken && pairs.length > 0) return 'table';
  if (text.length > DOCUMENT_LENGTH && pairs.length * 2 < blocks.length) return 'document';
  if (quotation) return 'quotation';
  const listed = list ? list.items.reduce((sum, item) => sum + item.text.length, 0) : 0;
  if (list && (listed * 1.5 > prose || prose < 200)) return isAgenda(list) ? 'agenda' : 'list';
  if (pairs.length >= 1 && whole('pair')) return 'table';
  if (prose > ARTICLE_LENGTH || (count('heading') > 1 && prose > 200)) return 'article';
  return text.length <= HEADLINE_LENGTH && !text.includes('\n') ? 'headline' : 'note';
}

function joinShortened(parts: string[]): string {
  return shorten(parts.join(' · '), 320);
}

/** The first line, if it is a heading or a short line apart from the rest. */
function findTitle(blocks: Block[], shape: Shape): string | null {
  const first = blocks[0];
  const recipe = blocks.find((block) => block.kind === 'recipe');
  if (recipe) return recipe.recipe.title && shorten(oneLine(recipe.recipe.title), MAX_TITLE);
  const isOneOfMany = (block: Block) =>
    first?.kind === 'heading' && block !== first && block.kind === 'heading' && block.level === first.level;
  // The heading of the first of several parts is not the title of the whole.
  if (first?.kind === 'heading' && first.level > 2 && blocks.some(isOneOfMany)) return null;
  if (first?.kind === 'heading') return shorten(removeColon(oneLine(first.text)), MAX_TITLE);
  if (shape === 'quotation' || shape === 'headline' || first?.kind !== 'paragraph' || blocks.length < 2)
    return null;
  const line = oneLine(first.text);
  const isCall = line.endsWith('!') && line.length <= MAX_EXCLAMATION_LETTERS && blocks.length > 2;
  const stands =
    line.length <= 90 &&
    !first.text.includes('\n') &&
    (isCall || !/(?<!\d)\.$|[;,!?。，；！？]$/u.test(line));
  return stands ? removeColon(line) : null;
}

/** In French, a space precedes a colon. */
const removeColon = (line: string) => line.replace(/\s?[:：]$/u, '');
