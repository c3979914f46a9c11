import { cutText } from '../blocks.ts';
import { readAddress } from './addresses.ts';
import { toWholeDays } from './calendar-records.ts';
import { flattenDeparture } from './departure-boards.ts';
import { normaliseDeparture } from './departures.ts';
import { isObject, type Json } from './fields.ts';
import { readHistory } from './home-assistant.ts';
import { mainPartToRows, recordsById } from './keyed-records.ts';
import { normaliseMachine } from './machines.ts';
import { normaliseMatch } from './matches.ts';
import { readCelsius, valuesWithUnit } from './measures.ts';
import { plainName } from './names.ts';
import { isMoment, momentOf } from './noise.ts';
import { parseJson } from './parse-json.ts';
import { formatAmounts } from './payments.ts';
import { readPrometheus } from './prometheus.ts';
import {
  readCounts,
  readLeagueRow,
  readNetworkAddress,
  readNumberedMessage,
  readStockQuote,
} from './services.ts';
import { roundedNumber } from './values.ts';
import { readWeather } from './weather-codes.ts';
import { numbersToClockTimes, toWallTimes, zonedTime } from './zones.ts';

/**
 * Converts the formats of some senders to common JSON: MQTT topics to nested objects, units in separate members to units
 * beside their numbers, columns to rows.
 */
export function normaliseDialect(root: unknown): unknown {
  const history = readHistory(root);
  if (history) return history;
  const units = unitsOf(root, 0);
  return mainPartToRows(rewrite(root, units, 0));
}

/** Members that are nested deeper are unchanged. */
const MAX_DEPTH = 12;
const MAX_NESTED_TEXT = 10_000;
const EPOCH_TEXT = /^\d{10}(?:\d{3})?$/;
/** Names that only times have. Digits under `sender` or `vendor` are telephone numbers. */
const MOMENT_MEMBER =
  /time(?:stamp)?$|(?:^|_)(?:date|at|dt|start|begin|end|expires?|expiry|due|since|until|when|eta|updated|created|changed|modified|published|seen|departure|arrival|(?:sun|moon)(?:rise|set))$/;

function rewrite(value: unknown, units: ReadonlyMap<string, string>, depth: number): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const counts = readCounts(value);
    if (counts) return counts;
    const columns = momentsAndValues(value);
    return (columns ?? nameTimes(value)).map((one) => rewrite(one, units, depth + 1));
  }
  if (typeof value === 'string') return parsed(value);
  if (!isObject(value)) return value;
  const moments = momentsToRows(value);
  if (moments) return moments;
  const said = zonedTime(value) ?? readAddress(value) ?? readWeather(value) ?? readNetworkAddress(value);
  if (said !== null) return said;
  const things = recordsById(value);
  if (things) return rewrite(things, units, depth + 1);
  const measured = readCelsius(value);
  if (measured !== null) return measured;
  const each = valuesWithUnit(value);
  if (each) return each;
  const metric = metricOf(value);
  if (metric) return rewrite(metric, units, depth + 1);
  const { TempUnit: _, PressureUnit: __, ...rest } = moveAnnotationsFirst(toWholeDays(value));
  const board = readNumberedMessage(readLeagueRow(readStockQuote(flattenDeparture(rest))));
  const own = formatAmounts(
    normaliseMatch(
      normaliseDeparture(
        nestTopics(columnsToRows(readPrometheus(board) ?? addEnergyUnit(normaliseMachine(board)))),
      ),
    ),
  );
  const active = convertActivity(toWallTimes(numbersToClockTimes(own)));
  return Object.fromEntries(
    Object.entries(active).map(([name, member]) => {
      if (typeof member === 'string' && EPOCH_TEXT.test(member) && isMomentText(name, member))
        return [name, Number(member)];
      const unit = typeof member === 'number' ? units.get(name) : undefined;
      return [name, unit ? `${roundedNumber(member as number)} ${unit}` : rewrite(member, units, depth + 1)];
    }),
  );
}

/** Rows of OpenWeatherMap with their time under the common name. */
function nameTimes(list: unknown[]): unknown[] {
  const isTimed = (one: unknown): one is Json & { dt: number } =>
    isObject(one) && isEpoch(one.dt) && !Object.hasOwn(one, 'time') && !Object.hasOwn(one, 'dt_txt');
  if (list.length < 2 || !list.every(isTimed)) return list;
  return list.map(({ dt, ...rest }) => ({ time: momentOf(dt), ...rest }));
}

const isMomentText = (name: string, text: string) =>
  MOMENT_MEMBER.test(plainName(name)) && isMoment(name, Number(text));

/** The metric value of a value in both systems of measures; null for anything else. */
function metricOf(object: Json): Json | null {
  const names = Object.keys(object).map(plainName);
  const isBoth =
    names.length === 2 && names.includes('metric') && names.some((name) => /^(?:imperial|us)$/.test(name));
  const metric = isBoth ? Object.entries(object).find(([name]) => plainName(name) === 'metric')?.[1] : null;
  return isObject(metric) ? metric : null;
}

/** An alert of Prometheus or Grafana, with its annotations before its labels. */
function moveAnnotationsFirst(object: Json): Json {
  const { status, annotations, labels, ...rest } = object;
  if (!isObject(annotations) || !isObject(labels) || rest.startsAt === undefined) return object;
  const said = Object.entries(annotations).map(([name, value]) => [
    Object.hasOwn(object, name) ? `annotation_${name}` : name,
    value,
  ]);
  return { status, ...Object.fromEntries(said), startsAt: rest.startsAt, labels, ...rest };
}

/** Parses JSON within a text, as in the logs of brokers. */
function parsed(text: string): unknown {
  if (!/^\{.*\}$/s.test(text) || text.length > MAX_NESTED_TEXT) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const UNIT_WORDS = new Map([
  ['celsius', '°C'],
  ['C', '°C'],
  ['fahrenheit', '°F'],
  ['F', '°F'],
  ['degrees', '°'],
  ['percent', '%'],
]);
const MAX_UNIT = 12;

/** Units that a document states once for all numbers of a name: `units` of weather services, `TempUnit` of Tasmota. */
function unitsOf(root: unknown, depth: number): Map<string, string> {
  const found = new Map<string, string>();
  if (!isObject(root) || depth > 3) return found;
  for (const [name, value] of Object.entries(root)) {
    const plain = plainName(name);
    if (plain === 'units' && isObject(value)) {
      for (const [one, unit] of Object.entries(value))
        if (typeof unit === 'string' && unit !== '' && unit.length <= MAX_UNIT)
          found.set(one, UNIT_WORDS.get(unit) ?? unit);
    } else if (isObject(value)) for (const [one, unit] of unitsOf(value, depth + 1)) found.set(one, unit);
    if (typeof value !== 'string' || value.length > MAX_UNIT) continue;
    if (name === 'TempUnit')
      for (const one of ['Temperature', 'DewPoint']) found.set(one, UNIT_WORDS.get(value) ?? value);
    if (name === 'PressureUnit') found.set('Pressure', value);
  }
  return found;
}

const TOPIC = /^\/?[^\s/]{1,60}(?:\/[^\s/](?:[^/\n]{0,58}[^\s/])?){1,8}$/;
const MIN_TOPICS = 3;

/** `{ "home/attic/temp": 21 }` as `{ home: { attic: { temp: 21 } } }`. */
function nestTopics(object: Json): Json {
  const entries = Object.entries(object);
  if (entries.length < MIN_TOPICS || !entries.every(([name]) => TOPIC.test(name))) return object;
  const root = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const path = name.split('/').filter((part) => part !== '');
    const leaf = path.pop() as string;
    let at = root;
    for (const part of path) {
      const next = at.get(part) ?? new Map<string, unknown>();
      if (!(next instanceof Map)) return object;
      at.set(part, next);
      at = next;
    }
    if (at.has(leaf)) return object;
    at.set(leaf, value);
  }
  return toObject(root);
}

function toObject(map: Map<string, unknown>): Json {
  return Object.fromEntries(
    [...map].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}

const MAX_COLUMN_NAME = 60;
/** Names of the member with the column's name, if an object describes the column. */
const COLUMN_NAME_MEMBERS = ['name', 'text', 'title', 'label', 'field'];

/**
 * `{ columns: ["time", "mean"], values: [[…], […]] }` with the rows as objects: a list of names beside a list of lists of the
 * same length, as databases and statistics send them.
 */
function columnsToRows(object: Json): Json {
  const lists = Object.entries(object).filter((one): one is [string, unknown[]] => Array.isArray(one[1]));
  const rows = lists.find(([, list]) => areRows(list));
  const columns = (rows?.[1][0] as unknown[] | undefined)?.length ?? 0;
  const named = lists.find(([, list]) => list.length === columns && areNames(list.map(columnName)));
  if (!rows || !named || columns < 2) return object;
  const names = named[1].map(columnName);
  const { [named[0]]: _, ...rest } = object;
  const read = (rows[1] as unknown[][]).map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index]])),
  );
  return { ...rest, [rows[0]]: read };
}

/** Whether a list has only lists of one length. */
function areRows(list: unknown[]): boolean {
  const [first] = list;
  return Array.isArray(first) && list.every((row) => Array.isArray(row) && row.length === first.length);
}

const areNames = (names: (string | null)[]) => !names.includes(null) && new Set(names).size === names.length;

function columnName(column: unknown): string | null {
  const name = isObject(column)
    ? COLUMN_NAME_MEMBERS.map((one) => column[one]).find((one) => one !== undefined)
    : column;
  return typeof name === 'string' && name !== '' ? cutText(name, MAX_COLUMN_NAME) : null;
}

/** Seconds or milliseconds of the years 2001 to 2040, with or without a fraction. */
const isEpoch = (value: unknown): value is number =>
  typeof value === 'number' && ((value > 1e9 && value < 2.2e9) || (value > 1e12 && value < 2.2e12));

/** `[[epoch, value], …]` as moments and values; null for any other list. */
function momentsAndValues(list: unknown[]): Json[] | null {
  const isSeries =
    list.length >= 2 &&
    list.every(
      (one) => Array.isArray(one) && one.length === 2 && isEpoch(one[0]) && typeof one[1] !== 'object',
    );
  if (!isSeries) return null;
  return (list as [number, unknown][]).map(([at, value]) => ({ time: momentOf(at), value }));
}

const MOMENT_NAME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const MIN_MOMENTS = 3;

/** `{ "2026-11-23 07:30:00": 120, … }` as moments and values, as solar forecasts send them; null for anything else. */
function momentsToRows(object: Json): Json[] | null {
  const members = Object.entries(object);
  const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string';
  if (
    members.length < MIN_MOMENTS ||
    !members.every(([name, value]) => MOMENT_NAME.test(name) && isPlain(value))
  )
    return null;
  return members.map(([name, value]) => ({ time: name.replace(' ', 'T'), value }));
}

const twoDigits = (value: number) => roundedNumber(Number(value.toFixed(2)));

/** Converts metres and seconds of sports services to kilometres and hours. */
function convertActivity(object: Json): Json {
  if (typeof object.moving_time !== 'number' || typeof object.distance !== 'number') return object;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (typeof value !== 'number') return [name, value];
      if (name === 'distance') return [name, `${twoDigits(value / 1000)} km`];
      if (/_speed$/.test(name)) return [name, `${twoDigits(value * 3.6)} km/h`];
      return [name, /elevation_gain$|^elev_/.test(name) ? `${roundedNumber(value)} m` : value];
    }),
  );
}

/** Adds the unit to the energy counters of Tasmota, which are in kilowatt-hours. */
function addEnergyUnit(object: Json): Json {
  if (!isObject(object.ENERGY)) return object;
  const counted = Object.entries(object.ENERGY).map(([name, value]) => [
    name,
    /^(?:Total|Yesterday|Today)$/.test(name) && typeof value === 'number'
      ? `${roundedNumber(value)} kWh`
      : value,
  ]);
  return { ...object, ENERGY: Object.fromEntries(counted) };
}
