import { cutText, oneLine } from '../blocks.ts';
import { plainName, plainNames, readableName } from './names.ts';
import { isNoise } from './noise.ts';
import { isTwin, isUnitName, namedValue, takesUnit, unitIn } from './values.ts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an object is called by people. */
const CALLED = [
  'friendly_name',
  'name',
  'title',
  'label',
  'full_name',
  'display_name',
  'short_name',
  'text',
  'description',
  'main',
  'login',
  'summary',
  'content',
  'value',
  'datetime',
  'date',
];
const MAX_LIST = 50;

/** Whether it gives the units of another object's values, as weather services do: `current_units` beside `current`. */
export const isUnitsObject = (name: string, value: unknown): value is Json =>
  isObject(value) && /_units$/.test(plainName(name));

/** Those of an object by their plain names; the first of several. */
export function unitObjects(object: Json): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [name, value] of Object.entries(object)) {
    const plain = plainName(name);
    if (isUnitsObject(name, value) && !found.has(plain)) found.set(plain, value);
  }
  return found;
}

/** The columns of a record by their readable names, in order: what only machines read is left out. */
export function recordFields(record: Json): Map<string, string> {
  const fields = new Map<string, string>();
  const state = homeAssistantState(record);
  if (state) {
    // Among many states the one moment that matters is now.
    state.delete('changed');
    return state;
  }
  const unit = unitIn(record);
  const names = plainNames(record);
  for (const [name, value] of Object.entries(record)) {
    if (isUnitName(name) && unit) continue;
    if (isNoise(name, value) || isTwin(name, names)) continue;
    const field = delayOf(name, value, record) ?? fieldOf(name, value, takesUnit(name) ? unit : null);
    if (field && !fields.has(field.name)) fields.set(field.name, field.value);
  }
  sayCancelled(record, fields);
  return fields;
}

/** Names of the moment that was planned, in departures. */
const PLANNED = /^(?:planned|scheduled|aimed|timetabled)_/;
const DELAY = /^(?:(?:departure|arrival)_)?delay(?:_(?:in_)?(?:seconds|secs?))?$/;

/** A delay beside the moment that was planned: transport APIs give it in seconds, people speak of minutes. */
function delayOf(name: string, value: unknown, record: Json) {
  if (typeof value !== 'number' || !DELAY.test(plainName(name)) || value % 60 !== 0) return null;
  if (!Object.keys(record).some((key) => PLANNED.test(plainName(key)))) return null;
  const minutes = value / 60;
  return { name: 'delay', value: minutes === 0 ? '0' : `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min` };
}

/** Whether a departure was cancelled stands where its delay would; that it was not is no news. */
function sayCancelled(record: Json, fields: Map<string, string>): void {
  const names = Object.keys(record);
  const name = names.find((one) => /^(?:is_)?cancell?ed$/.test(plainName(one)));
  if (name === undefined || !names.some((one) => PLANNED.test(plainName(one)))) return;
  fields.delete(readableName(name));
  if (record[name] === true) fields.set('delay', readableName(name));
}

function fieldOf(name: string, value: unknown, unit: string | null) {
  if (Array.isArray(value)) {
    const text = value
      .slice(0, MAX_LIST)
      .map(calledBy)
      .filter((one) => one !== '')
      .join(', ');
    return text === '' ? null : { name: readableName(name), value: cutText(text, 2000) };
  }
  if (isObject(value)) {
    const inner = unitIn(value);
    const number = Object.entries(value).find(([key, one]) => takesUnit(key) && typeof one === 'number');
    if (inner && number) return { name: readableName(name), value: `${number[1]} ${inner}` };
    const text = calledBy(value);
    return text === '' ? null : { name: readableName(name), value: text };
  }
  return namedValue(name, value, unit);
}

/** The name of an object, or a plain value as it is. */
export function calledBy(value: unknown): string {
  if (typeof value === 'string') return isNoise('item', value) ? '' : oneLine(cutText(value, 400));
  if (typeof value === 'number') return String(value);
  if (!isObject(value)) return '';
  for (const name of CALLED) {
    const entry = Object.entries(value).find(([key]) => plainName(key) === name);
    if (entry && typeof entry[1] === 'string' && entry[1].trim() !== '' && !isNoise('item', entry[1]))
      return oneLine(cutText(entry[1], 400));
  }
  return '';
}

/** A state of Home Assistant: what it is called, and its state with the unit. */
export function homeAssistantState(record: Json): Map<string, string> | null {
  const { entity_id: entity, state, attributes } = record;
  if (typeof entity !== 'string' || state === undefined || !isObject(attributes)) return null;
  const unit = typeof attributes.unit_of_measurement === 'string' ? ` ${attributes.unit_of_measurement}` : '';
  const name =
    typeof attributes.friendly_name === 'string'
      ? attributes.friendly_name
      : readableName(entity.split('.').at(-1) ?? entity);
  const fields = new Map([
    ['name', oneLine(name)],
    ['state', oneLine(`${String(state)}${unit}`)],
  ]);
  const { friendly_name: _, unit_of_measurement: __, ...rest } = attributes;
  for (const [key, value] of Object.entries(rest)) {
    const field = isNoise(key, value) ? null : fieldOf(key, value, null);
    if (field) fields.set(field.name, field.value);
  }
  const changed = record.last_changed ?? record.last_updated;
  if (typeof changed === 'string') fields.set('changed', changed);
  return fields;
}
