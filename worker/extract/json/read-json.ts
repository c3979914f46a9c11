import { UnreadableError } from '../../sandbox/errors.ts';
import { type Block, cutText, oneLine } from '../blocks.ts';
import { countWords } from '../count-words.ts';
import { plainName, plainNames, readableName } from './names.ts';
import { isNoise } from './noise.ts';
import { recordBlocks } from './record-blocks.ts';
import {
  homeAssistantState,
  isObject,
  isUnitsObject,
  type Json,
  recordFields,
  unitObjects,
} from './records.ts';
import { isTwin, isUnitName, namedValue, roundedNumber, takesUnit, unitIn } from './values.ts';

export interface JsonReading {
  title: string | null;
  blocks: Block[];
  /** The pair that matters most, by its key. */
  lead: string | null;
  /** Words of what is beyond the limits. */
  omitted: number;
}

const MAX_PAIRS = 300;
const MAX_DEPTH = 12;
const MAX_LIST = 50;
const TITLES = [
  'title',
  'name',
  'friendly_name',
  'city',
  'place',
  'location',
  'subject',
  'headline',
  'station',
  'stop',
  'address',
];
/** Figures that a document is about, the most telling first. */
const LEADS = [
  'state',
  'temperature',
  'temp',
  'temperature_2m',
  'value',
  'price',
  'balance',
  'total',
  'reading',
  'level',
  'battery',
  'battery_level',
  'score',
  'count',
  'power',
  'co2',
  'aqi',
  'percent',
  'progress',
  'remaining',
  'steps',
  'amount',
  'rate',
];
/** What a figure may be to stand in large type. */
const FIGURE = /^\D{0,3}\d[\d.,\s]{0,12}\S{0,6}$|^\p{L}{1,12}$/u;

/**
 * A JSON document as people read it: ids, addresses, epochs and booleans of no interest go, numbers have their
 * units, lists of objects are rows, and times stand as moments, which pages write in the reader's zone.
 * @throws {UnreadableError} when it is not JSON
 */
export function readJson(text: string): JsonReading {
  const reading: JsonReading = { title: null, blocks: [], lead: null, omitted: 0 };
  const root = parse(text);
  const state = isObject(root) ? homeAssistantState(root) : null;
  if (state) readState(state, reading);
  else read(unwrap(root), [], reading);
  if (reading.title === null) takeTitle(reading);
  reading.blocks = shortGroups(reading.blocks);
  reading.lead ??= findLead(reading.blocks);
  return reading;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableError('the file is not JSON');
  }
}

/** What stands in envelopes such as `{ "status": "ok", "data": … }`. */
function unwrap(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > 3) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) => !isNoise(name, member) || ['object', 'links'].includes(plainName(name)),
  );
  const [only] = kept;
  const isEnvelope =
    only &&
    kept.length === 1 &&
    typeof only[1] === 'object' &&
    /^(?:data|result|results|response|payload|body|items|records|value|features|rows|list|entries)$/.test(
      plainName(only[0]),
    );
  return isEnvelope ? unwrap(only[1], depth + 1) : value;
}

function readState(state: Map<string, string>, reading: JsonReading): void {
  reading.title = state.get('name') ?? null;
  for (const [key, value] of state) if (key !== 'name') addPair([key], value, reading);
  reading.lead = 'state';
}

function read(value: unknown, path: string[], reading: JsonReading): void {
  if (path.length >= MAX_DEPTH) {
    reading.omitted += wordsWithin(value);
  } else if (Array.isArray(value)) readList(value, path, reading);
  else if (isObject(value)) readObject(value, path, reading);
  else if (value !== null) addPair(path, typeof value === 'string' ? value : String(value), reading);
}

/** Words of everything within a value, without recursion, which deep nesting would end. */
function wordsWithin(value: unknown): number {
  const waiting: unknown[] = [value];
  let words = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'object' && next !== null) for (const one of Object.values(next)) waiting.push(one);
    else if (next !== null) words += countWords(String(next));
  }
  return words;
}

function readObject(object: Json, path: string[], reading: JsonReading): void {
  const series = seriesOf(object, path, reading);
  const unit = unitIn(object);
  const names = plainNames(object);
  const units = unitObjects(object);
  for (const [name, value] of Object.entries(object)) {
    if (series.has(name) || isUnitsObject(name, value)) continue;
    if ((isUnitName(name) && unit) || isNoise(name, value) || isTwin(name, names)) continue;
    if (typeof value === 'object') {
      const own = units.get(`${plainName(name)}_units`);
      read(isObject(value) && own ? withUnits(value, own) : value, [...path, readableName(name)], reading);
      continue;
    }
    const named = namedValue(name, value, takesUnit(name) ? unit : null);
    if (named) addPair([...path, named.name], named.value, reading);
  }
}

/** Numbers with the units that another object has under the same names, as weather services send them. */
function withUnits(object: Json, units: Json): Json {
  const joined = ([name, value]: [string, unknown]): [string, unknown] => {
    const unit = units[name];
    const isReal = typeof unit === 'string' && unit !== '' && !/iso8601|unixtime|wmo|seconds/i.test(unit);
    // The height that a weather service measures at is no part of the name.
    const label = name.replace(/_\d+m(?=_|$)/, '');
    if (!isReal) return [label, value];
    const join = (one: unknown) => (typeof one === 'number' ? `${roundedNumber(one)} ${unit}` : one);
    return [label, Array.isArray(value) ? value.map(join) : join(value)];
  };
  return Object.fromEntries(Object.entries(object).map(joined));
}

/** Lists of one length side by side are the columns of a table: `{ time: [...], temperature: [...] }`. */
function seriesOf(object: Json, path: string[], reading: JsonReading): Set<string> {
  const lists = Object.entries(object).filter(
    ([name, value]) =>
      Array.isArray(value) &&
      value.length >= 2 &&
      value.every((one) => typeof one !== 'object' || one === null) &&
      !/weather_?code|is_day/.test(plainName(name)),
  ) as [string, unknown[]][];
  const length = lists[0]?.[1].length ?? 0;
  if (lists.length < 2 || lists.some(([, list]) => list.length !== length)) return new Set();
  const rows = Array.from({ length }, (_, index) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[index]])),
  );
  readRecords(rows, path, reading);
  return new Set(
    Object.entries(object)
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => name),
  );
}

function readList(list: unknown[], path: string[], reading: JsonReading): void {
  if (list.length === 0) return;
  if (list.every(isObject)) {
    const [only] = list;
    if (list.length === 1 && only) read(only, path, reading);
    else readRecords(list, path, reading);
    return;
  }
  if (list.some((member) => typeof member === 'object' && member !== null)) {
    for (const [index, member] of list.entries()) read(member, [...path, String(index + 1)], reading);
    return;
  }
  const texts = list
    .filter((member) => member !== null && !isNoise('item', member))
    .map((member) => oneLine(String(member)));
  if (path.length === 0) {
    for (const text of texts)
      if (text !== '')
        reading.blocks.push({ kind: 'item', text: cutText(text, 400), ordered: false, done: null });
    return;
  }
  addPair(path, texts.slice(0, MAX_LIST).join(', '), reading);
  reading.omitted += texts.slice(MAX_LIST).reduce((sum, text) => sum + countWords(text), 0);
}

function readRecords(list: Json[], path: string[], reading: JsonReading): void {
  const { blocks, omitted } = recordBlocks(list, list.map(recordFields));
  const name = capitalised(path.join(' › '));
  if (blocks.length > 0 && name !== '') reading.blocks.push({ kind: 'heading', level: 2, text: name });
  reading.blocks.push(...blocks);
  reading.omitted += omitted;
}

/** Names of data are written small; above a table they are a heading. */
function capitalised(name: string): string {
  const [first = ''] = name;
  return `${first.toUpperCase()}${name.slice(first.length)}`;
}

function addPair(path: string[], value: string, reading: JsonReading): void {
  const text = oneLine(value);
  if (text === '') return;
  if (reading.blocks.length >= MAX_PAIRS) reading.omitted += countWords(`${path.at(-1) ?? ''} ${text}`);
  else
    reading.blocks.push({
      kind: 'pair',
      key: cutText(path.join(' › ') || 'value', 200),
      value: cutText(text, 2000),
    });
}

/** Groups that only say that what is in them is data. */
const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|order|item|entry|\d{1,3})$/;

/** Names without the groups that say nothing; a group of one or two is part of their names. */
function shortGroups(blocks: Block[]): Block[] {
  const groupOf = (key: string) => key.split(' › ').slice(0, -1).join(' › ');
  const sizes = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind === 'pair') sizes.set(groupOf(block.key), (sizes.get(groupOf(block.key)) ?? 0) + 1);
  }
  return blocks.map((block) => {
    if (block.kind === 'heading')
      return { ...block, text: meaningful(block.text.split(' › ')).join(' › ') || block.text };
    if (block.kind !== 'pair') return block;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    const groups = meaningful(path);
    const isSmall = (sizes.get(path.join(' › ')) ?? 0) <= 2;
    return { ...block, key: isSmall ? [...groups.slice(-1), leaf].join(' ') : [...groups, leaf].join(' › ') };
  });
}

const meaningful = (path: string[]) => path.filter((group) => !EMPTY_GROUPS.test(group));

/** What the document calls itself: one of its first values is named so. It stands above the rest then. */
function takeTitle(reading: JsonReading): void {
  const pairs = reading.blocks.filter((block) => block.kind === 'pair');
  for (const name of TITLES) {
    const found = pairs.slice(0, 60).find(({ key, value }) => {
      const path = key.split(' › ');
      return (
        path.length <= 2 &&
        plainName(path.at(-1) ?? '') === name &&
        value.length <= 80 &&
        /\p{L}/u.test(value)
      );
    });
    if (!found) continue;
    reading.title = found.value;
    reading.blocks = reading.blocks.filter((block) => block !== found);
    return;
  }
}

function findLead(blocks: Block[]): string | null {
  const pairs = blocks.filter((block) => block.kind === 'pair');
  const last = (key: string) => plainName(key.split(' › ').at(-1) ?? '');
  for (const name of LEADS) {
    const found = pairs.find(
      ({ key, value }) => last(key) === name && FIGURE.test(value) && /\d/.test(value),
    );
    if (found) return found.key;
  }
  return null;
}
