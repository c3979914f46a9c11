import { cutText, oneLine } from '../blocks.ts';
import { plainName, readableName } from './names.ts';
import { isMoment, isNoise } from './noise.ts';

type Json = Record<string, unknown>;

const MAX_VALUE = 2_000;
/** Units at the end of a name, for numbers. */
const UNITS: [RegExp, string][] = [
  [/_(?:c|celsius|degc)$/, '°C'],
  [/_(?:f|fahrenheit|degf)$/, '°F'],
  [/_(?:kph|kmh|km_h)$/, 'km/h'],
  [/_mph$/, 'mph'],
  [/_(?:percent|pct|percentage)$/, '%'],
  [/_(?:mb|mbar)$/, 'mbar'],
  [/_hpa$/, 'hPa'],
  [/_mm$/, 'mm'],
  [/_cm$/, 'cm'],
  [/_km$/, 'km'],
  [/_miles$/, 'mi'],
  [/_kg$/, 'kg'],
  [/_kwh$/, 'kWh'],
  [/_wh$/, 'Wh'],
  [/_kw$/, 'kW'],
  [/_(?:w|watts?)$/, 'W'],
  [/_(?:minutes|mins)$/, 'min'],
  [/_(?:sec|seconds)$/, 's'],
  [/_m3$/, 'm³'],
  [/_hz$/, 'Hz'],
  [/_lpm$/, 'l/min'],
  [/(?<=(?:_|^)voltage(?:_l\d)?)_v$/, 'V'],
  [/(?<=(?:_|^)current(?:_l\d)?)_a$/, 'A'],
  [/_ppm$/, 'ppm'],
  [/_(?:lux|lx)$/, 'lx'],
  [/_db$/, 'dB'],
];
const UNIT_NAMES = ['unit', 'units', 'unit_of_measurement', 'uom', 'currency', 'unitcode'];
const NUMBER_NAMES = [
  'value',
  'amount',
  'price',
  'total',
  'state',
  'temperature',
  'reading',
  'quantity',
  'level',
  'measurement',
];

/** What is sent as a part of one. */
const SHARE = /(?:^|_)progress$/;
/** Durations of printers, which send seconds. */
const SECONDS = /^(?:estimated_)?print_time(?:_left)?$|^(?:print|total)_duration$/;

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
  if (typeof value !== 'number' && !(unit && /^-?\d+(?:\.\d+)?$/.test(text)))
    return { name: readableName(name), value: text };
  if (typeof value === 'number' && isMoment(name, value)) return { name: readableName(name), value: text };
  if (unit) return { name: readableName(name), value: `${text} ${unit}` };
  const plain = plainName(name);
  if (typeof value === 'number' && SHARE.test(plain) && value >= 0 && value <= 1 && !Number.isInteger(value))
    return { name: readableName(name), value: `${roundedNumber(value * 100)} %` };
  if (typeof value === 'number' && SECONDS.test(plain))
    return { name: readableName(name), value: durationOf(value) };
  const own = UNITS.find(([ending]) => ending.test(plain));
  if (!own) return { name: readableName(name), value: text };
  const words = plain.replace(own[0], '');
  return { name: words === '' ? readableName(name) : readableName(words), value: `${text} ${own[1]}` };
}

/** The unit that stands beside a number in one object: `{ value: 3, unit: "°C" }`. */
export function unitIn(object: Json): string | null {
  for (const [name, value] of Object.entries(object)) {
    if (
      UNIT_NAMES.includes(plainName(name)) &&
      typeof value === 'string' &&
      value.length <= 12 &&
      value.trim() !== ''
    )
      return value.trim();
  }
  return null;
}

export const isUnitName = (name: string) => UNIT_NAMES.includes(plainName(name));
export const takesUnit = (name: string) => NUMBER_NAMES.includes(plainName(name));

/** Endings of imperial names, and of the metric ones that say the same. */
const TWINS = [
  [/_f$/, '_c'],
  [/_mph$/, '_kph'],
  [/_in$/, '_mm'],
  [/_in$/, '_mb'],
  [/_miles$/, '_km'],
] as const;

/** The imperial twin of a metric value: it says the same again. `names`: the plain ones of the object that has it. */
export function isTwin(name: string, names: ReadonlySet<string>): boolean {
  const plain = plainName(name);
  return TWINS.some(([ending, metric]) => ending.test(plain) && names.has(plain.replace(ending, metric)));
}

/** `1 h 12 min`, `4 min 36 s`. */
function durationOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60] as const;
  const [hours, minutes, rest] = parts;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** Without the digits that binary fractions bring along. */
export function roundedNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toFixed(Math.abs(value) < 1 ? 4 : 2)));
}

function plainValue(name: string, value: unknown): string {
  if (typeof value === 'number') {
    if (isMoment(name, value)) return new Date(value > 1e11 ? value : value * 1000).toISOString();
    return roundedNumber(value);
  }
  return oneLine(cutText(String(value), MAX_VALUE));
}
