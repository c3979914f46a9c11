import { duration, numberOf, rounded, splitWords, unit, unlessZero } from './forms.ts';
import type { Sender } from './sender.ts';

const WHOLE = rounded(0);

/** Trackers of activity and health. */
export const HEALTH: Sender[] = [
  {
    // Withings, days
    has: ['body/activities/0/steps', 'body/activities/0/date'],
    title: '',
    rows: {
      of: 'body/activities',
      columns: [
        ['day', 'date'],
        ['steps', 'steps'],
        ['distance', 'distance', unit('km', { times: 0.001 })],
        ['calories', 'totalcalories', WHOLE],
        ['active', 'active', duration()],
        ['heart rate', 'hr_average', unlessZero(unit('bpm'))],
      ],
    },
    clutter: 'timezone modified brand modelid model is_tracker more offset',
  },
  {
    // Withings, workouts
    has: ['body/series/0/startdate', 'body/series/0/data'],
    title: '',
    rows: {
      of: 'body/series',
      order: (a, b) => (numberOf(b.startdate) ?? 0) - (numberOf(a.startdate) ?? 0),
      columns: [
        ['start', 'startdate'],
        ['lasted', 'enddate', (value, at) => spanOf(at('startdate'), value)],
        ['distance', 'data/distance', unit('km', { times: 0.001 })],
        ['steps', 'data/steps'],
        ['calories', 'data/calories', WHOLE],
        ['heart rate', 'data/hr_average', unlessZero(unit('bpm'))],
      ],
    },
    clutter: 'category timezone model attrib modified more offset',
  },
  {
    // Fitbit
    has: ['summary/steps', 'summary/caloriesOut', 'goals/steps'],
    title: '',
    lead: ['steps', 'summary/steps'],
    facts: [
      ['goal', 'goals/steps'],
      ['distance', 'summary/distances/[activity=total]/distance', unit('km')],
      ['calories', 'summary/caloriesOut'],
      ['floors', 'summary/floors'],
      ['very active', 'summary/veryActiveMinutes', duration(60)],
      ['fairly active', 'summary/fairlyActiveMinutes', duration(60)],
      ['resting heart rate', 'summary/restingHeartRate', unit('bpm')],
    ],
  },
  {
    // Nightscout
    has: ['0/sgv', '0/direction'],
    title: '',
    lead: ['glucose', '0/sgv', unit('mg/dl')],
    facts: [
      ['trend', '0/direction', splitWords],
      ['change', '0/delta', rounded(1)],
      ['time', '0/dateString|0/date'],
    ],
    rows: {
      of: (root) => (Array.isArray(root) ? root.slice(1) : []),
      columns: [
        ['time', 'dateString|date'],
        ['glucose', 'sgv', unit('mg/dl')],
        ['trend', 'direction', splitWords],
      ],
    },
    clutter: 'sys_time utc_offset device type filtered unfiltered rssi noise mills trend created_at',
  },
];

function spanOf(start: unknown, end: unknown): string | null {
  return typeof start === 'number' && typeof end === 'number' ? duration()(end - start, () => null) : null;
}
