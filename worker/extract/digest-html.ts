import type { Sandbox } from '../sandbox/sandbox.ts';
import { type Block, blocksToText } from './blocks.ts';
import type { Digest, Shape } from './digest.ts';
import { leadOf } from './lead.ts';
import type { HtmlReading } from './read-html.ts';
import type { TextPool } from './text-pool.ts';

const MAX_SUMMARY_CHARACTERS = 320;

/** Digests a web page, which is read in the child process. */
export async function digestHtml(
  bytes: Uint8Array,
  url: string,
  charset: string | null,
  sandbox: Sandbox,
  texts: TextPool,
): Promise<Digest> {
  const { value } = await sandbox.run('read-html', bytes, { url, charset });
  // An article may be a recipe without metadata.
  const read = await texts.digest({
    kind: value.isArticle ? 'page' : 'blocks',
    blocks: value.blocks,
  });
  const digest = { ...read, blocks: addPageTitle(read.blocks, value) };
  const { title, author, siteName, publishedAt, leadImageUrl, description, isArticle, about } = value;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
  const language = languageOf(value, digest);
  const shape = shapeOf(value, digest);
  const isData = shape !== 'article' && shape !== 'link';
  // The text around a video belongs to its player and to other users.
  const videoDescription = about?.kind === 'video' ? description : null;
  const lead = leadOf(description, isArticle ? value.blocks : [], language, MAX_SUMMARY_CHARACTERS);
  return {
    ...digest,
    shape,
    title,
    // The text of a page without an article is menus and notices: only its description is the author's.
    blocks:
      (isArticle && !videoDescription) || isData || !description
        ? digest.blocks
        : [{ kind: 'paragraph', text: description }],
    summary: isData ? digest.summary : (videoDescription ?? (lead || digest.summary)),
    language,
    about,
    author,
    siteName: siteName ?? host,
    publishedAt,
    leadImageUrl,
    url,
  };
}

/** Least letters from which the language of a text is certain. */
const MIN_LETTERS_OF_LANGUAGE = 300;

/** The language that a page declares. English is declared by many templates of sites in another one. */
function languageOf({ language, isArticle }: HtmlReading, digest: Digest): string | null {
  const isCertain = isArticle && digest.text.length >= MIN_LETTERS_OF_LANGUAGE;
  return language === 'en' && isCertain ? (digest.language ?? language) : (language ?? digest.language);
}

const STRUCTURED: ReadonlySet<Shape> = new Set(['list', 'agenda', 'table', 'grid', 'document']);
/** Limit of the letters of a page that can be shown as a whole. */
const MAX_WHOLE_LETTERS = 700;
/** Least shares of a page's letters in its tables, lists and values for these to be its content. */
const MIN_STRUCTURED_SHARE = 0.6;
const MIN_STRUCTURED_WHOLE_SHARE = 0.25;
/** With fewer items or values, they are part of a text. */
const MIN_STRUCTURED_BLOCKS = 4;

/**
 * Whether tables, lists and values are the content of a page: opening hours, a menu, a forecast. In a text with an author or a
 * date they are part of it, and lists on a page that has only a description are offers and menus.
 */
function isStructured(reading: HtmlReading, { blocks, text }: Digest): boolean {
  const { isArticle, about, description, author, publishedAt } = reading;
  if (about) return false;
  const structured = blocks.filter(
    ({ kind }) => kind === 'table' || kind === 'pair' || (kind === 'item' && (isArticle || !description)),
  );
  const isEnough =
    structured.length >= MIN_STRUCTURED_BLOCKS || structured.some(({ kind }) => kind === 'table');
  const isShort = text.length <= MAX_WHOLE_LETTERS && author === null && publishedAt === null;
  const least = isShort ? MIN_STRUCTURED_WHOLE_SHARE : MIN_STRUCTURED_SHARE;
  return isEnough && blocksToText(structured).length >= least * text.length;
}

/** Gives a recipe that was found in the text of a page the title of the page. */
function addPageTitle(blocks: Block[], { title, blocks: read }: HtmlReading): Block[] {
  const [first] = blocks;
  if (first?.kind !== 'recipe' || read[0]?.kind === 'recipe') return blocks;
  return [{ kind: 'recipe', recipe: { ...first.recipe, title: title ?? first.recipe.title } }];
}

function shapeOf(reading: HtmlReading, digest: Digest): Shape {
  const { isArticle, about, description, leadImageUrl } = reading;
  const [first] = digest.blocks;
  if (first?.kind === 'recipe') return 'recipe';
  if (first?.kind === 'events') return 'agenda';
  if (isStructured(reading, digest)) return STRUCTURED.has(digest.shape) ? digest.shape : 'document';
  if (isArticle || about || description || leadImageUrl || digest.shape === 'document') return 'article';
  return digest.text === '' ? 'link' : digest.shape;
}
