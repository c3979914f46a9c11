import { UnreadableError } from '../sandbox/errors.ts';
import { type Block, cutText, oneLine } from './blocks.ts';

/** Pairs that are taken from one document. */
const MAX_PAIRS = 400;
const MAX_DEPTH = 12;
const MAX_VALUE = 500;

/**
 * A JSON document as names and values in its own order. Nested names are joined with ` › ` and made readable
 * (`wind_speed` becomes `wind speed`); a list of plain values is one value.
 * @throws {UnreadableError} when it is not JSON
 */
export function flattenJson(text: string): Block[] {
  const blocks: Block[] = [];
  flatten(parse(text), [], blocks);
  return blocks;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableError('the file is not JSON');
  }
}

function flatten(value: unknown, path: string[], blocks: Block[]): void {
  if (blocks.length >= MAX_PAIRS) return;
  if (typeof value !== 'object' || value === null) {
    addPair(path, plainValue(value), blocks);
  } else if (path.length >= MAX_DEPTH) {
    addPair(path, '…', blocks);
  } else if (Array.isArray(value)) {
    flattenList(value, path, blocks);
  } else {
    for (const [name, member] of Object.entries(value))
      flatten(member, [...path, readableName(name)], blocks);
  }
}

function flattenList(list: unknown[], path: string[], blocks: Block[]): void {
  const plain = list.every((member) => typeof member !== 'object' || member === null);
  if (plain && path.length === 0) {
    for (const member of list.slice(0, MAX_PAIRS)) {
      const text = oneLine(cutText(plainValue(member), MAX_VALUE));
      if (text !== '') blocks.push({ kind: 'item', text, ordered: false, done: null });
    }
  } else if (plain) {
    addPair(path, list.slice(0, 50).map(plainValue).join(', '), blocks);
  } else {
    for (const [index, member] of list.entries()) {
      if (blocks.length >= MAX_PAIRS) return;
      const label = labelOf(member);
      const rest = label
        ? Object.fromEntries(Object.entries(member as object).filter(([name]) => name !== label.name))
        : member;
      flatten(rest, [...path, label?.text ?? String(index + 1)], blocks);
    }
  }
}

/** What a person would call an entry of a list: its own name, day or time, if it has one. */
function labelOf(member: unknown): { name: string; text: string } | null {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return null;
  for (const name of ['name', 'title', 'label', 'date', 'day', 'time', 'id']) {
    const label = (member as Record<string, unknown>)[name];
    if (typeof label === 'string' && label !== '' && label.length <= 40)
      return { name, text: oneLine(label) };
  }
  return null;
}

function addPair(path: string[], value: string, blocks: Block[]): void {
  const key = path.join(' › ') || 'value';
  const text = oneLine(cutText(value, MAX_VALUE));
  if (text !== '') blocks.push({ kind: 'pair', key: cutText(key, 200), value: text });
}

function plainValue(value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `feelsLike_c` as `feels like c`; names in capitals, of people and places, and in other scripts stay as they are. */
function readableName(name: string): string {
  const short = cutText(name, 60);
  const camel = /^\p{Ll}[\p{L}\p{N}]*$/u.test(short);
  const spaced = camel
    ? short.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (hump) => ` ${hump.toLowerCase()}`)
    : short.replace(/[_\s]+/gu, ' ');
  return oneLine(spaced) || short;
}
