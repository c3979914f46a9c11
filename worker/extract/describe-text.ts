import { countWords } from '#shared/count-words.ts';
import { isBlank } from '#shared/is-blank.ts';
import { type Block, MAX_TEXT } from './blocks.ts';
import { tidyText } from './decode-text.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { findPlainRecipe } from './find-plain-recipe.ts';
import { findRecipe } from './find-recipe.ts';
import { fitColumns } from './fit-columns.ts';
import type { JsonReading } from './json/arrange.ts';
import { readData, readJson } from './json/read-json.ts';
import { isHtml, isMarkup, readMarkup } from './pasted-markup.ts';
import { isCalendar, readCalendar } from './read-calendar.ts';
import { isContacts, readContacts } from './read-contacts.ts';
import { findCsv, type Rows, readCsv } from './read-csv.ts';
import { readMail } from './read-mail.ts';
import { readProseRecipe } from './read-prose-recipe.ts';
import { readTopics } from './read-topics.ts';
import { readXml } from './read-xml.ts';
import { splitText } from './split-text.ts';

/** Describes decoded text in any of the formats that are pushed as text. */
export function describeText(text: string, now: Date): Digest {
  if (isCalendar(text)) return readOrPlain(text, () => readCalendarDigest(text, now));
  const contacts = isContacts(text) ? readContacts(text) : [];
  if (contacts.length > 0) return describeBlocks(contacts, { omitted: countWords(text.slice(MAX_TEXT)) });
  const xml = /^\s{0,200}<[^!]/.test(text.slice(0, 210)) && !isHtml(text) ? readXml(text) : null;
  if (xml) {
    const data = describeData(xml);
    if (data.blocks.length > 0) return data;
  }
  if (isMarkup(text)) {
    const words = readMarkup(text);
    if (!isBlank(words)) return plain(words);
  }
  const said = ESCAPED_STRING.test(text.slice(0, MAX_TEXT)) ? quotedText(text) : null;
  if (said !== null && !isBlank(said)) return plain(said);
  if (/^\s*[{[]/.test(text.slice(0, 1000))) {
    const json = readOrNull(() => readJsonDigest(text));
    if (json && json.blocks.length > 0) return json;
  }
  const topics = readTopics(text);
  if (topics) return describeTopics(topics);
  const mail = readMail(text);
  if (mail) return describeBlocks(mail.blocks, { title: mail.subject, omitted: countWords(mail.beyond) });
  const rows = findCsv(text);
  return rows ? describeRows(rows) : plain(text);
}

function plain(text: string): Digest {
  const blocks = splitText(text);
  const recipe = findRecipe(blocks) ?? findPlainRecipe(blocks);
  const omitted = countWords(text.slice(MAX_TEXT));
  if (recipe) return describeBlocks([{ kind: 'recipe', recipe }], { omitted });
  return describeBlocks(readProseRecipe(blocks) ?? blocks, { omitted });
}

/** Describes blocks of running text; a recipe in it is recognised by its headings. */
export function describeWithRecipe(blocks: Block[]): Digest {
  const recipe = findRecipe(blocks);
  return describeBlocks(recipe ? [{ kind: 'recipe', recipe }] : blocks);
}

/** A JSON string with an escape sequence, which people do not write by hand. */
const ESCAPED_STRING = /^\s*"[^"\\]*\\(?:[nrt"\\/]|u[0-9a-f]{4})/i;

/** The text of a JSON document that is a single string; null for any other. */
function quotedText(text: string): string | null {
  if (!/^\s*"/.test(text.slice(0, 1000))) return null;
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'string' ? tidyText(said) : null;
  } catch {
    return null;
  }
}

/** @throws {UnreadableError} when it is not JSON */
export function readJsonDigest(text: string): Digest {
  const said = quotedText(text);
  if (said !== null && !isBlank(said)) return plain(said);
  return describeReading(readJson(text));
}

const describeData = (data: unknown) => describeReading(readData(data));

/** Topics of a broker in groups; repeated messages of one topic become rows. */
function describeTopics(topics: [string, string][]): Digest {
  const isOnce = new Set(topics.map(([topic]) => topic)).size === topics.length;
  return describeData(
    isOnce ? Object.fromEntries(topics) : topics.map(([topic, payload]) => ({ topic, payload })),
  );
}

function describeReading({ blocks, title, lead, omitted, omittedRows }: JsonReading): Digest {
  return describeBlocks(blocks, { title, lead, omitted, omittedItems: omittedRows, isData: true });
}

export function readCsvDigest(text: string): Digest {
  return describeRows(readCsv(text));
}

function describeRows({ block, omitted }: Rows): Digest {
  const fitted = fitColumns(block);
  return describeBlocks([fitted.block], {
    omitted: fitted.omitted + omitted.reduce((sum, row) => sum + countWords(row.join(' ')), 0),
    omittedItems: fitted.omitted > 0 ? 0 : omitted.length,
  });
}

export function readCalendarDigest(text: string, now: Date): Digest {
  const { block, tasks, name, omitted } = readCalendar(text, now);
  const words = ({ title, place, note }: (typeof omitted)[number]) =>
    countWords([title, place, note].join(' '));
  const items = tasks.map(({ title, place, note, start: when, done }) => ({
    kind: 'item' as const,
    text: [title, place, note].filter((said) => said).join(' · '),
    ordered: false,
    done,
    ...(when !== null && { when }),
  }));
  return describeBlocks(block.events.length > 0 || items.length === 0 ? [block] : items, {
    title: name,
    omitted: omitted.reduce((sum, event) => sum + words(event), 0),
    omittedItems: omitted.length,
  });
}

/** Falls back to plain text when a format cannot be read. */
function readOrPlain(text: string, read: () => Digest): Digest {
  return readOrNull(read) ?? plain(text);
}

function readOrNull(read: () => Digest): Digest | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'UnreadableError') return null;
    throw error;
  }
}
