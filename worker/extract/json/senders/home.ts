import { ifSo, lower, share, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** Servers of a household: cameras, meals, papers, air conditioners. */
export const HOME: Sender[] = [
  {
    // Frigate
    has: ['after/camera', 'after/label', 'before/camera'],
    title: '{after/label} · {after/camera}',
    lead: ['certainty', 'after/top_score|after/score', share],
    facts: [
      ['seen', 'after/start_time'],
      ['left', 'after/end_time'],
      ['now in', 'after/current_zones'],
      ['was in', 'after/entered_zones'],
      ['event', 'type'],
    ],
    clutter:
      'frame_time area region box score false_positive has_snapshot has_clip stationary motionless_count ' +
      'position_changes active snapshot_time ratio attributes current_attributes',
  },
  {
    // Mealie
    has: ['items/0/entryType', 'items/0/date'],
    title: '',
    rows: {
      of: 'items',
      columns: [
        ['day', 'date'],
        ['meal', 'entryType'],
        ['dish', 'recipe/name|title|text'],
        ['takes', 'recipe/totalTime'],
        ['yields', 'recipe/recipeYield'],
      ],
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
      ['mode', 'result/acState/mode', lower],
      ['target', 'result/acState/targetTemperature', unit('°', { digits: 1 })],
      ['fan', 'result/acState/fanLevel', lower],
      ['swing', 'result/acState/swing', lower],
      ['humidity', 'result/measurements/humidity', unit('%', { digits: 0 })],
      ['feels like', 'result/measurements/feelsLike', unit('°', { digits: 1 })],
      ['measured', 'result/measurements/time/time'],
      ['filter is due', 'result/filtersCleaning/shouldCleanFilters', ifSo],
    ],
    clutter: 'status seconds_ago temperature_unit firmware_version product_model rssi',
  },
];
