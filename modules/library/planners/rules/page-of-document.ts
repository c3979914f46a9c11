import { countWords } from '#shared/count-words.ts';
import type { Digest } from '#worker/extract/digest.ts';
import { clipLine } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import type { FlowBlock } from './flow-blocks.ts';
import { type PageCandidate, type PageScope, type PageSubject, pictureOf } from './page-candidate.ts';
import { languageOf, linkAddress, textParameter } from './page-parameters.ts';
import { countFittingCharacters, filenameOf, nameOf } from './page-words.ts';
import { isPlan, paperBlocks } from './paper-blocks.ts';

const MAX_NOTE_CHARACTERS = 20_000;
const MAX_PAIRS = 40;
/** Most lines of a ticket beside its facts, and the characters of one; longer lines are its terms. */
const MAX_TICKET_LINES = 6;
const MAX_TICKET_LINE_CHARACTERS = 140;

/** A document in its own structure, with the total of an invoice large; words without room are counted. */
export function documentPage({ asset, title, note, picture: photo }: PageSubject): PageCandidate {
  const { digest } = asset;
  const { total = null } = digest;
  const name = title ?? nameOf(asset);
  const isShown = digest.shape === 'slides' || (isShort(asset) && digest.shape !== 'ticket');
  const picture = isShown && !photo ? pictureOf(asset) : null;
  const { blocks, rest } = paperBlocks(digest, name);
  const unshownWords = digest.omitted + countWords(rest);
  const parameters = {
    title: clipLine(name ?? 'Document', 400),
    ...textParameter('note', note, MAX_NOTE_CHARACTERS),
    ...(total && { figure: { key: clipLine(total.key, 200), value: clipLine(total.value, 200) } }),
    blocks: digest.shape === 'slides' ? removeStackedHeadings(blocks) : blocks,
    ...(unshownWords > 0 && { omitted: unshownWords }),
    ...(picture && { image: picture }),
    ...(photo && { photo }),
    ...(digest.pages && { pages: digest.pages }),
    ...textParameter('author', digest.author, 200),
    ...textParameter('kind', kindOf(asset), 200),
    ...textParameter('footer', filenameOf(asset) ?? digest.siteName, 200),
    ...linkAddress(asset),
    ...languageOf(asset),
  };
  return { template: 'document', parameters, why: total ? 'an invoice' : 'a long document' };
}

/** Most characters of a document that leave room for its first page beside them. */
const MAX_SHORT_CHARACTERS = 300;

const isShort = ({ digest }: PlannedAsset) => digest.text.length <= MAX_SHORT_CHARACTERS;

/** A ticket: its code beside its facts. */
export function ticketPage({ asset, title, note }: PageSubject): PageCandidate {
  const name = title ?? nameOf(asset);
  const lines = linesOf(asset);
  const pairs = pairsOf(asset).filter(({ value }) => value !== name);
  const said = [name, lines, ...pairs.flatMap(({ key, value }) => [key, value])].join(' ');
  const unshownWords = wordsBesides(asset.digest.text, said);
  const parameters = {
    title: clipLine(name ?? 'Ticket', 400),
    ...textParameter('note', note, MAX_NOTE_CHARACTERS),
    code: pictureOf(asset),
    ...textParameter('lines', lines, 1000),
    pairs,
    ...(unshownWords > 0 && { omitted: unshownWords }),
    ...languageOf(asset),
  };
  return { template: 'ticket', parameters, why: 'a ticket with a code' };
}

/** The unchanged first page, below a note of the owner. */
export function slidesPage({ asset, title, note }: PageSubject): PageCandidate {
  const { digest } = asset;
  const { total = null } = digest;
  const picture = pictureOf(asset);
  const wordsOnPicture = picture?.cuts?.reduce((sum, { words }) => sum + words, 0) ?? digest.words;
  const wordsAfter = Math.max(0, digest.words - wordsOnPicture);
  // The name in the footer may be the line of the sum.
  const isNamed = total !== null && (digest.title?.includes(total.value) ?? false);
  // Most pages contain their title already.
  const name = picture?.cuts ? title : (title ?? nameOf(asset));
  const parameters = {
    image: picture,
    ...textParameter('note', note, MAX_NOTE_CHARACTERS),
    ...textParameter('title', name, 400),
    ...(digest.pages && { pages: digest.pages }),
    ...(picture?.cuts && wordsAfter > 0 && { omitted: wordsAfter }),
    ...(picture?.cuts &&
      total &&
      !isNamed && { figure: `${clipLine(total.key, 100)} ${clipLine(total.value, 90)}` }),
    ...textParameter(
      'footer',
      (picture?.cuts && digest.title) || (filenameOf(asset) ?? digest.siteName),
      200,
    ),
    ...languageOf(asset),
  };
  return { template: 'slides', parameters, why: picture?.cuts ? 'a page as it stands' : 'slides' };
}

/** The least ratio of height to width of a poster, and the least width of a panel with room for its words beside it. */
const MIN_POSTER_RATIO = 0.9;
const MIN_POSTER_PANEL_WIDTH = 480;
/** The least share of a poster's letters in sentences, and of a sentence's letters in words; other lines are labels. */
const MIN_SENTENCE_SHARE = 0.4;
const MIN_LETTER_SHARE = 0.6;

/** Whether a page is a poster or a cover, whose words are more legible beside it than on it. */
export function isPoster(asset: PlannedAsset, { viewport: { width, height } }: PageScope): boolean {
  const { shape, text, image } = asset.digest;
  const picture = pictureOf(asset);
  if (shape !== 'slides' || !picture || image?.cuts || width < MIN_POSTER_PANEL_WIDTH || width < 1.4 * height)
    return false;
  const lines = text.split('\n').filter(isSentence);
  const sentenceLetters = lines.reduce((sum, line) => sum + line.length, 0);
  const isTall = picture.height > MIN_POSTER_RATIO * picture.width;
  return isTall && text.trim() !== '' && sentenceLetters >= MIN_SENTENCE_SHARE * text.length;
}

/** Whether a line has three words or more and few other characters. */
function isSentence(line: string): boolean {
  const words = line.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 && words.join('').length >= MIN_LETTER_SHARE * line.length;
}

/** Without consecutive headings, which on a poster are lines of one text. */
const removeStackedHeadings = (blocks: FlowBlock[]) =>
  blocks.map((block, at) =>
    block.kind === 'heading' && blocks[at + 1]?.kind === 'heading'
      ? { kind: 'paragraph' as const, text: block.text }
      : block,
  );

/** Least type size in pixels of a legible page, and of one that is more useful than uncertain recognised text. */
const MIN_EASY_TYPE_PIXELS = 13.5;
const MIN_TYPE_PIXELS = 6.8;
/** The same for a page that is mostly a wide table, because its rows are legible as text. */
const MIN_TABLE_TYPE_PIXELS = 9;
/** The same for a page that fits as a whole, if its text does not and the rows of its table would run together on lines; and the letters of such a row. */
const MIN_WHOLE_TYPE_PIXELS = 9.5;
const MAX_ROW_LETTERS = 84;

/** Whether to show the page of a document unchanged, because it is legible at the full width of the panel. */
export function isLegibleUnchanged(asset: PlannedAsset, { viewport }: PageScope): boolean {
  const { image, shape } = asset.digest;
  const picture = pictureOf(asset);
  if (shape !== 'document' || !picture || !image?.line || !image.cuts?.length || image.photographic)
    return false;
  const own = (image.line * picture.height) / 1000;
  const type = (own * viewport.width) / picture.width;
  const fittedTypePixels = own * Math.min(viewport.width / picture.width, viewport.height / picture.height);
  const isLong = asset.digest.text.length > countFittingCharacters(viewport);
  if (fittedTypePixels >= MIN_WHOLE_TYPE_PIXELS && isLong && hasLongRows(asset.digest)) return true;
  const least = isWideTable(asset.digest) ? MIN_TABLE_TYPE_PIXELS : MIN_TYPE_PIXELS;
  return image.covered === true || type >= (image.guessed ? least : MIN_EASY_TYPE_PIXELS);
}

const hasLongRows = ({ blocks }: PlannedAsset['digest']) =>
  blocks.some(
    (block) => block.kind === 'table' && block.rows.some((row) => row.join('  ').length > MAX_ROW_LETTERS),
  );

/** Whether most of a text is in plans, and in tables that have the rest of each row below it. */
function isWideTable({ blocks, text }: PlannedAsset['digest']): boolean {
  const rows = blocks.flatMap((block) =>
    block.kind === 'table' && (block.notes || isPlan(block))
      ? [...block.rows.flat(), ...(block.notes ?? [])]
      : [],
  );
  return 2 * rows.join('').length > text.length;
}

function pairsOf({ digest }: PlannedAsset) {
  return digest.pairs
    .slice(0, MAX_PAIRS)
    .map(({ key, value }) => ({ key: clipLine(key, 200), value: clipLine(value, 400) }))
    .filter(({ key, value }) => key !== '' && value !== '');
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The number of words of a text that others do not contain, with repetitions. */
function wordsBesides(text: string, others: string): number {
  const available = new Map<string, number>();
  for (const word of wordsOf(others)) available.set(word, (available.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of wordsOf(text)) {
    const more = available.get(word) ?? 0;
    if (more > 0) available.set(word, more - 1);
    else count++;
  }
  return count;
}

/** The lines of a ticket other than its title, its facts and its terms. */
function linesOf({ digest }: PlannedAsset): string {
  const { title, pairs } = digest;
  const lines: string[] = [];
  const known = new Set(wordsOf([title, ...pairs.flatMap(({ key, value }) => [key, value])].join(' ')));
  for (const block of digest.blocks ?? []) {
    if (block.kind === 'table') lines.push(...rowsOf(block, known));
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    if (block.text.length > MAX_TICKET_LINE_CHARACTERS) break;
    const { text } = block;
    // A short name can be a word of another sentence.
    const said = pairs.some(
      ({ key, value }) =>
        text === key || text === value || (text.includes(value) && (value.length >= 4 || text.includes(key))),
    );
    if (!said && text !== title) lines.push(clipLine(text, MAX_TICKET_LINE_CHARACTERS));
  }
  const timed = lines.filter((line) => TIME.test(line));
  return [...timed, ...lines.filter((line) => !timed.includes(line))].slice(0, MAX_TICKET_LINES).join('\n');
}

/** Times matter most on a ticket. */
const TIME = /\b\d{1,2}[:h]\d{2}\b|\b\d{1,2}\.\d{2} ?(?:uhr|h)\b/i;
/** A number that needs its name: of a platform, a coach. */
const BARE_NUMBER = /^\d{1,4}\p{L}?$/u;

/** Rows of a ticket's table that say more than its facts: where a train goes, and when. A bare number, and each cell of a single row, has its name before it. */
function rowsOf(
  { header, rows }: Extract<Digest['blocks'][number], { kind: 'table' }>,
  known: Set<string>,
): string[] {
  return rows
    .filter((row) => row.some((cell) => wordsOf(cell).some((word) => !known.has(word))))
    .map((row) =>
      row
        .map((cell, at) => {
          const isNamed = cell !== '' && (rows.length === 1 || BARE_NUMBER.test(cell));
          return isNamed ? `${header?.[at] ?? ''} ${cell}`.trim() : cell;
        })
        .filter((cell) => cell !== '')
        .join(' · '),
    )
    .filter((row) => row.length <= MAX_TICKET_LINE_CHARACTERS);
}

function kindOf({ contentType, digest: { pages } }: PlannedAsset): string | null {
  if (contentType === 'application/pdf' || pages !== null) return 'PDF';
  return contentType === 'text/markdown' ? 'Markdown' : null;
}
