import { DAY_SECONDS } from '#shared/clock.ts';
import { cutText, oneLine } from '../blocks.ts';
import { withoutMarkup } from '../without-markup.ts';
import { plainName, readableName, VAGUE } from './names.ts';
import { isMoment, isNoise, momentOf } from './noise.ts';
import { stateWords } from './state-words.ts';
import { unitOf, withUnit } from './units.ts';
import { wordedMoment } from './worded-moment.ts';

type Json = Record<string, unknown>;

/** Characters that are read of one value; pages take fewer, and count the rest. */
const MAX_VALUE = 1_000_000;
const UNIT_NAMES = [
  'unit',
  'units',
  'unit_of_measurement',
  'unit_text',
  'uom',
  'currency',
  'unitcode',
  'unit_code',
];
const NUMBER_NAMES = [
  'value',
  'amount',
  'price',
  'total',
  'state',
  'temperature',
  'reading',
  'quantity',
  'qty',
  'level',
  'measurement',
];

/** How git names branches and tags among all else. */
const BRANCH = /^refs\/(?:heads|tags)\//;
/** Marks of Markdown, as alerts have them. */
const BOLD = /\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*/g;
/** What is sent as a part of one. */
const SHARE = /(?:^|_)(?:progress|cloud_?cover|volume_level)$/;
const OF_ONE = /(?:^|_)(?:relative_)?humidity$|^pop$|^precip_probability$/;
/** Durations that printers, trackers and machines send in seconds. */
const SECONDS =
  /^(?:estimated_)?print_time(?:_left)?$|^(?:print|total)_duration$|^(?:moving|elapsed)_time$|^(?:sys_)?uptime$|^battery_runtime$|^media_(?:duration|position)$|^day_length$|(?:^|_)(?:duration|time|uptime|remaining)_(?:s|sec|secs|seconds)$/;
/** What machines send in seconds, where so many minutes would be half a day. */
const LONG_TIME = /(?:^|_)(?:remaining|estimated|elapsed|finish_in)(?:_\w{1,20})?_time$/;
const LONG_TIME_SECONDS = 720;
/** A number as text, as MQTT carries it. */
const NUMBER_TEXT = /^-?(?:0|[1-9]\d{0,9})(?:\.\d{1,9})?$/;
/** What a text is in, which no reader needs to know. */
const FORM = / (?:html|text|markdown|md)$/;
/** Durations and places in a recording that players send in thousandths. */
const MILLISECONDS = /(?:^|_)(?:duration|progress|position|elapsed)_ms$/;
/** Ten-millionths of a second, as .NET counts them. */
const TICKS = /(?:^|_)(?:run_?time|duration|position|elapsed|length)_ticks$/;
/** A tenth of a second in each unit. Smaller values other than 0 are not durations. */
const MIN_TICKS = 1e6;
const BYTES = /(?:^|_)bytes(?:_|$)/;
/** What so large a number of can only be bytes. */
const SIZE = /(?:^|_)(?:size|memory|space)$|^max(?:mem|disk)$|^net_?(?:in|out)$/;
const LARGE = 1_048_576;
/** Quantities that meters send without a unit, recognized by the volts beside them. */
const ELECTRIC: [RegExp, string][] = [
  [/^(?:[abcn]_)?voltage$/, 'V'],
  [/^(?:[abcn]_|total_)?current$/, 'A'],
  [/^(?:(?:[abc]_|total_)aprt_|apparent_?)power$/, 'VA'],
  [/^(?:a(?:ctive)?_?)?power$|^(?:[abc]|total)_act_power$/, 'W'],
  [/^[abc]_freq$/, 'Hz'],
  [/^reactive_?power$/, 'var'],
];
const OF_ENERGY = /^(?:[kM]?Wh|m³|m3)$/;
/** Volts of a mains. */
const MAINS = { least: 80, most: 500 };

export interface Named {
  /** As a person reads it. */
  name: string;
  value: string;
}

/** A plain value under its name, its unit joined to it; null for what only machines read. */
export function namedValue(name: string, value: unknown, unit: string | null = null): Named | null {
  if (isNoise(name, value)) return null;
  const text = plainValue(name, value);
  if (text === '') return null;
  const readable = readableName(name);
  const number = typeof value === 'number' ? value : NUMBER_TEXT.test(text) ? Number(text) : null;
  if (number === null)
    return { name: readable.replace(FORM, '').replace(/(?<=\w) id$/, ''), value: stateWords(name, text) };
  if (typeof value === 'number' && isMoment(name, value)) return { name: readable, value: text };
  // A price per unit, without a currency.
  if (unit && OF_ENERGY.test(unit) && /(?:^|_)price(?:_|$)/.test(plainName(name)))
    return { name: readable, value: `${text} /${unit}` };
  if (unit) return { name: readable, value: withUnit(text, unit) };
  const plain = plainName(name);
  // None is so dry that it would be one of a hundred.
  if ((OF_ONE.test(plain) || (SHARE.test(plain) && !Number.isInteger(number))) && number >= 0 && number <= 1)
    return { name: readable, value: `${roundedNumber(number * 100)} %` };
  if (SECONDS.test(plain) || (LONG_TIME.test(plain) && number >= LONG_TIME_SECONDS))
    return { name: readable.replace(/ s(?:ec(?:onds|s)?)?$/, ''), value: durationOf(number) };
  if (TICKS.test(plain) && (number === 0 || number >= MIN_TICKS))
    return { name: readable.replace(/ ticks$/, ''), value: clockOf(number / 1e7) };
  if (MILLISECONDS.test(plain)) return { name: readable.replace(/ ms$/, ''), value: clockOf(number / 1000) };
  if ((BYTES.test(plain) && number >= 1024) || (SIZE.test(plain) && number >= LARGE))
    return { name: withoutBytes(readable), value: bytesOf(number) };
  const own = unitOf(plain, number);
  if (!own) return { name: readable, value: text };
  return { name: own.name === null ? readable : readableName(own.name), value: withUnit(text, own.unit) };
}

/** The name of a size, which its value says; `total bytes` stays, because a total may be of anything. */
function withoutBytes(name: string): string {
  const rest = name.replace(/(?<=\w) bytes$/, '');
  return VAGUE.test(plainName(rest)) ? name : rest;
}

/** Units that are written as words. */
const UNIT_WORDS = new Map([
  ['celsius', '°C'],
  ['℃', '°C'],
  ['℉', '°F'],
  ['fahrenheit', '°F'],
  ['kelvin', 'K'],
  ['percent', '%'],
  ['C', '°C'],
  ['F', '°F'],
  ['degC', '°C'],
  ['degF', '°F'],
  ['km_h-1', 'km/h'],
  ['degree_(angle)', '°'],
]);
/** Names of a unit behind the name of its quantity, and the namespace that some services put before it. */
const OF_SIBLING = /_(?:units?|uom|unit_of_measurement|currency)$/;
const NAMESPACE = /^(?:wmoUnit|unit):/;
const MAX_UNIT = 12;
/** What is numbered rather than measured. */
const PLACE = /(?:^|_)(?:room|flat|apartment|suite|house|building|floor|gate|seat|section|zone|unit|box)$/;

/** Units that stand in members of their own beside their numbers: `temperature` and `temperatureUnit`. */
export interface SiblingUnits {
  /** By the plain names of the numbers. */
  of: ReadonlyMap<string, string>;
  /** The names of the members that only give a unit. */
  names: ReadonlySet<string>;
}

/** Units beside the members of an object. Texts, lists and objects have none. */
export function siblingUnits(object: Json): SiblingUnits {
  const members = Object.entries(object);
  const units = members.filter(([name]) => OF_SIBLING.test(plainName(name)));
  const of = new Map<string, string>();
  const names = new Set<string>();
  if (units.length === 0) return { of, names };
  const values = new Map(members.map(([name, value]) => [plainName(name), value]));
  for (const [name, value] of units) {
    const base = plainName(name).replace(OF_SIBLING, '');
    // The number of a room is not a temperature.
    const unit = PLACE.test(base) ? null : unitText(value);
    const measured = values.get(base);
    // What was not measured has no use for its unit.
    const isOfNumber = numberText(measured) !== null || (measured === null && values.has(base));
    if (unit === null || !isOfNumber) continue;
    if (!of.has(base)) of.set(base, unit);
    names.add(name);
  }
  return { of, names };
}

function unitText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const unit = value.trim().replace(NAMESPACE, '');
  const word = UNIT_WORDS.get(unit) ?? unit;
  return word === '' || word.length > MAX_UNIT ? null : word;
}

/** A number as it is written, be it one or a text of one; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return roundedNumber(value);
  return typeof value === 'string' && NUMBER_TEXT.test(value) ? value : null;
}

/** The unit that stands beside a number in one object: `{ value: 3, unit: "°C" }`. */
export function unitIn(object: Json): string | null {
  for (const [name, value] of Object.entries(object)) {
    const unit = UNIT_NAMES.includes(plainName(name)) ? unitText(value) : null;
    if (unit !== null) return unit;
  }
  return null;
}

/** Whether an object is the reading of a meter: it has the volts of a mains. */
export function isMeter(object: Json): boolean {
  const volts = Object.entries(object).find(([key]) => /^(?:[abc]_)?voltage$/.test(plainName(key)))?.[1];
  return typeof volts === 'number' && volts >= MAINS.least && volts <= MAINS.most;
}

/** The unit of a figure of a meter; null for one that is not electric. */
export function electricUnit(name: string): string | null {
  const plain = plainName(name);
  return ELECTRIC.find(([known]) => known.test(plain))?.[1] ?? null;
}

export const isUnitName = (name: string) => UNIT_NAMES.includes(plainName(name));
export const takesUnit = (name: string) =>
  NUMBER_NAMES.includes(plainName(name)) || /(?:_|market)price$/.test(plainName(name));

/** `21 d 4 h`, `1 h 12 min`, `4 min 36 s`, `52 min`. */
function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole >= 2 * DAY_SECONDS)
    return `${Math.floor(whole / DAY_SECONDS)} d ${Math.floor(whole / 3600) % 24} h`;
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
  const [hours, minutes, rest] = parts;
  if (hours > 0) return `${hours} h ${minutes} min`;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** `3:28`, as players show it. */
function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function bytesOf(bytes: number): string {
  const step = Math.min(4, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** step;
  return `${value < 10 && step > 0 ? Number(value.toFixed(1)) : Math.round(value)} ${['B', 'KB', 'MB', 'GB', 'TB'][step]}`;
}

/** Digits behind the point that a sender wrote on purpose, of numbers below ten and of larger ones. */
const FINE = 4;
const COARSE = 3;

/** Without the digits that binary fractions bring along. */
export function roundedNumber(value: number): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  if (decimals <= (Math.abs(value) < 10 ? FINE : COARSE)) return String(value);
  return String(Number(value.toFixed(Math.abs(value) < 1 ? FINE : 2)));
}

function plainValue(name: string, value: unknown): string {
  if (typeof value === 'number') {
    if (isMoment(name, value)) return momentOf(value);
    if (OF_DAY.test(plainName(name))) return dayOf(String(value));
    return roundedNumber(value);
  }
  const text = withoutMarkup(cutText(String(value), MAX_VALUE))
    .replace(BRANCH, '')
    .replace(BOLD, '$1');
  if (FINE_TEXT.test(text) && Math.abs(Number(text)) >= LEAST_ROUNDED) return roundedNumber(Number(text));
  const moment = wordedMoment(text).replace(SPAN, spanOf);
  return oneLine(OF_DAY.test(plainName(name)) ? dayOf(moment) : moment);
}

/** A number with more digits than anybody reads, as a text. */
const FINE_TEXT = /^-?(?:0|[1-9]\d{0,8})\.\d{7,20}$/;
/** Smaller numbers, such as prices of coins, would lose their digits. */
const LEAST_ROUNDED = 0.01;
/** A span of days and time as the Swiss railways and Tasmota write it. */
const SPAN = /^(\d{1,4})[dT](\d\d):(\d\d):(\d\d)$/;

const spanOf = (_: string, days: string, hours: string, minutes: string, seconds: string) =>
  durationOf(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds));

/** Days and moments without their marks (ISO 8601, basic format): `20261123`, `20261123T075700`. */
const OF_DAY = /(?:^|_)(?:date|datum|fecha)$|^(?:day|data)$/;
const BASIC_DAY = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

const dayOf = (text: string) => text.replace(BASIC_DAY, '$1-$2-$3');
