import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import type { FlowBlock } from './flow-blocks.ts';
import { type PageCandidate, type PageScope, pictureOf, type Subject } from './page-candidate.ts';
import { language } from './page-parameters.ts';
import { filenameOf, nameOf, wordsIn } from './page-words.ts';
import { paperBlocks } from './paper-blocks.ts';

const MAX_PROSE = 20_000;
const MAX_PAIRS = 40;
/** Lines of a ticket beside its facts, and how long one may be: longer ones are its terms. */
const MAX_LINES = 6;
const MAX_LINE = 140;

/** A paper: what it says in its own structure, the sum of an invoice large; what has no room is counted. */
export function documentPage({ asset, title, note }: Subject): PageCandidate {
  const { digest } = asset;
  const { total = null } = digest;
  const name = title ?? nameOf(asset);
  const isShown = digest.shape === 'slides' || (isShort(asset) && digest.shape !== 'ticket');
  const picture = isShown ? pictureOf(asset) : null;
  const { blocks, rest } = paperBlocks(digest, name);
  const left = digest.omitted + wordsIn(rest);
  const parameters = {
    title: clipLine(name ?? 'Document', 400),
    ...some('note', note, MAX_PROSE),
    ...(total && { figure: { key: clipLine(total.key, 200), value: clipLine(total.value, 200) } }),
    blocks: digest.shape === 'slides' ? withoutStackedHeadings(blocks) : blocks,
    ...(left > 0 && { omitted: left }),
    ...(picture && { image: picture }),
    ...(digest.pages && { pages: digest.pages }),
    ...some('author', digest.author, 200),
    ...some('kind', kindOf(asset), 200),
    ...some('footer', filenameOf(asset) ?? digest.siteName, 200),
    ...language(asset),
  };
  return { template: 'document', parameters, why: total ? 'an invoice' : 'a long document' };
}

/** Characters of a paper that leave room for its first page beside them. */
const MAX_SHORT = 300;

const isShort = ({ digest }: PlannedAsset) => digest.text.length <= MAX_SHORT;

/** A ticket: its code beside its facts. */
export function ticketPage({ asset, title, note }: Subject): PageCandidate {
  const name = title ?? nameOf(asset);
  const lines = linesOf(asset);
  const pairs = pairsOf(asset).filter(({ value }) => value !== name);
  const said = [name, lines, ...pairs.flatMap(({ key, value }) => [key, value])].join(' ');
  const left = wordsBesides(asset.digest.text, said);
  const parameters = {
    title: clipLine(name ?? 'Ticket', 400),
    ...some('note', note, MAX_PROSE),
    code: pictureOf(asset),
    ...some('lines', lines, 1000),
    pairs,
    ...(left > 0 && { omitted: left }),
    ...language(asset),
  };
  return { template: 'ticket', parameters, why: 'a ticket with a code' };
}

/** The first page as it is, below a note of the owner's. */
export function slidesPage({ asset, title, note }: Subject): PageCandidate {
  const { digest } = asset;
  const { total = null } = digest;
  const picture = pictureOf(asset);
  const onIt = picture?.cuts?.reduce((sum, { words }) => sum + words, 0) ?? digest.words;
  const after = Math.max(0, digest.words - onIt);
  // Most pages have their name on them.
  const name = picture?.cuts ? title : (title ?? nameOf(asset));
  const parameters = {
    image: picture,
    ...some('note', note, MAX_PROSE),
    ...some('title', name, 400),
    ...(digest.pages && { pages: digest.pages }),
    ...(picture?.cuts && after > 0 && { omitted: after }),
    ...(picture?.cuts && total && { figure: `${clipLine(total.key, 100)} ${clipLine(total.value, 90)}` }),
    ...some('footer', (picture?.cuts && digest.title) || (filenameOf(asset) ?? digest.siteName), 200),
    ...language(asset),
  };
  return { template: 'slides', parameters, why: picture?.cuts ? 'a page as it stands' : 'slides' };
}

/** Of a page: how high a poster is for its width; of a panel: the width from which its words have room beside it. */
const POSTER_SHAPE = 0.9;
const MIN_WIDTH = 480;
/** Share of its letters in lines of three words or more: others are labels. */
const SPOKEN = 0.4;
const WORDED = 0.6;

/** Whether a page is a poster or a cover whose words are better read beside it than on it. */
export function isPoster(asset: PlannedAsset, { viewport: { width, height } }: PageScope): boolean {
  const { shape, text, image } = asset.digest;
  const picture = pictureOf(asset);
  if (shape !== 'slides' || !picture || image?.cuts || width < MIN_WIDTH || width < 1.4 * height)
    return false;
  const lines = text.split('\n').filter(isSpoken);
  const spoken = lines.reduce((sum, line) => sum + line.length, 0);
  const isTall = picture.height > POSTER_SHAPE * picture.width;
  return isTall && text.trim() !== '' && spoken >= SPOKEN * text.length;
}

/** Whether a line has three words or more and not much besides them. */
function isSpoken(line: string): boolean {
  const words = line.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 && words.join('').length >= WORDED * line.length;
}

/** A line of a poster is no heading of the one below it. */
const withoutStackedHeadings = (blocks: FlowBlock[]) =>
  blocks.map((block, at) =>
    block.kind === 'heading' && blocks[at + 1]?.kind === 'heading'
      ? { kind: 'paragraph' as const, text: block.text }
      : block,
  );

/** Pixels of type from which a page is read with ease, and from which it is of more use than a guess at what it says. */
const EASY_TYPE = 13.5;
const MIN_TYPE = 6.8;

/** Whether a paper's page is to be shown as it is, and can be read there when it fills the width of a panel. */
export function isShownAsItIs(asset: PlannedAsset, { viewport }: PageScope): boolean {
  const { image, shape } = asset.digest;
  const picture = pictureOf(asset);
  if (shape !== 'document' || !picture || !image?.line || !image.cuts?.length || image.photographic)
    return false;
  const type = (image.line * picture.height * viewport.width) / (1000 * picture.width);
  return image.covered === true || type >= (image.guessed ? MIN_TYPE : EASY_TYPE);
}

function pairsOf({ digest }: PlannedAsset) {
  return digest.pairs
    .slice(0, MAX_PAIRS)
    .map(({ key, value }) => ({ key: clipLine(key, 200), value: clipLine(value, 400) }))
    .filter(({ key, value }) => key !== '' && value !== '');
}

/** How many words of a text are not among others, each as often as it stands there. */
function wordsBesides(text: string, others: string): number {
  const wordsOf = (words: string) => words.match(/[\p{L}\p{N}]+/gu) ?? [];
  const left = new Map<string, number>();
  for (const word of wordsOf(others)) left.set(word, (left.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of wordsOf(text)) {
    const more = left.get(word) ?? 0;
    if (more > 0) left.set(word, more - 1);
    else count++;
  }
  return count;
}

/** The lines of a ticket that are neither its title nor its facts nor its terms. */
function linesOf({ digest }: PlannedAsset): string {
  const { title, pairs } = digest;
  const lines: string[] = [];
  for (const block of digest.blocks ?? []) {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') continue;
    if (block.text.length > MAX_LINE) break;
    const { text } = block;
    // A short name may be a word of any sentence.
    const said = pairs.some(
      ({ key, value }) =>
        text === key || text === value || (text.includes(value) && (value.length >= 4 || text.includes(key))),
    );
    if (!said && text !== title) lines.push(clipLine(text, MAX_LINE));
  }
  return lines.slice(0, MAX_LINES).join('\n');
}

function kindOf({ contentType, digest: { pages } }: PlannedAsset): string | null {
  if (contentType === 'application/pdf' || pages !== null) return 'PDF';
  return contentType === 'text/markdown' ? 'Markdown' : null;
}

function some(name: string, text: string | null | undefined, most: number): Record<string, string> {
  const clipped = text ? (most > 400 ? clipText(text, most) : clipLine(text, most)) : '';
  return clipped === '' ? {} : { [name]: clipped };
}
