import { isObject, type Json } from './fields.ts';
import { plainName } from './names.ts';
import { isNoise } from './noise.ts';
import { formatWithUnit } from './units.ts';
import { isUnitName, numberText, roundedNumber, takesUnit, unitIn } from './values.ts';
import { isWeatherCode, weatherWord } from './weather-codes.ts';

/** Names of the time of a measurement. */
const MEASURED = /^(?:time|timestamp|ts|measured_at|read_at)$/;

const PERCENTAGE = /^percent(?:age)?$/;

/** Whether a value only repeats the quantity of its object: `type: "PERCENTAGE"` beside `percentage`. */
const isKind = (name: string, value: unknown, object: Json) =>
  plainName(name) === 'type' && typeof value === 'string' && Object.hasOwn(object, value.toLowerCase());

/** `{ value: 2.3, unit: "kg" }` as one value; null for an object with further members. */
export function readMeasure(object: Json): string | null {
  const others = Object.entries(object).filter(
    ([name, value]) =>
      !isUnitName(name) &&
      !isNoise(name, value) &&
      !MEASURED.test(plainName(name)) &&
      !isKind(name, value, object),
  );
  const [only] = others;
  if (others.length !== 1 || !only) return null;
  const unit = takesUnit(only[0]) ? unitIn(object) : PERCENTAGE.test(plainName(only[0])) ? '%' : null;
  if (unit === null) return null;
  const number = numberText(only[1]);
  return number === null || (unit === '%' && Object.keys(object).length < 2)
    ? null
    : formatWithUnit(number, unit);
}

/** `{ Unit: "W", Values: { "1": 812 } }` as its values, each with the unit; null for any other object. */
export function valuesWithUnit(object: Json): Json | null {
  const unit = unitIn(object);
  const [only, ...others] = Object.values(object).filter((value) => typeof value === 'object');
  if (unit === null || Object.keys(object).length !== 2 || others.length > 0 || !isObject(only)) return null;
  const numbers = Object.entries(only).map(([name, value]) => [name, numberText(value)] as const);
  if (numbers.length === 0 || numbers.some(([, text]) => text === null)) return null;
  return Object.fromEntries(numbers.map(([name, text]) => [name, formatWithUnit(text as string, unit)]));
}

const MEMBERS_BESIDE_FIGURE = /^(?:fahrenheit|type|precision)$/;

/** `{ celsius: 20.6, fahrenheit: 69.1 }` as one temperature; null for an object with further members. */
export function readCelsius(object: Json): string | null {
  const { celsius, ...rest } = object;
  if (typeof celsius !== 'number') return null;
  const isBeside = (name: string) =>
    MEMBERS_BESIDE_FIGURE.test(plainName(name)) || MEASURED.test(plainName(name));
  return Object.keys(rest).every(isBeside) ? formatWithUnit(roundedNumber(celsius), '°C') : null;
}

/** Adds to numbers the units that another object has under the same names, as in weather services. */
export function addUnits(object: Json, units: Json): Json {
  const codes = Object.keys(object).filter((name) => isWeatherCode(units[name]));
  const isFree = codes.length === 1 && !Object.hasOwn(object, 'weather');
  const joined = ([name, value]: [string, unknown]): [string, unknown] => {
    const unit = units[name];
    const isReal = typeof unit === 'string' && unit !== '' && !/iso8601|unixtime|wmo|seconds/i.test(unit);
    // The height of the measurement, which some services append, is not part of the name.
    const label = name.replace(/_\d+m(?=_|$)/, '');
    if (isWeatherCode(unit) && isFree)
      return ['weather', Array.isArray(value) ? value.map(weatherWord) : weatherWord(value)];
    if (!isReal) return [label, value];
    const join = (one: unknown) => (typeof one === 'number' ? formatWithUnit(roundedNumber(one), unit) : one);
    return [label, Array.isArray(value) ? value.map(join) : join(value)];
  };
  return Object.fromEntries(Object.entries(object).map(joined));
}
