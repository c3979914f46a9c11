import { type Block, blocksToText, oneLine, shorten } from './blocks.ts';
import { blankDigest, type Digest, type Shape } from './digest.ts';
import { findList, isAgenda } from './find-list.ts';
import { findQuotation } from './find-quotation.ts';
import { guessLanguage } from './guess-language.ts';
import { summarise } from './summarise.ts';

const MAX_HEADINGS = 40;
const MAX_PAIRS = 200;
const MAX_TITLE = 160;
/** Characters of running text beyond which it is more than a note. */
const ARTICLE_LENGTH = 700;
const DOCUMENT_LENGTH = 12_000;
const HEADLINE_LENGTH = 80;

/** What can be said of text, from its blocks alone. */
export function describeBlocks(blocks: Block[]): Digest {
  const text = blocksToText(blocks);
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph' || block.kind === 'quote');
  const language = guessLanguage(text);
  const list = findList(blocks);
  const quotation = list ? null : findQuotation(blocks);
  const pairs = blocks.filter((block) => block.kind === 'pair').slice(0, MAX_PAIRS);
  const digest: Digest = {
    ...blankDigest('note'),
    blocks,
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
  const shape = chooseShape(blocks, digest);
  const title = findTitle(blocks, shape);
  const prose = paragraphs.map((block) => block.text).filter((each) => each !== title);
  const isList = list !== null && (shape === 'list' || shape === 'agenda');
  let summary = summarise(prose.length > 0 ? prose : [text], language);
  if (shape === 'table') summary = inShort(pairs.map(({ key, value }) => `${key}: ${value}`));
  if (isList) summary = inShort(list.items.map(({ when, text: item }) => (when ? `${when} ${item}` : item)));
  return { ...digest, shape, title: title ?? (isList ? list.title : null), summary };
}

function chooseShape(blocks: Block[], { text, list, pairs, quotation }: Digest): Shape {
  const count = (...kinds: Block['kind'][]) => blocks.filter((block) => kinds.includes(block.kind)).length;
  const prose = blocks.reduce((sum, block) => sum + (block.kind === 'paragraph' ? block.text.length : 0), 0);
  if (text.length > DOCUMENT_LENGTH && pairs.length * 2 < blocks.length) return 'document';
  if (quotation) return 'quotation';
  const listed = list ? list.items.reduce((sum, item) => sum + item.text.length, 0) : 0;
  if (list && (listed * 1.5 > prose || prose < 200)) return isAgenda(list) ? 'agenda' : 'list';
  if (pairs.length >= 2 && pairs.length >= blocks.length / 2) return 'table';
  if (prose > ARTICLE_LENGTH || (count('heading') > 1 && prose > 200)) return 'article';
  return text.length <= HEADLINE_LENGTH && !text.includes('\n') ? 'headline' : 'note';
}

function inShort(parts: string[]): string {
  return shorten(parts.join(' · '), 320);
}

/** The first heading, else a short first line that stands apart from the rest. */
function findTitle(blocks: Block[], shape: Shape): string | null {
  const first = blocks[0];
  const heading = blocks.slice(0, 3).find((block) => block.kind === 'heading') ?? null;
  if (shape === 'table' && !heading) return nameOf(blocks);
  if (heading) return shorten(oneLine(heading.text), MAX_TITLE);
  if (shape === 'quotation' || shape === 'headline' || first?.kind !== 'paragraph' || blocks.length < 2)
    return null;
  const line = oneLine(first.text);
  const stands = line.length <= 90 && !first.text.includes('\n') && !/[.;,。，；]$/u.test(line);
  return stands ? line.replace(/[:：]$/u, '') : null;
}

function countWords(text: string): number {
  const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  return (
    (text.match(ideographs)?.length ?? 0) +
    (text.replace(ideographs, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0)
  );
}

/** What data calls itself: one of its first values is named so. */
function nameOf(blocks: Block[]): string | null {
  const named = blocks
    .slice(0, 8)
    .find(
      (block) =>
        block.kind === 'pair' && /(?:^|› )(?:title|name|city|place|location|subject)$/i.test(block.key),
    );
  return named?.kind === 'pair' ? shorten(named.value, MAX_TITLE) : null;
}
