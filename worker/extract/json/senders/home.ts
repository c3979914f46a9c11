import { textOf } from '../fields.ts';
import { ifTrue, lowerCase, percentOfOne, spaced, unit } from './forms.ts';
import type { Field, Sender } from './sender.ts';

const CERTAINTY = ['after/top_score|after/score', percentOfOne] as const;
const FRIGATE_FACTS: Field[] = [
  ['seen', 'after/start_time'],
  ['left', 'after/end_time'],
  ['now in', 'after/current_zones', spaced],
  ['was in', 'after/entered_zones', spaced],
  ['event', 'type'],
];
const FRIGATE: Sender = {
  has: ['after/camera', 'after/label', 'before/camera'],
  title: '{after/label} · {after/camera}',
  lead: ['certainty', ...CERTAINTY],
  facts: FRIGATE_FACTS,
  clutter:
    'frame_time area region box score false_positive has_snapshot has_clip stationary motionless_count ' +
    'position_changes active snapshot_time ratio attributes current_attributes',
};

/** Servers of a household: cameras, meals, papers, air conditioners. */
export const HOME: Sender[] = [
  {
    ...FRIGATE,
    has: [...FRIGATE.has, 'after/sub_label'],
    // A person or a number plate that is known matters more than how certain it is.
    lead: ['who', 'after/sub_label/0|after/sub_label', spaced],
    facts: [...FRIGATE_FACTS, ['certainty', ...CERTAINTY]],
  },
  FRIGATE,
  {
    // Mealie
    has: ['items/0/entryType', 'items/0/date'],
    title: '',
    rows: {
      of: 'items',
      columns: [
        ['day', 'date'],
        ['meal', 'entryType'],
        ['dish', 'recipe/name|title|text', withOwnText],
        ['takes', 'recipe/totalTime'],
        ['yields', 'recipe/recipeYield'],
      ],
      order: (a, b) => (textOf(a.date) < textOf(b.date) ? -1 : 1),
    },
    clutter: 'page per_page total total_pages slug household_id group_id user_id recipe_id',
  },
  {
    // Paperless
    has: ['results/0/correspondent', 'results/0/document_type'],
    title: '',
    rows: {
      of: 'results',
      columns: [
        ['title', 'title'],
        ['from', 'correspondent'],
        ['kind', 'document_type'],
        ['of', 'created'],
        ['tags', 'tags'],
      ],
    },
    clutter: 'count next previous all archive_serial_number owner',
  },
  {
    // Sensibo
    has: ['result/acState', 'result/measurements/temperature'],
    title: '{result/room/name}',
    lead: ['temperature', 'result/measurements/temperature', unit('°', { digits: 1 })],
    facts: [
      ['on', 'result/acState/on'],
      ['mode', 'result/acState/mode', lowerCase],
      ['target', 'result/acState/targetTemperature', unit('°', { digits: 1 })],
      ['fan', 'result/acState/fanLevel', lowerCase],
      ['swing', 'result/acState/swing', lowerCase],
      ['humidity', 'result/measurements/humidity', unit('%', { digits: 0 })],
      ['feels like', 'result/measurements/feelsLike', unit('°', { digits: 1 })],
      ['measured', 'result/measurements/time/time'],
      ['filter is due', 'result/filtersCleaning/shouldCleanFilters', ifTrue],
    ],
    clutter: 'status seconds_ago temperature_unit firmware_version product_model rssi',
  },
];

/** A dish with what the household wrote about it: an entry without a recipe has nothing else. */
function withOwnText(value: unknown, at: (place: string) => unknown): string {
  const text = textOf(at('text'));
  return text === '' || text === value ? textOf(value) : `${textOf(value)}: ${text}`;
}
