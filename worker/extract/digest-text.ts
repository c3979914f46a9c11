import { decodeText, tidyText } from './decode-text.ts';
import { describeText, readCalendarDigest, readCsvDigest, readJsonDigest } from './describe-text.ts';
import type { Digest } from './digest.ts';
import { describeFeed, encodingOfXml, mayBeFeed, readFeed } from './read-feed.ts';

/**
 * Digests a text asset. JSON, calendars and rows that are pushed as text are read as files of these types are.
 * @param now which events of a calendar are still to come
 */
export function digestText(text: string, now = new Date(0)): Digest {
  return describeText(tidyText(text), now);
}

export interface TextFile {
  bytes: Uint8Array;
  /** Without parameters, lower case. Markdown is read as plain text here. */
  contentType: string;
  charset: string | null;
}

/**
 * A file of text.
 * @throws {UnreadableError} when the bytes are not of the declared type
 */
export function digestTextFile({ bytes, contentType, charset }: TextFile, now: Date): Digest {
  const text = decodeText(bytes, charset ?? encodingOfXml(bytes));
  const feed = mayBeFeed(contentType, text) ? readFeed(text) : null;
  if (feed) return describeFeed(feed);
  if (contentType === 'application/json' || contentType.endsWith('+json')) return readJsonDigest(text);
  if (contentType === 'text/calendar') return readCalendarDigest(text, now);
  if (contentType === 'text/csv' || contentType === 'text/tab-separated-values') return readCsvDigest(text);
  return describeText(text, now);
}
