import { countWords } from '#shared/count-words.ts';
import { type Block, cutText, oneLine } from '../blocks.ts';
import type { JsonReading } from './arrange.ts';
import { capitalised } from './names.ts';

/** Adds blocks to a reading of JSON and counts what is beyond its limits. */

const MAX_PAIRS = 300;
const MAX_KEY_CHARACTERS = 200;
/** Limit of the characters of one value. */
const MAX_VALUE_CHARACTERS = 15_000;

/** A pair with the path of its group. */
export const prefixPair = (path: string[], block: Block, reading: JsonReading): Block =>
  block.kind === 'pair' ? { ...block, key: keyOf([...path, block.key], reading) } : block;

/** Cuts texts to the limit. Returns the number of words cut. */
export function cutFields(fields: Map<string, string>): number {
  let words = 0;
  for (const [name, value] of fields) {
    if (value.length <= MAX_VALUE_CHARACTERS) continue;
    const kept = cutText(value, MAX_VALUE_CHARACTERS);
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
    const kept = cutText(text, MAX_VALUE_CHARACTERS);
    reading.omitted += countWords(text.slice(kept.length));
    reading.blocks.push({ kind: 'pair', key: keyOf(path, reading), value: kept });
  }
}

/** The path of a value as one name. If it is too long its end stays, and the other words are counted. */
function keyOf(path: string[], reading: JsonReading): string {
  const parts = path.join(' › ').split(' › ');
  let from = 0;
  while (from < parts.length - 1 && parts.slice(from).join(' › ').length > MAX_KEY_CHARACTERS) from++;
  if (from > 0) reading.omitted += countWords(parts.slice(0, from).join(' '));
  return cutText(parts.slice(from).join(' › ') || 'value', MAX_KEY_CHARACTERS);
}
