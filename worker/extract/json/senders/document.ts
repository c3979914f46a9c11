import { countWords } from '#shared/count-words.ts';
import { cutText, oneLine } from '../../blocks.ts';
import { fieldOf, isObject } from '../fields.ts';
import { plainName } from '../names.ts';
import { isNoise } from '../noise.ts';
import { writtenValue } from '../values.ts';
import type { Field, Place } from './sender.ts';

/** Characters of one value, and of a title, that pages take. */
const MAX_VALUE = 15_000;
const MAX_TITLE = 160;
/** A place in the title of a sender. */
const IN_BRACES = /\{([^{}]{1,200})\}/g;

interface Found {
  value: unknown;
  holder: object;
  name: string;
}

const valueIn = (holder: object, name: string): unknown =>
  Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;

/** Selects the object of a list with this value of a member: `[subsystem=wan]`. */
const CHOICE = /^\[(\w{1,40})=(.{1,80})\]$/;

const indexOf = (list: unknown[], [, member = '', value]: readonly string[]) =>
  String(list.findIndex((one) => isObject(one) && one[member] === value));

function findOne(from: unknown, place: Place): Found | null {
  let found: Found | null = null;
  let value = from;
  for (const name of place.split('/')) {
    if (typeof value !== 'object' || value === null) return null;
    const chosen = CHOICE.exec(name);
    const key = chosen && Array.isArray(value) ? indexOf(value, chosen) : name;
    found = { holder: value, name: key, value: valueIn(value, key) };
    value = found.value;
  }
  return value === undefined || value === null || value === '' ? null : found;
}

/** The value at a place; null where there is none. */
export function find(from: unknown, place: Place): Found | null {
  for (const one of place.split('|')) {
    const found = findOne(from, one);
    if (found) return found;
  }
  return null;
}

/** Whether a document has a member, or a value of it, by which its sender is recognised. */
export function has(root: unknown, wanted: string): boolean {
  const [place = '', value] = wanted.split('=');
  const found = findOne(root, place);
  return found !== null && (value === undefined || found.value === value);
}

/** A document that records which of its values are on the page, so that all others can be counted. */
export class SenderDocument {
  readonly root: unknown;
  readonly #used = new Map<object, Set<string>>();
  readonly #texts = new Set<string>();
  #cut = 0;

  constructor(root: unknown) {
    this.root = root;
  }

  /** The text of a field; null for an empty one. */
  write([label, place, form]: Field, from: unknown = this.root): string | null {
    const found = find(from, place);
    if (!found) return null;
    const beside: Found[] = [];
    const at = (other: Place) => {
      const one = find(from, other);
      if (one) beside.push(one);
      return one?.value;
    };
    const text = form ? form(found.value, at) : written(label, found);
    if (text === null || text.trim() === '') return null;
    for (const one of [found, ...beside]) this.#use(one);
    for (const part of text.split(', ')) this.#texts.add(part);
    // A form may use only a part of a text. A moment or a code is the same value in other words.
    if (form && typeof found.value === 'string' && /\s/.test(found.value.trim()))
      this.#cut += Math.max(0, countWords(found.value) - countWords(text));
    return this.#short(text, MAX_VALUE);
  }

  /** A text with its line breaks; null where there is none. */
  text(place: Place): string | null {
    const found = find(this.root, place);
    if (typeof found?.value !== 'string') return null;
    this.#use(found);
    const kept = cutText(found.value, MAX_VALUE);
    this.#cut += countWords(found.value.slice(kept.length));
    return kept;
  }

  /** A title with the values at its places. */
  fill(title: string): string | null {
    const parts = title.split(' · ').map((part) => {
      let isWhole = true;
      const text = part.replace(IN_BRACES, (_, place: string) => {
        const value = this.write(['title', place]);
        isWhole &&= value !== null;
        return value ?? '';
      });
      return isWhole ? text : '';
    });
    return this.#short(parts.filter((part) => part !== '').join(' · '), MAX_TITLE) || null;
  }

  /** Number of words that are not on the page, without those for programs. */
  omittedWords(clutter: ReadonlySet<string>): number {
    const waiting: unknown[] = [this.root];
    let words = this.#cut;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next !== 'object' || next === null) continue;
      const used = this.#used.get(next);
      const isList = Array.isArray(next);
      for (const [name, value] of Object.entries(next)) {
        const isLeft = used?.has(name) || isNoise(isList ? 'item' : name, value);
        if (isLeft || (!isList && clutter.has(plainName(name)))) continue;
        if (typeof value === 'object') waiting.push(value);
        else if (typeof value !== 'string' || !this.#isShown(value)) words += countWords(String(value));
      }
    }
    return words;
  }

  #isShown(text: string): boolean {
    return this.#texts.has(text) || this.#texts.has(text.replaceAll('_', ' '));
  }

  /** The beginning of a text that fits on a page; the words of the rest are counted. */
  #short(text: string, most: number): string {
    const line = oneLine(text);
    const kept = cutText(line, most);
    this.#cut += countWords(line.slice(kept.length));
    return kept;
  }

  #use({ holder, name, value }: Found): void {
    if (typeof value === 'object') return;
    const names = this.#used.get(holder);
    if (names) names.add(name);
    else this.#used.set(holder, new Set([name]));
    if (typeof value === 'string') this.#texts.add(value);
  }
}

/** The text of a value by the rules for its name: texts, moments, numbers with their units, names of objects. */
function written(label: string, { name, value }: Found): string | null {
  if (Array.isArray(value) || isObject(value)) return fieldOf(label, value, null)?.value ?? null;
  return writtenValue(name, value)?.value ?? null;
}
