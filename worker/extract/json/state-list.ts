import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';
import { countWordsWithin } from './count-words-within.ts';
import { type Json, textOf } from './fields.ts';
import { homeAssistantState } from './home-assistant.ts';

const MIN_STATES = 3;
/** Entities of Home Assistant about itself, and those that can only be pressed. */
const INTERNAL_ENTITY =
  /^(?:automation|update|zone|button|input_button|script|scene|sun|event|tts|stt|wake_word|conversation|persistent_notification)\./;
const UNKNOWN = /^(?:unavailable|unknown)$/;
/** Attributes that matter more than the state: the temperature of a thermostat, the title of a player. */
const MAIN_ATTRIBUTE: [RegExp, string][] = [
  [/^(?:climate|water_heater)\./, 'current temperature'],
  [/^weather\./, 'temperature'],
  [/^media_player\./, 'media title'],
];

/**
 * The states of a home, each as one value under its name; null for other records, and for entities of one kind, whose attributes
 * are compared in a table. Unknown states, entities about Home Assistant itself, and attributes are counted.
 */
export function stateList(records: Json[]): { blocks: Block[]; omitted: number } | null {
  if (records.length < MIN_STATES) return null;
  const blocks: Block[] = [];
  const kinds = new Set<string>();
  let omitted = 0;
  for (const record of records) {
    const state = homeAssistantState(record);
    if (!state) return null;
    const entity = textOf(record.entity_id);
    const { forecast } = record.attributes as Json;
    if (Array.isArray(forecast)) omitted += countWordsWithin(forecast);
    kinds.add(entity.split('.', 1)[0] ?? '');
    const [name, value] = [state.get('name') ?? entity, state.get('state') ?? ''];
    const beside = state.get(MAIN_ATTRIBUTE.find(([known]) => known.test(entity))?.[1] ?? '');
    const isShown = value !== '' && !UNKNOWN.test(value) && !INTERNAL_ENTITY.test(entity);
    for (const [key, text] of state)
      if (!['name', 'state', 'changed'].includes(key) && text !== beside) omitted += countWords(text);
    if (isShown)
      blocks.push({
        kind: 'pair',
        key: name.replaceAll(' › ', ' '),
        value: beside ? `${value} · ${beside}` : value,
      });
    else omitted += countWords(`${name} ${value} ${beside ?? ''}`);
  }
  const hasOwn = kinds.size > 1 || kinds.has('sensor') || kinds.has('binary_sensor');
  return hasOwn && blocks.length > 0 ? { blocks, omitted } : null;
}
