import { DAY_SECONDS } from '#shared/clock.ts';
import { cutText, oneLine } from '../blocks.ts';
import { stripMarkup } from '../strip-markup.ts';
import { plainName, readableName, VAGUE_NAMES } from './names.ts';
import { isMoment, isNoise, momentOf } from './noise.ts';
import { stateWords } from './state-words.ts';
import { formatWithUnit, unitOf } from './units.ts';
import { wordedMoment } from './worded-moment.ts';

type Json = Record<string, unknown>;

/** Limit of the characters that are read of one value; pages show fewer and count the rest. */
const MAX_VALUE = 1_000_000;
const UNIT_NAMES = [
  'unit',
  'units',
  'unit_of_measurement',
  'unit_text',
  'uom',
  'currency',
  'currency_code',
  'currency_symbol',
  'unitcode',
  'unit_code',
];
const NUMBER_NAMES = [
  'value',
  'amount',
  'amount_due',
  'total_amount',
  'total_due',
  'balance_due',
  'price',
  'total',
  'sum',
  'state',
  'temperature',
  'reading',
  'quantity',
  'qty',
  'level',
  'measurement',
];

/** Prefix of branches and tags in git. */
const BRANCH = /^refs\/(?:heads|tags)\//;
/** Bold type in Markdown, as alerts have it. */
const BOLD = /\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*/g;
/** Names of numbers from 0 to 1 that are percentages. */
const SHARE = /(?:^|_)(?:progress|cloud_?cover|volume_level)$/;
const RATIO = /(?:^|_)(?:relative_)?humidity$|^pop$|^precip_probability$/;
/** Durations that printers, trackers and machines send in seconds. */
const SECONDS =
  /^(?:estimated_)?print_time(?:_left)?$|^(?:print|total)_duration$|^(?:moving|elapsed)_time$|^(?:sys_)?uptime$|^battery_runtime$|^media_(?:duration|position)$|^day_length$|(?:^|_)(?:duration|time|uptime|remaining)_(?:s|sec|secs|seconds)$/;
/** Durations that are in seconds if so many minutes would be half a day. */
const LONG_TIME = /(?:^|_)(?:remaining|estimated|elapsed|finish_in)(?:_\w{1,20})?_time$/;
const LONG_TIME_SECONDS = 720;
/** A number as text, as in MQTT. */
const NUMBER_TEXT = /^-?(?:0|[1-9]\d{0,9})(?:\.\d{1,9})?$/;
/** The format of a text at the end of its name, which readers do not need. */
const FORMAT = / (?:html|text|markdown|md)$/;
/** Durations and positions that players send in milliseconds. */
const MILLISECONDS = /(?:^|_)(?:duration|progress|position|elapsed)_ms$/;
/** Ten-millionths of a second (.NET). */
const TICKS = /(?:^|_)(?:run_?time|duration|position|elapsed|length)_ticks$/;
/** A tenth of a second in ticks. Smaller values other than 0 are not durations. */
const MIN_TICKS = 1e6;
const BYTES = /(?:^|_)bytes(?:_|$)/;
/** Names of sizes that are in bytes if they are large. */
const SIZE = /(?:^|_)(?:[cu]?size|memory|space)$|^max(?:mem|disk)$|^net_?(?:in|out)$/;
const MIN_LARGE_SIZE = 1_048_576;
/** Quantities that meters send without a unit, recognized by the mains voltage beside them. */
const ELECTRIC_NAMES: [RegExp, string][] = [
  [/^(?:[abcn]_)?voltage$/, 'V'],
  [/^(?:[abcn]_|total_)?current$/, 'A'],
  [/^(?:(?:[abc]_|total_)aprt_|apparent_?)power$/, 'VA'],
  [/^(?:a(?:ctive)?_?)?power$|^(?:[abc]|total)_act_power$/, 'W'],
  [/^[abc]_freq$/, 'Hz'],
  [/^reactive_?power$/, 'var'],
];
const ENERGY_UNIT = /^(?:[kM]?Wh|m³|m3)$/;
/** Range of mains voltages. */
const MAINS = { least: 80, most: 500 };

export interface Named {
  /** The readable name. */
  name: string;
  value: string;
}

/** A plain value with its readable name and its unit; null for values that only machines read. */
export function namedValue(name: string, value: unknown, unit: string | null = null): Named | null {
  return isNoise(name, value) ? null : writtenValue(name, value, unit);
}

/** The same for a value that is known to be for people, whatever its name. */
export function writtenValue(name: string, value: unknown, unit: string | null = null): Named | null {
  const text = plainValue(name, value);
  if (text === '') return null;
  const readable = readableName(name);
  const number = typeof value === 'number' ? value : NUMBER_TEXT.test(text) ? Number(text) : null;
  if (number === null)
    return { name: readable.replace(FORMAT, '').replace(/(?<=\w) id$/, ''), value: stateWords(name, text) };
  if (typeof value === 'number' && isMoment(name, value)) return { name: readable, value: text };
  // A price per unit whose currency is unknown.
  if (unit && ENERGY_UNIT.test(unit) && /(?:^|_)price(?:_|$)/.test(plainName(name)))
    return { name: readable, value: `${text} /${unit}` };
  if (unit) return { name: readable, value: formatWithUnit(text, unit) };
  const plain = plainName(name);
  // A humidity of 1 % does not occur, so 1 is 100 %.
  if ((RATIO.test(plain) || (SHARE.test(plain) && !Number.isInteger(number))) && number >= 0 && number <= 1)
    return { name: readable, value: `${roundedNumber(number * 100)} %` };
  if (SECONDS.test(plain) || (LONG_TIME.test(plain) && number >= LONG_TIME_SECONDS))
    return { name: readable.replace(/ s(?:ec(?:onds|s)?)?$/, ''), value: durationOf(number) };
  if (TICKS.test(plain) && (number === 0 || number >= MIN_TICKS))
    return { name: readable.replace(/ ticks$/, ''), value: clockOf(number / 1e7) };
  if (MILLISECONDS.test(plain)) return { name: readable.replace(/ ms$/, ''), value: clockOf(number / 1000) };
  if ((BYTES.test(plain) && number >= 1024) || (SIZE.test(plain) && number >= MIN_LARGE_SIZE))
    return { name: removeBytes(readable), value: bytesOf(number) };
  const own = unitOf(plain, number);
  if (!own) return { name: readable, value: text };
  return {
    name: own.name === null ? readable : readableName(own.name),
    value: formatWithUnit(text, own.unit),
  };
}

/** The name of a size without `bytes`, which its value has; `total bytes` stays, because a total may be of anything. */
function removeBytes(name: string): string {
  const rest = name.replace(/(?<=\w) bytes$/, '');
  return VAGUE_NAMES.test(plainName(rest)) ? name : rest;
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
/** Ends of the names of a unit's member, and the namespace that some services write before the unit. */
const UNIT_MEMBER = /_(?:units?|uom|unit_of_measurement|currency)$/;
const NAMESPACE = /^(?:wmoUnit|unit):/;
const MAX_UNIT = 12;
/** Names of things that are numbered rather than measured. */
const NUMBERED_NAMES =
  /(?:^|_)(?:room|flat|apartment|suite|house|building|floor|gate|seat|section|zone|unit|box)$/;

/** Units in separate members beside their numbers: `temperature` and `temperatureUnit`. */
export interface SiblingUnits {
  /** By the plain names of the numbers. */
  of: ReadonlyMap<string, string>;
  /** Names of the members that only have a unit. */
  names: ReadonlySet<string>;
}

/** The units in separate members of an object. Texts, lists and objects get none. */
export function siblingUnits(object: Json): SiblingUnits {
  const members = Object.entries(object);
  const units = members.filter(([name]) => UNIT_MEMBER.test(plainName(name)));
  const of = new Map<string, string>();
  const names = new Set<string>();
  if (units.length === 0) return { of, names };
  const values = new Map(members.map(([name, value]) => [plainName(name), value]));
  for (const [name, value] of units) {
    const base = plainName(name).replace(UNIT_MEMBER, '');
    // The number of a room is not a temperature.
    const unit = NUMBERED_NAMES.test(base) ? null : unitText(value);
    const measured = values.get(base);
    // The unit of a missing measurement is for machines.
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

/** A number, or a text of one, as written; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return roundedNumber(value);
  return typeof value === 'string' && NUMBER_TEXT.test(value) ? value : null;
}

/** The unit beside a number in one object: `{ value: 3, unit: "°C" }`. */
export function unitIn(object: Json): string | null {
  for (const [name, value] of Object.entries(object)) {
    const unit = UNIT_NAMES.includes(plainName(name)) ? unitText(value) : null;
    if (unit !== null) return unit;
  }
  return null;
}

/** Whether an object is the reading of a meter: it has a mains voltage. */
export function isMeter(object: Json): boolean {
  const volts = Object.entries(object).find(([key]) => /^(?:[abc]_)?voltage$/.test(plainName(key)))?.[1];
  return typeof volts === 'number' && volts >= MAINS.least && volts <= MAINS.most;
}

/** The unit of a meter's value; null for one that is not electric. */
export function electricUnit(name: string): string | null {
  const plain = plainName(name);
  return ELECTRIC_NAMES.find(([known]) => known.test(plain))?.[1] ?? null;
}

export const isUnitName = (name: string) => UNIT_NAMES.includes(plainName(name));
export const takesUnit = (name: string) =>
  NUMBER_NAMES.includes(plainName(name)) || /(?:_|market)price$/.test(plainName(name));

/** `21 d 4 h`, `1 h 12 min`, `4 min 36 s`, `52 min`. */
export function durationOf(seconds: number): string {
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
export function clockOf(seconds: number): string {
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

/** Decimal places that a sender may have written on purpose: of numbers below ten, and of larger ones. */
const SMALL_NUMBER_PLACES = 4;
const NUMBER_PLACES = 3;

/** A number without the rounding errors of binary fractions. */
export function roundedNumber(value: number): string {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  if (decimals <= (Math.abs(value) < 10 ? SMALL_NUMBER_PLACES : NUMBER_PLACES)) return String(value);
  return String(Number(value.toFixed(Math.abs(value) < 1 ? SMALL_NUMBER_PLACES : 2)));
}

function plainValue(name: string, value: unknown): string {
  if (typeof value === 'number') {
    if (isMoment(name, value)) return momentOf(value);
    if (DAY_MEMBER.test(plainName(name))) return dayOf(String(value));
    return roundedNumber(value);
  }
  const text = stripMarkup(cutText(String(value), MAX_VALUE))
    .replace(BRANCH, '')
    .replace(BOLD, '$1');
  if (LONG_NUMBER.test(text) && Math.abs(Number(text)) >= MIN_ROUNDED) return roundedNumber(Number(text));
  const moment = wordedMoment(text).replace(SPAN, spanOf).replace(ISO_SPAN, isoSpanOf);
  return oneLine(DAY_MEMBER.test(plainName(name)) ? dayOf(moment) : moment);
}

/** A number, as a text, with more digits than readers need. */
const LONG_NUMBER = /^-?(?:0|[1-9]\d{0,8})\.\d{7,20}$/;
/** Smaller numbers, such as prices of coins, keep their digits. */
const MIN_ROUNDED = 0.01;
/** A span of days and time in the form of the Swiss railways and Tasmota. */
const SPAN = /^(\d{1,4})[dT](\d\d):(\d\d):(\d\d)$/;

/** A span of time in the form of ISO 8601: `PT1H30M`. */
const ISO_SPAN =
  /^P(?=\d|T\d)(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})(?:\.\d{1,9})?S)?)?$/;

const isoSpanOf = (_: string, ...parts: (string | undefined)[]) => {
  const [days, hours, minutes, seconds] = parts.slice(0, 4).map((part) => Number(part ?? 0));
  return durationOf((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0));
};

const spanOf = (_: string, days: string, hours: string, minutes: string, seconds: string) =>
  durationOf(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds));

/** Days without separators (ISO 8601, basic format), and names of members that have them: `20261123`. */
const DAY_MEMBER = /(?:^|_)(?:date|datum|fecha)$|^(?:day|data)$/;
const BASIC_DAY = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

const dayOf = (text: string) => text.replace(BASIC_DAY, '$1-$2-$3');
