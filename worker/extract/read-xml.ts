import { unescapeEntities } from './strip-markup.ts';

/** The value of an element: its text, or its attributes and child elements by name. */
type ElementValue = string | number | Record<string, unknown>;

interface Element {
  name: string;
  /** The index at which its content begins. */
  from: number;
  members: Map<string, unknown[]>;
  /** Its own text, between its child elements. */
  words: string;
}

const OPENING_TAG = /^<([\p{L}_][\p{L}\p{N}_.:-]{0,100})/u;
const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_.:-]{0,100})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/gu;
const MAX_DEPTH = 100;
/** Technical attributes: namespaces and the address of the schema. */
const TECHNICAL_ATTRIBUTE = /^(?:xmlns|xsi$|schemaLocation$)/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

/**
 * An XML document (XML 1.0) as an object with the values of its elements by name; elements of the same name become a
 * list. Null for text that is not well-formed. One pass over the text.
 */
export function readXml(text: string): Record<string, unknown> | null {
  const root: Element = { name: '', from: 0, members: new Map(), words: '' };
  const open = [root];
  let at = 0;
  while (at < text.length) {
    const here = open.at(-1) as Element;
    const next = text.indexOf('<', at);
    here.words += unescapeEntities(text.slice(at, next < 0 ? text.length : next));
    if (next < 0) break;
    const special = specialAt(text, next);
    if (special) {
      here.words += special.words;
      at = special.at;
      continue;
    }
    const end = endOfTag(text, next);
    if (end < 0) return null;
    const tag = text.slice(next, end + 1);
    if (tag.startsWith('</')) {
      if (open.length < 2 || tag.slice(2, -1).trim() !== here.name) return null;
      open.pop();
      add(open.at(-1) as Element, here.name, elementValue(here, text.slice(here.from, next)));
    } else {
      const name = OPENING_TAG.exec(tag.slice(0, 120))?.[1];
      if (name === undefined || open.length > MAX_DEPTH) return null;
      const element = { name, from: end + 1, members: attributesOf(tag.slice(name.length + 1)), words: '' };
      if (tag.endsWith('/>')) add(here, name, elementValue(element, ''));
      else open.push(element);
    }
    at = end + 1;
  }
  if (open.length > 1 || root.words.trim() !== '' || root.members.size !== 1) return null;
  const value = elementValue(root, '');
  return typeof value === 'object' ? value : null;
}

/** A comment, a declaration or character data, and the index after it; null for a tag. */
function specialAt(text: string, at: number): { words: string; at: number } | null {
  const until = (end: string) => {
    const found = text.indexOf(end, at);
    return found < 0 ? text.length : found + end.length;
  };
  if (text.startsWith('<!--', at)) return { words: '', at: until('-->') };
  if (text.startsWith('<![CDATA[', at)) {
    const end = until(']]>');
    return { words: text.slice(at + 9, Math.max(at + 9, end - 3)), at: end };
  }
  return /^<[?!]/.test(text.slice(at, at + 2)) ? { words: '', at: until('>') } : null;
}

/** The index of the `>` that ends a tag, not one within an attribute; -1 if there is none. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '>') return at;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '<' && at > from) return -1;
  }
  return -1;
}

const removePrefix = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(tag: string): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const [, name = '', one, other] of tag.matchAll(ATTRIBUTE))
    if (!TECHNICAL_ATTRIBUTE.test(name) && !TECHNICAL_ATTRIBUTE.test(removePrefix(name)))
      found.set(removePrefix(name), [plain(unescapeEntities(one ?? other ?? ''))]);
  return found;
}

function add(element: Element, name: string, value: ElementValue): void {
  const key = removePrefix(name);
  const values = element.members.get(key);
  if (values) values.push(value);
  else element.members.set(key, [value]);
}

/** @param inside the text between its tags, for mixed content */
function elementValue({ members, words }: Element, inside: string): ElementValue {
  const own = words.replace(/\s+/g, ' ').trim();
  if (members.size === 0) return plain(own);
  const [only] = members;
  // `<rain value="3.1"/>` is a number.
  if (members.size === 1 && only?.[0] === 'value' && only[1].length === 1 && own === '')
    return only[1][0] as ElementValue;
  const value = Object.fromEntries(
    [...members].map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
  );
  if (own === '') return value;
  const isMixed = inside.includes('</');
  return isMixed ? textWithin(inside) : { ...value, value: plain(own) };
}

/** Mixed content as one text. */
function textWithin(inside: string): string {
  return unescapeEntities(inside.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

const plain = (text: string) => (NUMBER.test(text) && String(Number(text)) === text ? Number(text) : text);
