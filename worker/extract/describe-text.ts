import { isBlank } from '#shared/is-blank.ts';
import { type Block, MAX_TEXT } from './blocks.ts';
import { countWords } from './count-words.ts';
import { describeBlocks } from './describe.ts';
import type { Digest } from './digest.ts';
import { findRecipe } from './find-recipe.ts';
import { readJson } from './json/read-json.ts';
import { isMarkup, readMarkup } from './pasted-markup.ts';
import { isCalendar, readCalendar } from './read-calendar.ts';
import { findCsv, type Rows, readCsv } from './read-csv.ts';
import { splitText } from './split-text.ts';

/** What decoded text says, in whichever of the formats that people and programs push as text. */
export function describeText(text: string, now: Date): Digest {
  if (isCalendar(text)) return orPlain(text, () => readCalendarDigest(text, now));
  if (isMarkup(text)) {
    const words = readMarkup(text);
    if (!isBlank(words)) return plain(words);
  }
  if (/^\s*[{[]/.test(text.slice(0, 1000))) {
    const json = orNull(() => readJsonDigest(text));
    if (json && json.blocks.length > 0) return json;
  }
  const rows = findCsv(text);
  return rows ? describeRows(rows) : plain(text);
}

function plain(text: string): Digest {
  return describeWithRecipe(splitText(text), countWords(text.slice(MAX_TEXT)));
}

/** Blocks of running text; a recipe among them is told by its headings. */
export function describeWithRecipe(blocks: Block[], omitted = 0): Digest {
  const recipe = findRecipe(blocks);
  return describeBlocks(recipe ? [{ kind: 'recipe', recipe }] : blocks, { omitted });
}

export function readJsonDigest(text: string): Digest {
  const { blocks, title, lead, omitted, omittedRows } = readJson(text);
  return describeBlocks(blocks, { title, lead, omitted, omittedItems: omittedRows, isData: true });
}

export function readCsvDigest(text: string): Digest {
  return describeRows(readCsv(text));
}

function describeRows({ block, omitted }: Rows): Digest {
  return describeBlocks([block], {
    omitted: omitted.reduce((sum, row) => sum + countWords(row.join(' ')), 0),
    omittedItems: omitted.length,
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

/** What only begins like a format is text. */
function orPlain(text: string, read: () => Digest): Digest {
  return orNull(read) ?? plain(text);
}

function orNull(read: () => Digest): Digest | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'UnreadableError') return null;
    throw error;
  }
}
