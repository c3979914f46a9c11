import { isProse } from '#shared/is-prose.ts';
import { cutText, oneLine } from './blocks.ts';
import { type DomDocument, type DomElement, isWithin } from './dom.ts';
import { unescapeEntities } from './strip-markup.ts';

/** Metadata from the head of a page. Addresses are absolute; the time is RFC 3339. */
export interface HtmlFacts {
  title: string | null;
  /** The whole `<title>`, with what sites add to it. */
  windowTitle: string | null;
  siteName: string | null;
  author: string | null;
  description: string | null;
  publishedAt: string | null;
  leadImageUrl: string | null;
  language: string | null;
}

const MAX_CHARACTERS = 400;
/** A sign that a text was cut: `and so on…`, `...`, `[…]`. */
export const CUT_SIGN = /\[?(?:…|\.\.\.)\]?\s*$/u;
/** A description that is no sentence: `1h 43m | PG-13`, `Snapshot:`. */
const LABEL = /^[^|]{1,60}\|.{1,60}$|^.{1,60}[:：]$/su;
const MAX_AUTHORS = 3;
/** Limit of the characters of a description. */
const MAX_LONG_CHARACTERS = 2000;

/** Reads `<meta>`, `<title>` and `<html lang>`: Open Graph, Twitter cards, Dublin Core, and what HTML itself names. */
export function readFacts(document: DomDocument, url: string): HtmlFacts {
  const meta = collectMeta(document);
  const firstLong = (...names: string[]) => names.map((name) => meta.get(name)).find((text) => text) ?? null;
  const first = (...names: string[]) => cleanText(firstLong(...names));
  // Some descriptions are labels or are cut, and another one is a sentence or complete.
  const firstWhole = (...names: string[]) => {
    const first = firstLong(...names);
    const prose = first && LABEL.test(first) ? names.map((name) => meta.get(name) ?? '').find(isProse) : null;
    const given = prose ?? first;
    if (given === null || !CUT_SIGN.test(given)) return given;
    const begun = given.replace(CUT_SIGN, '').trimEnd();
    return names.map((name) => meta.get(name) ?? '').find((text) => isWholeOf(text, begun)) ?? given;
  };
  const author =
    authorsOfPaper(document) ?? first('author', 'article:author', 'dc.creator', 'parsely-author');
  const heading = cleanText(document.querySelector('title')?.textContent);
  const site = first('og:site_name', 'application-name', 'twitter:site')?.replace(/^@(?=\w)/, '') ?? null;
  return {
    title: first('og:title', 'twitter:title', 'dc.title') ?? heading,
    windowTitle: heading,
    siteName: site ?? nameOfHost(heading, url),
    author,
    description: firstWhole('og:description', 'description', 'twitter:description', 'dc.description'),
    publishedAt: toTime(
      first(
        'article:published_time',
        'datepublished',
        'citation_publication_date',
        'citation_online_date',
        'citation_date',
        'date',
        'dc.date',
        'dc.date.issued',
        'dcterms.date',
        'parsely-pub-date',
        'pubdate',
      ),
    ),
    leadImageUrl: absoluteUrl(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'), url),
    language: toLanguage(
      document.documentElement?.getAttribute('lang') ?? first('og:locale', 'content-language'),
    ),
  };
}

/** The authors of a paper, or the first one and the number of the others. */
function authorsOfPaper(document: DomDocument): string | null {
  const names = [...document.querySelectorAll('meta[name="citation_author" i]')].flatMap(
    (element) => cleanText(element.getAttribute('content')) ?? [],
  );
  if (names.length <= MAX_AUTHORS) return names.length === 0 ? null : names.join('; ');
  return `${names[0]} + ${names.length - 1}`;
}

const isWholeOf = (text: string, begun: string) =>
  begun !== '' && text.startsWith(begun) && !CUT_SIGN.test(text);

/** The end of a title that is also in the address: "Rust - Wikipedia" of en.wikipedia.org. */
function nameOfHost(title: string | null, url: string): string | null {
  const parts = title?.split(/\s[-–—|·»]\s/u) ?? [];
  const last = (parts.at(-1) ?? '').replace(/\s?[-–—|·»]$/u, '');
  const name = last.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  // The name of a site is better than its address.
  if (parts.length < 2 || name.length < 3 || last.includes('.') || !URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/[^a-z0-9]+/g, '').includes(name) ? last : null;
}

/** The type of a thing on a page that has a date and a name of its own. */
const OTHER_SUBJECT = /\/(?:Review|Comment|UserComments|Person)$/;
const isOtherSubject = (element: DomElement) => OTHER_SUBJECT.test(element.getAttribute('itemtype') ?? '');

export function collectMeta(document: DomDocument): Map<string, string> {
  const meta = new Map<string, string>();
  for (const element of document.querySelectorAll('meta')) {
    const named = ['property', 'name', 'itemprop', 'http-equiv'].map((key) => element.getAttribute(key));
    const name = named.find((text) => text)?.toLowerCase();
    // The date of a guest's review is not that of the page.
    if (element.getAttribute('itemprop') && isWithin(element, isOtherSubject)) continue;
    // Some sites escape it twice.
    const content = longText(unescapeEntities(element.getAttribute('content') ?? ''));
    if (name && content && !meta.has(name)) meta.set(name, content);
  }
  return meta;
}

export function cleanText(text: string | null | undefined): string | null {
  const line = text ? oneLine(cutText(text, 4 * MAX_CHARACTERS)) : '';
  return line === '' ? null : cutText(line, MAX_CHARACTERS);
}

export function longText(text: string | null | undefined): string | null {
  const line = text ? oneLine(cutText(text, 2 * MAX_LONG_CHARACTERS)) : '';
  return line === '' ? null : cutText(line, MAX_LONG_CHARACTERS);
}

/** Removes the name of the site from "Headline — The Gazette" or "GitHub - headline", because it is shown beside the title. */
export function removeSiteName(given: string | null, siteName: string | null): string | null {
  const title = given?.replace(/(?<=\S)\s+[-–—|·»]\s{0,9}$/u, '') ?? null;
  if (!title || !siteName) return title;
  const lower = title.toLowerCase();
  const name = siteName.toLowerCase();
  if (lower.endsWith(name)) {
    const before = title.slice(0, -siteName.length).trimEnd();
    const rest = before.replace(/[-–—|·:»｜：]$/u, '').trimEnd();
    return rest === '' || rest === before ? title : rest;
  }
  if (!lower.startsWith(name)) return beforeSiteName(title, lower.indexOf(name), siteName.length);
  const after = title.slice(siteName.length).trimStart();
  const rest = after.replace(/^[-–—|·:»｜：]/u, '').trimStart();
  return rest === '' || rest === after ? title : rest;
}

/**
 * Removes the end of "Headline @ The Gazette :: Network", where another name follows that of the site. A longer end, or one
 * after a dash, may be part of the headline: "Why Apple - Google - Meta fall behind" is unchanged.
 */
function beforeSiteName(title: string, at: number, length: number): string {
  const before = /^(.{4,}?)\s[-–—|·»｜@]\s$/su.exec(title.slice(0, Math.max(0, at)))?.[1];
  const name = title.slice(at, at + length);
  const behind = /^\s(?:[|·»｜]|::)\s(.*)$/su.exec(title.slice(at + length))?.[1];
  if (before === undefined || behind === undefined) return title;
  return name.includes(' ') || behind.length <= length ? before : title;
}

/** Replaces a title by the heading with which it begins, in any case: "What is Ownership? - The Rust Book". */
export function headingOfTitle(title: string | null, headings: string[]): string | null {
  const heading = headings.find(
    (text) =>
      text !== '' &&
      title?.toLowerCase().startsWith(text.toLowerCase()) &&
      /^\s*[-–—|·:»]\s/u.test(title.slice(text.length)),
  );
  return heading ?? title;
}

/** An absolute http or https address, or null. */
export function absoluteUrl(address: string | null, base: string): string | null {
  if (!address || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.href.length <= 2048 ? url.href : null;
}

/** A date, or a date and time, in a form of ISO 8601 that is unambiguous, as RFC 3339; else null. */
export function toTime(text: string | null | undefined): string | null {
  if (!text || !/^\d{4}([-/])\d{2}\1\d{2}(?:$|[T ])/.test(text)) return null;
  const iso = text.replaceAll('/', '-').replace(' ', 'T');
  const time = new Date(/T\d/.test(iso) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function toLanguage(tag: string | null): string | null {
  return /^([a-z]{2})(?:$|[-_])/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase() ?? null;
}
