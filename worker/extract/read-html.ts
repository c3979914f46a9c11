import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { UnreadableError } from '../sandbox/errors.ts';
import type { TaskResult } from '../sandbox/tasks.ts';
import type { Block } from './blocks.ts';
import { decodeText } from './decode-text.ts';
import { type DomDocument, isDeeperThan } from './dom.ts';
import { htmlBlocks } from './html-blocks.ts';
import {
  absolute,
  asHeading,
  clean,
  type HtmlFacts,
  readFacts,
  toTime,
  withoutSiteName,
} from './html-facts.ts';

export interface HtmlOptions {
  /** Where the page came from, after redirects; relative addresses are read against it. */
  url: string;
  /** What the server declared. */
  charset: string | null;
}

export interface HtmlReading extends HtmlFacts {
  /** Whether the page has an article; if not, the blocks are what its body says. */
  isArticle: boolean;
  blocks: Block[];
}

/** Elements beyond which Readability gives up; a long article has some thousands. */
const MAX_ELEMENTS = 60_000;
/** Elements within elements: browsers stop at 512, and Readability's time grows with the square of the depth. */
const MAX_DEPTH = 512;
/** Letters below which what was found is no article. */
const MIN_ARTICLE = 400;

/**
 * The readable part of a web page, by Mozilla's Readability on linkedom: nothing is fetched and no script runs.
 * @throws {UnreadableError}
 */
export async function readHtml(
  bytes: Uint8Array,
  { url, charset }: HtmlOptions,
): Promise<TaskResult<HtmlReading>> {
  try {
    return { value: read(decodeText(bytes, charset ?? declaredCharset(bytes)), url), picture: null };
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause;
    throw new UnreadableError('the page cannot be read', { cause });
  }
}

function read(html: string, url: string): HtmlReading {
  const document: DomDocument = parseHTML(html).document;
  if (!document.documentElement || !document.body) {
    // A fragment: linkedom makes a document only of what looks like one.
    return read(`<!doctype html><html><head></head><body>${html}</body></html>`, url);
  }
  if (isDeeperThan(document.documentElement, MAX_DEPTH))
    throw new UnreadableError('the page is nested too deeply');
  const facts = readFacts(document, url);
  const body = htmlBlocks(document.body);
  const headings = body.filter((block) => block.kind === 'heading').map((block) => block.text);
  const article = new Readability(document, {
    maxElemsToParse: MAX_ELEMENTS,
    charThreshold: MIN_ARTICLE,
  }).parse();
  const content = article?.content
    ? parseHTML(`<html><body>${article.content}</body></html>`).document
    : null;
  const isArticle = content !== null && (article?.textContent?.trim().length ?? 0) >= MIN_ARTICLE;
  const siteName = facts.siteName ?? clean(article?.siteName);
  return {
    ...facts,
    title: asHeading(withoutSiteName(clean(article?.title) ?? facts.title, siteName), headings),
    siteName,
    author: facts.author ?? clean(article?.byline?.replace(/^by\s+/i, '')),
    description: facts.description ?? clean(article?.excerpt),
    publishedAt: facts.publishedAt ?? toTime(article?.publishedTime),
    leadImageUrl: facts.leadImageUrl ?? firstImage(content, url),
    language: facts.language ?? (article?.lang ? article.lang.slice(0, 2).toLowerCase() : null),
    isArticle,
    blocks: isArticle ? htmlBlocks(content.body) : body,
  };
}

/** The article's first picture that is not declared to be small. */
function firstImage(content: DomDocument | null, url: string): string | null {
  for (const image of content?.querySelectorAll('img') ?? []) {
    const width = Number(image.getAttribute('width') ?? Number.NaN);
    if (width < 200) continue;
    const address = absolute(image.getAttribute('src') ?? image.getAttribute('data-src'), url);
    if (address) return address;
  }
  return null;
}

/** The encoding named in the first kilobyte, as in the HTML standard's prescan, near enough. */
function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<meta[^>]{1,200}charset\s{0,5}=\s{0,5}["']?([\w-]{2,30})/i.exec(start)?.[1] ?? null;
}
