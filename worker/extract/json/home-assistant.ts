import { oneLine } from '../blocks.ts';
import { fieldOf, isObject, type Json, textOf } from './fields.ts';
import { readableName, uniqueNames } from './names.ts';
import { isNoise } from './noise.ts';

/** Attributes with capabilities of a device rather than its state. */
const CAPABILITY = /_(?:modes|list|step)$|^(?:min|max)_(?:temp|humidity|mireds|color_temp)/;
/** Attributes that are temperatures with the unit of the entity's temperature. */
const DEGREES = /^(?:dew_point|apparent_temperature|current_temperature|templow)$/;
/** Words for `on` and `off` of sensors of these classes, as in Home Assistant. */
const STATE_WORDS: [RegExp, string, string][] = [
  [/^(?:window|door|garage_door|opening)$/, 'open', 'closed'],
  [/^(?:motion|occupancy|smoke|gas|carbon_monoxide|vibration|sound)$/, 'detected', 'clear'],
  [/^moisture$/, 'wet', 'dry'],
  [/^lock$/, 'unlocked', 'locked'],
  [/^presence$/, 'home', 'away'],
  [/^connectivity$/, 'connected', 'disconnected'],
  [/^battery$/, 'low', 'normal'],
];

function stateWord(state: unknown, { device_class: kind }: Json): string | null {
  if (typeof kind !== 'string' || (state !== 'on' && state !== 'off')) return null;
  const words = STATE_WORDS.find(([known]) => known.test(kind));
  return words ? words[state === 'on' ? 1 : 2] : null;
}

const isKnown = (state: unknown) => state !== 'unavailable' && state !== 'unknown';

/** Attributes that matter more than the state: the temperature of a thermostat matters more than its mode. */
const MAIN_ATTRIBUTES = ['current temperature', 'temperature', 'media title'];

/** The name of the most important value of a state. */
export function leadOfState(state: Map<string, string>): string {
  const isWord = !/\d/.test(state.get('state') ?? '');
  return (isWord && MAIN_ATTRIBUTES.find((name) => state.has(name))) || 'state';
}

/** `not_home` as words. */
const stateText = (state: string) =>
  /^[a-z]+(?:_[a-z]+)+$/.test(state) ? state.replaceAll('_', ' ') : state;

/** A state of Home Assistant: its friendly name, and its state with the unit. */
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
    [
      'state',
      stateWord(state, attributes) ?? oneLine(`${stateText(textOf(state))}${isKnown(state) ? unit : ''}`),
    ],
  ]);
  const { friendly_name: _, unit_of_measurement: __, ...rest } = attributes;
  for (const [key, value] of Object.entries(rest)) {
    const isUnit = key.endsWith('_unit');
    const own = rest[`${key}_unit`] ?? (DEGREES.test(key) ? rest.temperature_unit : null);
    const isLeft =
      isNoise(key, value) || CAPABILITY.test(key) || isUnit || (key === 'forecast' && Array.isArray(value));
    const field = isLeft ? null : fieldOf(key, value, typeof own === 'string' ? own : null);
    if (field) fields.set(field.name, field.value);
  }
  const changed = record.last_changed ?? record.last_updated;
  if (typeof changed === 'string') fields.set('changed', changed);
  return fields;
}

/** The event of a state change as the new state with the previous value; null for anything else. */
export function readStateChange(root: Json): Map<string, string> | null {
  const { event_type: type, data } = root;
  if (type !== 'state_changed' || !isObject(data) || !isObject(data.new_state)) return null;
  const state = homeAssistantState(data.new_state);
  const before = isObject(data.old_state) ? homeAssistantState(data.old_state)?.get('state') : null;
  if (state && before && before !== state.get('state')) state.set('before', before);
  return state;
}

/**
 * A history of Home Assistant as the states of each entity under its name; null for anything else. Only the first state of an
 * entity has its name.
 */
export function readHistory(root: unknown): Json | null {
  if (!Array.isArray(root) || root.length === 0) return null;
  const things = root.map((states): [string, unknown[]] | null => {
    const [first] = Array.isArray(states) ? states : [];
    const said = isObject(first) && Array.isArray(states) ? homeAssistantState(first) : null;
    const isChange = (one: unknown) =>
      isObject(one) && 'state' in one && typeof one.last_changed === 'string';
    if (!said || !isObject(first) || !isObject(first.attributes) || !states.every(isChange)) return null;
    const { attributes } = first;
    const rows = (states as Json[]).map(({ state, last_changed }) => {
      const one = homeAssistantState({ entity_id: first.entity_id, attributes, state });
      return { time: last_changed, state: one?.get('state') };
    });
    return [said.get('name') ?? '', rows];
  });
  if (things.includes(null)) return null;
  return Object.fromEntries(uniqueNames(things as [string, unknown[]][]));
}
