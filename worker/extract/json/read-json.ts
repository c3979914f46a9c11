import { countWords } from '#shared/count-words.ts';
import { UnreadableError } from '../../sandbox/errors.ts';
import { cutText, oneLine } from '../blocks.ts';
import { addHeading, addPair, cutFields, prefixPair } from './add-blocks.ts';
import { arrangeReading, type JsonReading } from './arrange.ts';
import { listsToTable, seriesOf } from './arrays.ts';
import { recordsToEvents } from './calendar-records.ts';
import { removeComposedTitle } from './composed-titles.ts';
import { countWordsWithin } from './count-words-within.ts';
import { delayOf } from './delays.ts';
import { normaliseDialect } from './dialects.ts';
import { isDuplicateMember } from './duplicate-members.ts';
import { isObject, type Json } from './fields.ts';
import { momentsToDays } from './forecast-days.ts';
import { homeAssistantState, leadOfState, readStateChange } from './home-assistant.ts';
import { jsonLines } from './json-lines.ts';
import { keepOnlyEvents } from './keep-only-events.ts';
import { ROW_NAME } from './keyed-records.ts';
import { limitMembers } from './limit-members.ts';
import { addUnits, readMeasure } from './measures.ts';
import { messageText } from './message-text.ts';
import { plainName, plainNames, readableName, shortName } from './names.ts';
import { nestedRows } from './nested-rows.ts';
import { isNoise } from './noise.ts';
import { parseJson } from './parse-json.ts';
import { type RowSort, recordBlocks } from './record-blocks.ts';
import { isUnitsObject, momentsToOwnDays, recordFields, simplifyTimes, unitObjects } from './records.ts';
import { readReference } from './references.ts';
import { isRowCount } from './row-counts.ts';
import { readSender } from './senders/read-sender.ts';
import { stateList } from './state-list.ts';
import { stateWords } from './state-words.ts';
import { removeTechnical } from './technical.ts';
import { removeEnds, removeOtherClocks } from './time-rows.ts';
import { unitInGroup } from './units.ts';
import { byTheirNames } from './unlike-records.ts';
import { unwrapEnvelope } from './unwrap-envelope.ts';
import { readUptimeKuma } from './uptime-kuma.ts';
import { electricUnit, isMeter, isUnitName, namedValue, siblingUnits, takesUnit, unitIn } from './values.ts';

const MAX_DEPTH = 12;
const MAX_LIST = 50;
/** A longer list of numbers is shown as a text instead of items. */
const MANY_NUMBERS = 30;
/**
 * Reads a JSON document for people: ids, addresses, epochs and uninteresting booleans are dropped, numbers get their units,
 * lists of objects become rows, and times become moments, which pages write in the reader's zone.
 * @throws {UnreadableError} when it is neither JSON nor lines of it
 */
export const readJson = (text: string): JsonReading => readData(parse(text));

/** As `readJson`, for parsed JSON. */
export function readData(data: unknown): JsonReading {
  const known = readSender(data);
  if (known) return known;
  const { document, omitted, omittedEntries } = limitMembers(data);
  const reading = readByRules(document);
  if (omitted === 0) return reading;
  // Entries are counted as rows only if nothing but rows is left out.
  const areRows = reading.omittedRows > 0 && omittedEntries > 0;
  return {
    ...reading,
    omitted: reading.omitted + omitted,
    omittedRows: areRows ? reading.omittedRows + omittedEntries : 0,
  };
}

/** Reads a document as the text of a message and the rest, or else all by the general rules. */
function readByRules(data: unknown): JsonReading {
  const message = isObject(data) ? messageText(data) : null;
  const others = message ? readAny(message.rest) : null;
  const isOfText = others?.lead === null && others.blocks.every(({ kind }) => kind === 'pair');
  if (!message || !others || !isOfText) return readAny(data);
  return {
    ...others,
    blocks: [...message.blocks, ...others.blocks],
    omitted: others.omitted + message.omitted,
  };
}

/** Reads a document by the general rules. */
function readAny(data: unknown): JsonReading {
  const reading: JsonReading = {
    title: null,
    blocks: [],
    lead: null,
    omitted: 0,
    omittedRows: 0,
    ofRows: new Set(),
  };
  const root = momentsToDays(normaliseDialect(data));
  const state = isObject(root)
    ? (homeAssistantState(root) ?? readStateChange(root) ?? readUptimeKuma(root))
    : null;
  if (state) {
    readState(state, reading);
    if (isObject(root)) readForecast(root, reading);
  } else read(unwrapEnvelope(root), [], reading);
  return keepOnlyEvents(arrangeReading(reading), root);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    const lines = jsonLines(text);
    if (lines) return lines;
    throw new UnreadableError('the file is not JSON');
  }
}

function readState(state: Map<string, string>, reading: JsonReading): void {
  reading.title = state.get('name') ?? null;
  for (const [key, value] of state) if (key !== 'name') addPair([key], value, reading);
  reading.lead = leadOfState(state);
}

/** The forecast that Home Assistant keeps beside the current weather. */
function readForecast({ attributes }: Json, reading: JsonReading): void {
  if (isObject(attributes) && Array.isArray(attributes.forecast))
    readList(attributes.forecast, ['forecast'], reading);
}

function read(given: unknown, from: string[], reading: JsonReading): void {
  reading.omitted += beyondNames(given);
  const { value, path } = alongChain(given, from);
  if (path.length >= MAX_DEPTH) {
    reading.omitted += countWordsWithin(value);
  } else if (Array.isArray(value)) readList(value, path, reading);
  else if (isObject(value)) readObject(value, path, reading);
  else if (value !== null) addPair(path, typeof value === 'string' ? value : String(value), reading);
}

/** Number of words in names beyond the limit of a page, in an object or a list of objects. */
function beyondNames(value: unknown): number {
  const names = new Set((Array.isArray(value) ? value : [value]).filter(isObject).flatMap(Object.keys));
  let words = 0;
  for (const name of names) words += countWords(name.slice(shortName(name).length));
  return words;
}

/** Joins the names of nested objects that have only one member, an object. */
function alongChain(given: unknown, path: string[]): { value: unknown; path: string[] } {
  const names: string[] = [];
  let value = given;
  while (names.length < MAX_DEPTH) {
    const [only, ...others] = isObject(value) ? Object.entries(value) : [];
    if (!only || others.length > 0 || !isObject(only[1]) || isNoise(...only) || readMeasure(only[1]) !== null)
      break;
    names.push(readableName(only[0]));
    value = only[1];
  }
  return { value, path: names.length > 0 ? [...path, names.join(' › ')] : path };
}

function readObject(object: Json, path: string[], reading: JsonReading): void {
  const series = readSeries(object, path, reading);
  const unit = Object.keys(object).some(takesUnit) ? unitIn(object) : null;
  const names = plainNames(object);
  const units = unitObjects(object);
  const meter = isMeter(object);
  const siblings = siblingUnits(object);
  for (const [name, value] of Object.entries(object)) {
    if (series.has(name) || isUnitsObject(name, value) || isRowCount(name, value, object)) continue;
    if ((isUnitName(name) && unit) || isNoise(name, value) || isDuplicateMember(name, names)) continue;
    if (siblings.names.has(name)) continue;
    const referred = readReference(name, value);
    if (referred) {
      addPair([...path, readableName(name)], referred.name, reading);
      reading.omitted += referred.omitted;
      continue;
    }
    const delay = delayOf(name, value, object);
    if (delay) {
      addPair([...path, readableName(name)], delay.value, reading);
      continue;
    }
    const measured = isObject(value) ? readMeasure(value) : null;
    if (measured) {
      addPair([...path, readableName(name)], measured, reading);
      continue;
    }
    if (typeof value === 'object') {
      const own = units.get(`${plainName(name)}_units`);
      read(isObject(value) && own ? addUnits(value, own) : value, [...path, readableName(name)], reading);
      continue;
    }
    const grouped = unitInGroup(plainName(path.at(-1) ?? ''), plainName(name));
    const beside = grouped ?? siblings.of.get(plainName(name));
    const own = beside ?? (takesUnit(name) ? unit : meter ? electricUnit(name) : null);
    const named = namedValue(name, value, own);
    if (!named) continue;
    // `change` may be beside `changePercent`.
    const isTaken = named.name !== readableName(name) && names.has(plainName(named.name));
    addPair([...path, isTaken ? readableName(name) : named.name], named.value, reading);
  }
}

/** Reads lists side by side as the rows of a table. Returns the names of members that are read. */
function readSeries(object: Json, path: string[], reading: JsonReading): Set<string> {
  const series = seriesOf(object);
  if (!series) return new Set();
  readRecords(series.rows, path, reading, { isSeries: true });
  return series.names;
}

/** Names of lists whose single entry is a row: the stops of a departure are text. */
const BOARD = /^(?:stationboard|departures?|arrivals?)$/;

function readList(list: unknown[], path: string[], reading: JsonReading): void {
  if (list.length === 0) return;
  const rows = listsToTable(list);
  if (rows) {
    if (path.length > 0) addHeading(path, reading);
    reading.blocks.push(rows);
    return;
  }
  if (list.every(isObject)) {
    const states = stateList(list);
    if (states) {
      reading.blocks.push(...states.blocks);
      reading.omitted += states.omitted;
      return;
    }
    const events = recordsToEvents(list);
    if (events && reading.blocks.every(({ kind }) => kind !== 'events')) {
      reading.blocks.push(events.block);
      reading.omitted += events.omitted;
      return;
    }
    const named = byTheirNames(list);
    if (named) {
      read(named, path, reading);
      return;
    }
    const [only] = list;
    if (list.length === 1 && only && !BOARD.test(plainName(path.at(-1) ?? ''))) read(only, path, reading);
    else {
      const nested = nestedRows(list, path.at(-1)?.split(' › ').at(-1));
      readRecords(nested?.rows ?? list, path, reading, { leading: nested?.leading ?? [ROW_NAME] });
    }
    return;
  }
  if (list.some((member) => typeof member === 'object' && member !== null)) {
    for (const [index, member] of list.entries()) read(member, [...path, String(index + 1)], reading);
    return;
  }
  const texts = list
    .filter((member) => member !== null && !isNoise('item', member))
    .map((member) => oneLine(stateWords(path.at(-1) ?? '', String(member))));
  if (path.length === 0) {
    if (list.length >= MANY_NUMBERS && list.every((one) => typeof one === 'number')) {
      reading.blocks.push({ kind: 'paragraph', text: texts.join(', ') });
      return;
    }
    for (const text of texts)
      if (text !== '')
        reading.blocks.push({ kind: 'item', text: cutText(text, 400), ordered: false, done: null });
    return;
  }
  addPair(path, texts.slice(0, MAX_LIST).join(', '), reading);
  reading.omitted += texts.slice(MAX_LIST).reduce((sum, text) => sum + countWords(text), 0);
}

function readRecords(list: Json[], path: string[], reading: JsonReading, sort: RowSort = {}): void {
  const unsaid = { words: 0 };
  const { fields, omitted: technical } = removeTechnical(
    removeComposedTitle(
      simplifyTimes(
        removeOtherClocks(removeEnds(momentsToOwnDays(list.map((one) => recordFields(one, unsaid))))),
      ),
    ),
  );
  reading.omitted += technical;
  for (const one of fields) reading.omitted += cutFields(one);
  reading.omitted += unsaid.words;
  const { blocks, omitted, omittedRows = 0 } = recordBlocks(list, fields, sort);
  reading.omittedRows = reading.omitted === 0 ? omittedRows : 0;
  if (blocks.every(({ kind }) => kind === 'pair'))
    // Without a heading, so that the values of the next group are not taken for theirs.
    for (const block of blocks) reading.blocks.push(prefixPair(path, block, reading));
  else {
    addHeading(path, reading);
    reading.blocks.push(...blocks);
  }
  if (blocks.some(({ kind }) => kind === 'table'))
    for (const block of blocks) if (block.kind === 'pair') reading.ofRows.add(block.key);
  reading.omitted += omitted;
}
