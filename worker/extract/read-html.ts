import { isAscii, isUtf8 } from 'node:buffer';
import { parseHTML } from 'linkedom';
import { UnreadableError } from '../sandbox/errors.ts';
import type { TaskResult } from '../sandbox/task-result.ts';
import type { About } from './about.ts';
import { MIN_ARTICLE_LETTERS, readArticle } from './article-reader.ts';
import { authorName } from './author-name.ts';
import type { Block } from './blocks.ts';
import { decodeText } from './decode-text.ts';
import { type DomDocument, type DomElement, isNestedBeyond } from './dom.ts';
import { dropNotices } from './drop-notices.ts';
import { firstHeadings, headingTitle, isOfSite, withoutInvitation } from './heading-title.ts';
import { htmlBlocks } from './html-blocks.ts';
import {
  absoluteUrl,
  cleanText,
  type HtmlFacts,
  headingOfTitle,
  readFacts,
  removeSiteName,
  toTime,
} from './html-facts.ts';
import { provideParser } from './html-parser.ts';
import { openGraphAbout } from './open-graph.ts';
import { openingPost } from './opening-post.ts';
import { type PageData, readPageData } from './page-data.ts';
import { pageDescription } from './page-description.ts';
import { readPost } from './read-post.ts';
import { realTitle } from './real-title.ts';
import { removeClutter } from './remove-clutter.ts';
import { shopDescription, shopProduct } from './shop-product.ts';
import { unescapeEntities } from './strip-markup.ts';
import { readStructuredData } from './structured-data.ts';
import { dateInAddress, visibleDate } from './visible-date.ts';

provideParser(parseHTML);

export interface HtmlOptions {
  /** Address of the page after redirects; relative addresses are resolved against it. */
  url: string;
  /** The encoding that the server declared. */
  charset: string | null;
}

export interface HtmlReading extends HtmlFacts {
  /** Whether the page has an article; if not, the blocks are those of its body. */
  isArticle: boolean;
  blocks: Block[];
  about: About | null;
}

/** Limit of nested elements, as in browsers. */
const MAX_DEPTH = 512;
/** Bytes that are searched for the name of the encoding. */
const HEAD_BYTES = 16_384;
/** The same for the article text in a page's metadata. */
const MIN_METADATA_LETTERS = 80;

/**
 * The readable part of a web page, by Mozilla's Readability on linkedom: nothing is fetched and no script runs.
 * @throws {UnreadableError}
 */
export async function readHtml(
  bytes: Uint8Array,
  { url, charset }: HtmlOptions,
): Promise<TaskResult<HtmlReading>> {
  try {
    return { value: read(decodeText(bytes, charset ?? ownCharset(bytes)), url), picture: null };
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause;
    throw new UnreadableError('the page cannot be read', { cause });
  }
}

function read(html: string, url: string, comments: 'removed' | 'kept' = 'removed'): HtmlReading {
  const document: DomDocument = parseHTML(html).document;
  if (!document.documentElement || !document.body) {
    // linkedom creates a document only from text that looks like one, so a fragment is wrapped.
    return read(`<!doctype html><html><head></head><body>${html}</body></html>`, url, comments);
  }
  if (isNestedBeyond(document.documentElement, { depth: MAX_DEPTH }))
    throw new UnreadableError('the page is nested too deeply');
  const facts = readFacts(document, url);
  const data = readPageData(readStructuredData(document), facts.language);
  const about = data?.about ?? openGraphAbout(document) ?? shopProduct(document, url);
  const offered = about?.kind === 'product' ? shopDescription(document) : null;
  const pageHeadings = firstHeadings(document);
  removeClutter(document, comments);
  const shownDate = visibleDate(document, facts.language);
  const body = dropNotices(htmlBlocks(mainOf(document) ?? document.body), facts.title);
  const opening = openingPost(document, data?.opening ?? null);
  const openingBlocks = opening && dropNotices(htmlBlocks(opening), facts.title);
  const headings = body.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const article = readArticle(document);
  const content = article?.content
    ? parseHTML(`<html><body>${article.content}</body></html>`).document
    : null;
  const isOpened = openingBlocks !== null && lettersIn(openingBlocks) >= MIN_METADATA_LETTERS;
  const articleText = isOpened ? openingBlocks : articleBlocks(content, data, facts.title);
  // The subject of a page may be a comment: the first one of an issue.
  if (comments === 'removed' && !data && !articleText && body.every(({ kind }) => kind === 'heading'))
    return read(html, url, 'kept');
  const siteName = facts.siteName ?? cleanText(article?.siteName) ?? cleanText(data?.siteName);
  const post = readPost(facts.title, siteName);
  const ownTitle = data && (data.isJob || data.about.kind !== 'article') ? cleanText(data.title) : null;
  // A site describes itself on pages to which it gives no title.
  const [section] = isOfSite(facts.windowTitle, facts.title, pageHeadings) ? headings : [];
  const sectionText = section === undefined ? null : blocksBelow(body, section);
  const subject = section === undefined ? facts : { ...facts, description: null };
  const excerpt = articleText && section === undefined ? cleanText(article?.excerpt) : null;
  const said = post?.words ?? offered;
  const description = pageDescription({ facts: subject, data, said, excerpt, siteName, url });
  // A description that says nothing, without an article: what the page shows are other stories.
  const isClosed = subject.description !== null && description === null;
  return {
    ...facts,
    title: removeDescription(
      ownTitle ??
        post?.by ??
        section ??
        headingTitle(
          headingOfTitle(
            removeSiteName(
              wholeTitle(
                realTitle(withoutInvitation(cleanText(unescapeEntities(article?.title ?? '')))),
                realTitle(withoutInvitation(facts.title)),
              ) ?? cleanText(data?.title),
              siteName,
            ),
            headings,
          ),
          facts.windowTitle,
          [facts.title ?? '', ...pageHeadings],
          siteName,
        ),
      description,
    ),
    siteName,
    author: authorOf(facts, data, article?.byline, siteName),
    description,
    publishedAt:
      facts.publishedAt ??
      toTime(data?.publishedAt) ??
      toTime(article?.publishedTime) ??
      toTime(timeOf(content)) ??
      toTime(shownDate) ??
      toTime(dateInAddress(url)),
    leadImageUrl: facts.leadImageUrl ?? absoluteUrl(data?.imageUrl ?? null, url) ?? firstImage(content, url),
    language: facts.language ?? (article?.lang ? article.lang.slice(0, 2).toLowerCase() : null),
    isArticle: articleText !== null,
    blocks: dataBlocks(data) ?? sectionText ?? articleText ?? (isClosed ? [] : body),
    about,
  };
}

/** The blocks below a heading, which Readability may leave out; null if they are short. */
function blocksBelow(body: Block[], heading: string): Block[] | null {
  const below = body.slice(1 + body.findIndex((block) => block.kind === 'heading' && block.text === heading));
  return lettersIn(below) >= MIN_ARTICLE_LETTERS ? below : null;
}

/** The name of the author. A site is not its own author: it is named beside it anyway. */
function authorOf(
  facts: HtmlFacts,
  data: PageData | null,
  byline: string | null | undefined,
  siteName: string | null,
): string | null {
  // The author of a product's page is the owner of the shop. The brand is shown instead.
  const given = data?.about.kind === 'product' ? [data.author] : [facts.author, data?.author, byline];
  const names = given.map(authorName);
  const isSite = (name: string) => name.toLowerCase() === siteName?.toLowerCase();
  return names.find((name) => name !== null && !isSite(name)) ?? null;
}

/** Least share of a page's letters in its main part. A smaller one is a frame for the output of a script. */
const MIN_MAIN_SHARE = 0.3;

/** The element that a page declares to be its content. */
function mainOf(document: DomDocument): DomElement | null {
  const main = document.querySelector('main, [role="main"]');
  const letters = main?.textContent?.trim().length ?? 0;
  return letters >= MIN_MAIN_SHARE * (document.body?.textContent?.length ?? 0) ? main : null;
}

/**
 * The whole title. Readability takes the words before a colon for the name of a site, and the `<title>` may have no room for
 * the end.
 */
function wholeTitle(found: string | null, given: string | null): string | null {
  if (found === null || given === null) return found ?? given;
  const isBegun = given.startsWith(`${found} `) && !/^\s[-–—|·»]\s/u.test(given.slice(found.length));
  return isBegun || given.includes(`: ${found}`) ? given : found;
}

/** The name of a repository without the description behind it, which stands below it. */
const removeDescription = (title: string | null, description: string | null): string | null =>
  title && description && title.endsWith(`: ${description}`) && title.length > description.length + 2
    ? title.slice(0, -description.length - 2)
    : title;

/** The blocks of a page's metadata. */
function dataBlocks(data: PageData | null): Block[] | null {
  if (data?.recipe) return [{ kind: 'recipe', recipe: data.recipe }];
  return data && data.events.length > 0 ? [{ kind: 'events', events: data.events }] : null;
}

/** The article on the page, or else from its metadata; null if neither is long enough. */
function articleBlocks(
  content: DomDocument | null,
  data: PageData | null,
  title: string | null,
): Block[] | null {
  const shown = content?.body ? dropNotices(htmlBlocks(content.body), title) : [];
  const letters = lettersIn(shown);
  if (letters >= MIN_ARTICLE_LETTERS) return shown;
  return data?.body && data.body.length >= Math.max(MIN_METADATA_LETTERS, letters)
    ? [{ kind: 'paragraph', text: data.body }]
    : null;
}

const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The number of letters. One that writes a syllable or a word counts twice. */
const lettersIn = (blocks: Block[]) =>
  blocks.reduce((sum, block) => {
    const text = 'text' in block ? block.text : '';
    return sum + text.length + (text.match(SYLLABLE)?.length ?? 0);
  }, 0);

/** The time element in the article. */
const timeOf = (content: DomDocument | null) =>
  content?.querySelector('time[datetime]')?.getAttribute('datetime') ?? null;

/** The article's first picture that is not declared to be small. */
function firstImage(content: DomDocument | null, url: string): string | null {
  for (const image of content?.querySelectorAll('img') ?? []) {
    const width = Number(image.getAttribute('width') ?? Number.NaN);
    if (width < 200) continue;
    const address = absoluteUrl(image.getAttribute('src') ?? image.getAttribute('data-src'), url);
    if (address) return address;
  }
  return null;
}

/** The declared encoding of the page. Pages that a program saved are in UTF-8 regardless. */
const ownCharset = (bytes: Uint8Array) =>
  isUtf8(bytes) && !isAscii(bytes) ? 'utf-8' : declaredCharset(bytes);

/** The encoding named in the head: the HTML standard's prescan reads a kilobyte, but parsers follow a later declaration. */
function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return /<meta[^>]{1,200}charset\s{0,5}=\s{0,5}["']?([\w-]{2,30})/i.exec(start)?.[1] ?? null;
}
