import { countWords } from '#shared/count-words.ts';
import { type Block, cutText, oneLine } from '../blocks.ts';
import type { JsonReading } from './arrange.ts';
import { capitalised } from './names.ts';

/** What a reading of JSON takes in, and how it counts what is beyond its limits. */

const MAX_PAIRS = 300;
const MAX_KEY = 200;
/** Characters of one value that pages take. */
const MAX_VALUE = 15_000;

/** A pair with the path of its group. */
export const within = (path: string[], block: Block, reading: JsonReading): Block =>
  block.kind === 'pair' ? { ...block, key: keyOf([...path, block.key], reading) } : block;

/** Cuts texts that are too long for a page. Returns the number of words cut. */
export function cutFields(fields: Map<string, string>): number {
  let words = 0;
  for (const [name, value] of fields) {
    if (value.length <= MAX_VALUE) continue;
    const kept = cutText(value, MAX_VALUE);
    words += countWords(value.slice(kept.length));
    fields.set(name, kept);
  }
  return words;
}

export function addHeading(path: string[], reading: JsonReading): void {
  const text = capitalised(path.join(' › '));
  if (text !== '') reading.blocks.push({ kind: 'heading', level: 2, text });
}

export function addPair(path: string[], value: string, reading: JsonReading): void {
  const text = oneLine(value);
  if (text === '') return;
  if (reading.blocks.length >= MAX_PAIRS) reading.omitted += countWords(`${path.at(-1) ?? ''} ${text}`);
  else {
    const kept = cutText(text, MAX_VALUE);
    reading.omitted += countWords(text.slice(kept.length));
    reading.blocks.push({ kind: 'pair', key: keyOf(path, reading), value: kept });
  }
}

/** The path of a value as one name. Of a path that is too long the end stays, and the other words are counted. */
function keyOf(path: string[], reading: JsonReading): string {
  const parts = path.join(' › ').split(' › ');
  let from = 0;
  while (from < parts.length - 1 && parts.slice(from).join(' › ').length > MAX_KEY) from++;
  if (from > 0) reading.omitted += countWords(parts.slice(0, from).join(' '));
  return cutText(parts.slice(from).join(' › ') || 'value', MAX_KEY);
}
