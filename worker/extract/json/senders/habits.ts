import { textOf } from '../fields.ts';
import { lowerCase, rounded, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** What people do every day: steps, sleep, languages, programming. */
export const HABITS: Sender[] = [
  {
    // Duolingo
    has: ['users/0/streak', 'users/0/totalXp'],
    title: '{users/0/name|users/0/username}',
    lead: ['streak', 'users/0/streak', unit('days')],
    facts: [['XP', 'users/0/totalXp']],
    rows: {
      of: 'users/0/courses',
      columns: [
        ['course', 'title'],
        ['XP', 'xp'],
        ['crowns', 'crowns'],
      ],
    },
  },
  {
    // WakaTime
    has: ['data/languages/0/percent', 'data/human_readable_total'],
    title: '',
    lead: ['time', 'data/human_readable_total'],
    facts: [['a day', 'data/human_readable_daily_average']],
    rows: {
      of: 'data/languages',
      columns: [
        ['language', 'name'],
        ['time', 'text'],
        ['share', 'percent', unit('%', { digits: 0 })],
      ],
    },
  },
  {
    // Polar, exercises
    has: ['exercises/0/detailed-sport-info', 'exercises/0/start-time'],
    title: '',
    rows: {
      of: 'exercises',
      columns: [
        ['start', 'start-time'],
        ['sport', 'detailed-sport-info|sport', lowerCase],
        ['lasted', 'duration'],
        ['distance', 'distance', unit('km', { times: 0.001, digits: 1 })],
        ['heart rate', 'heart-rate/average', unit('bpm')],
        ['calories', 'calories'],
      ],
    },
    clutter: 'upload_time polar_user transaction_id device start_time_utc_offset sport has_route club_id',
  },
  {
    // Garmin, a day
    has: ['totalSteps', 'totalKilocalories', 'dailyStepGoal'],
    title: '',
    lead: ['steps', 'totalSteps'],
    facts: [
      ['goal', 'dailyStepGoal'],
      ['distance', 'totalDistanceMeters', unit('km', { times: 0.001, digits: 1 })],
      ['calories', 'totalKilocalories', rounded(0)],
      ['resting heart rate', 'restingHeartRate', unit('bpm')],
      ['body battery', 'bodyBatteryMostRecentValue'],
      ['stress', 'averageStressLevel'],
      ['floors', 'floorsAscended', rounded(0)],
      ['day', 'calendarDate'],
    ],
  },
  {
    // Oura, days
    has: ['data/0/score', 'data/0/contributors', 'data/0/day'],
    title: '',
    rows: {
      of: 'data',
      order: (a, b) => textOf(b.day).localeCompare(textOf(a.day), 'en'),
      columns: [
        ['day', 'day'],
        ['score', 'score'],
        ['steps', 'steps'],
        ['deep sleep', 'contributors/deep_sleep'],
        ['efficiency', 'contributors/efficiency'],
        ['resting heart rate', 'contributors/resting_heart_rate'],
      ],
    },
    clutter: 'timestamp next_token met class_5_min',
  },
];
