import { parseJson } from '#shared/parse-json.ts';
import type { DomDocument, DomElement } from './dom.ts';

/** A schema.org object of a page: properties with their values, which may be lists or objects. */
export interface StructuredItem {
  /** The last part of its type: `Recipe`, `NewsArticle`. */
  types: string[];
  values: Record<string, unknown>;
}

const MAX_SCRIPTS = 20;
const MAX_SCRIPT_LENGTH = 500_000;
const MAX_THINGS = 500;
/** Limit of nested objects; `@graph` and `mainEntity` are two levels. */
const MAX_DEPTH = 6;
const MAX_PROPERTIES = 3000;
const MAX_ANCESTORS = 60;
const MAX_LINES = 200;

/** All objects of a page's JSON-LD, then of its microdata: top-level objects first, then nested ones. */
export function readStructuredData(document: DomDocument): StructuredItem[] {
  const things: StructuredItem[] = [];
  for (const value of parseScripts(document)) collect(value, things, 0);
  for (const value of readMicrodata(document)) collect(value, things, 0);
  return things;
}

function parseScripts(document: DomDocument): unknown[] {
  const values: unknown[] = [];
  const scripts = Array.from(document.querySelectorAll('script[type="application/ld+json" i]'));
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    const text = (script.textContent ?? '').trim().replace(/^<!--|-->$|^\/\/<!\[CDATA\[|\/\/\]\]>$/g, '');
    if (text.length > MAX_SCRIPT_LENGTH) continue;
    const value = parseJson(text) ?? parseJson(repairJson(text));
    // Without valid metadata the text of the page is read.
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Repairs JSON from templates of sites: line breaks within texts, and commas after the last value. */
const repairJson = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replace(/,(?= {0,100}[}\]])/g, '');

function collect(value: unknown, things: StructuredItem[], depth: number): void {
  if (things.length >= MAX_THINGS || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) collect(each, things, depth + 1);
    return;
  }
  const values = value as Record<string, unknown>;
  const types = typesOf(values['@type']);
  if (types.length > 0) things.push({ types, values });
  for (const inside of Object.values(values)) collect(inside, things, depth + 1);
}

function typesOf(type: unknown): string[] {
  const names = Array.isArray(type) ? type : [type];
  return names.flatMap((name) => (typeof name === 'string' ? [name.replace(/^.*[/#:]/, '')] : []));
}

/** Microdata (HTML Standard, 5.2) in the form that JSON-LD has. */
function readMicrodata(document: DomDocument): unknown[] {
  const scopes = new Map<DomElement, Record<string, unknown>>();
  for (const element of document.querySelectorAll('[itemscope][itemtype]')) {
    if (scopes.size === MAX_THINGS) break;
    scopes.set(element, { '@type': element.getAttribute('itemtype') });
  }
  const nested = new Set<DomElement>();
  let count = 0;
  for (const element of document.querySelectorAll('[itemprop]')) {
    if (++count > MAX_PROPERTIES) break;
    const owner = scopes.get(scopeAbove(element, scopes) as DomElement);
    if (!owner) continue;
    const own = scopes.get(element);
    if (own) nested.add(element);
    for (const name of (element.getAttribute('itemprop') ?? '').split(/\s+/)) {
      if (name === '' || name === '__proto__') continue;
      const before = owner[name];
      const value = own ?? propertyValue(element);
      owner[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
    }
  }
  return [...scopes].filter(([element]) => !nested.has(element)).map(([, value]) => value);
}

function scopeAbove(element: DomElement, scopes: ReadonlyMap<DomElement, unknown>): DomElement | null {
  let above = element.parentElement;
  for (let steps = 0; above && steps < MAX_ANCESTORS; steps++) {
    if (scopes.has(above)) return above;
    above = above.parentElement;
  }
  return null;
}

function propertyValue(element: DomElement): string {
  const named = ['content', 'datetime', 'href', 'src', 'value'].map((name) => element.getAttribute(name));
  const said = named.find((value) => value);
  if (said) return said;
  const lines = [...element.querySelectorAll('li, p')].slice(0, MAX_LINES);
  // Items of a list are separate lines even without white space between them.
  return lines.length > 1
    ? lines.map((line) => line.textContent ?? '').join('\n')
    : (element.textContent ?? '');
}
