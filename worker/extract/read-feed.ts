import { countWords } from '#shared/count-words.ts';
import { parseJson } from '#shared/parse-json.ts';
import { type Block, oneLine, shorten } from './blocks.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { listOf, objectOf } from './item-values.ts';
import { readXml } from './read-xml.ts';
import { stripMarkup, unescapeEntities } from './strip-markup.ts';

export interface Feed {
  title: string | null;
  language: string | null;
  /** The newest first. */
  items: Extract<Block, { kind: 'item' }>[];
  /** Number of words in further entries. */
  omitted: number;
}

type Values = Record<string, unknown>;

const FEED_TYPES = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/xml',
  'text/xml',
]);
/** Limit of the characters of a post without a title. */
const MAX_TEXT = 300;
const MAX_ENTRIES = 100;
/** Number of entries up to which the beginning of their text is shown after the title, and the limit of its characters. */
const MAX_ENTRIES_WITH_TEXT = 5;
const MAX_SUMMARY = 180;
const MAX_DATE = 60;
/** Limits of the characters of one value that are read, and of the elements around them. */
const MAX_VALUE = 4000;
const MAX_DEPTH = 5;

/** Whether a file is a feed by its type, or may be one by its content. */
export const mayBeFeed = (contentType: string, text: string) =>
  FEED_TYPES.has(contentType) || text.slice(0, 2000).includes('jsonfeed.org/version');

export function describeFeed({ title, language, items, omitted }: Feed): Digest {
  const digest = describeBlocks(items, { title, omitted });
  return { ...digest, title, language: language ?? digest.language };
}

/** The name of an encoding in the declaration of an XML document. */
export const encodingOfXml = (bytes: Uint8Array): string | null =>
  /^\s{0,9}<\?xml[^>]{0,200}encoding\s?=\s?["']([\w.:-]{1,40})/.exec(
    Buffer.from(bytes.subarray(0, 300)).toString('latin1'),
  )?.[1] ?? null;

/** A feed (RSS 0.9 to 2.0, Atom 1.0, JSON Feed 1.1) with its entries as items; null for anything else. */
export function readFeed(text: string): Feed | null {
  const feed = text.trimStart().startsWith('{') ? jsonFeed(text) : xmlFeed(text);
  if (!feed) return null;
  const all = feed.entries.flatMap((entry) => toItem(entry, feed.entries.length <= MAX_ENTRIES_WITH_TEXT));
  const sorted = all.every(({ when }) => when)
    ? all.toSorted((one, other) => (other.when ?? '').localeCompare(one.when ?? ''))
    : all;
  return {
    title: wordsOf(feed.values.title),
    language: /^[a-z]{2}(?![a-z])/i.exec(wordsOf(feed.values.language) ?? '')?.[0].toLowerCase() ?? null,
    items: sorted.slice(0, MAX_ENTRIES),
    omitted: sorted.slice(MAX_ENTRIES).reduce((sum, { text: words }) => sum + countWords(words), 0),
  };
}

interface Found {
  values: Values;
  entries: unknown[];
}

function jsonFeed(text: string): Found | null {
  const values = objectOf(parseJson(text));
  const isFeed = /^https?:\/\/jsonfeed\.org\/version\//.test(String(values?.version));
  return values && isFeed ? { values, entries: listOf(values.items) } : null;
}

function xmlFeed(text: string): Found | null {
  const root = readXml(text);
  const [rss, atom, rdf] = ['rss', 'feed', 'RDF'].map((name) => objectOf(root?.[name]));
  const channel = objectOf(rss?.channel ?? rdf?.channel);
  if (channel) return { values: channel, entries: listOf(channel.item ?? rdf?.item) };
  return atom ? { values: atom, entries: listOf(atom.entry) } : null;
}

const TEXTS = ['summary', 'description', 'content_text', 'content', 'encoded', 'content_html'];
const DATES = ['pubDate', 'published', 'date_published', 'issued', 'date', 'updated'];

function toItem(entry: unknown, isTold: boolean): Feed['items'] {
  const values = objectOf(entry) ?? {};
  const firstOf = (names: string[]) => names.map((name) => wordsOf(values[name])).find((words) => words);
  const title = wordsOf(values.title);
  const said = title && !isTold ? null : firstOf(TEXTS);
  const summary = said && title && !said.startsWith(title) ? shorten(said, MAX_SUMMARY) : null;
  const text = summary ? `${title} – ${summary}` : (title ?? said);
  if (!text) return [];
  const when = toMoment(firstOf(DATES) ?? '');
  return [{ kind: 'item', text: shorten(text, MAX_TEXT), ordered: false, done: null, ...(when && { when }) }];
}

/** A date in the form of RSS (RFC 822) or Atom (RFC 3339). One without a zone, or with an unknown one, is in UTC. */
function toMoment(date: string): string | null {
  const text = date.slice(0, MAX_DATE).trim();
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2}|\s[A-Z]{2,5})$/i.test(text);
  const zoned = hasZone ? text : `${text}${/T\d/.test(text) ? 'Z' : ' GMT'}`;
  for (const one of [zoned, zoned.replace(/\s[A-Z]{2,5}$/, ' GMT')]) {
    const time = Date.parse(one);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
  }
  return null;
}

/** The words of a value on one line. A value may be escaped HTML; XHTML has its words in nested elements. */
function wordsOf(value: unknown, depth = 0): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  if (typeof first !== 'string') {
    const values = objectOf(first);
    return values && depth < MAX_DEPTH ? wordsOf(values.value ?? values.div ?? values.p, depth + 1) : null;
  }
  return oneLine(unescapeEntities(stripMarkup(unescapeEntities(first.slice(0, MAX_VALUE))))) || null;
}
