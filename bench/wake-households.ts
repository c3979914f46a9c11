import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
// Behind index.ts: the type of quiet hours that the pure functions take.
import type { QuietHours } from '../modules/display/quiet-hours/quiet-until.ts';

/** The pushes of a household in 30 days, and its quiet hours. */
export interface Household {
  name: string;
  quietHours: QuietHours;
  /** In order. */
  pushes: Date[];
}

export const DAYS = 30;
/** A Monday, in UTC. */
export const START = new Date('2026-03-02T00:00:00Z');

type Random = () => number;

/** A random generator with a seed: mulberry32. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Habit {
  /** Hour of the day on working days; on weekends, null for never. */
  at: number;
  weekendAt: number | null;
  /** Standard deviation of the time, in minutes; a few seconds for a script. */
  spread: number;
  chance: number;
  /** Mean number of further pushes in the same sitting. */
  more: number;
}

/** People push at about the same times of the day, once or a few times; scripts run at exact times. */
const KINDS: { name: string; habits: Habit[]; quiet: boolean }[] = [
  {
    name: 'family',
    quiet: true,
    habits: [
      { at: 7.3, weekendAt: 9.5, spread: 25, chance: 0.7, more: 1.2 },
      { at: 12.6, weekendAt: 13.5, spread: 40, chance: 0.4, more: 0.8 },
      { at: 18.4, weekendAt: 18, spread: 45, chance: 0.9, more: 1.8 },
      { at: 20.7, weekendAt: 20.7, spread: 40, chance: 0.5, more: 0.8 },
    ],
  },
  {
    name: 'scripts and people',
    quiet: true,
    habits: [
      { at: 6.75, weekendAt: 6.75, spread: 0.2, chance: 1, more: 0 },
      { at: 17, weekendAt: 17, spread: 0.2, chance: 1, more: 0 },
      { at: 19, weekendAt: 11, spread: 60, chance: 0.5, more: 1.5 },
    ],
  },
  {
    name: "a meeting room's sign",
    quiet: true,
    habits: [8.9, 9.9, 10.9, 13.4, 14.4, 15.9].map((at) => ({
      ...{ at, weekendAt: null, spread: 12, chance: 0.7, more: 0.3 },
    })),
  },
  {
    name: 'a couple',
    quiet: false,
    habits: [
      { at: 8.2, weekendAt: 10, spread: 30, chance: 0.5, more: 0.5 },
      { at: 17.8, weekendAt: 16, spread: 60, chance: 0.8, more: 1.5 },
      { at: 21.5, weekendAt: 21.5, spread: 40, chance: 0.5, more: 1 },
    ],
  },
  {
    name: 'a photograph a day',
    quiet: true,
    habits: [
      { at: 8, weekendAt: 8, spread: 0.2, chance: 1, more: 0 },
      { at: 19.5, weekendAt: 15, spread: 90, chance: 0.3, more: 1 },
    ],
  },
];

/** Minutes between two pushes of one sitting. */
const SITTING_MINUTES = 4;
/** Pushes per week at random times. */
const STRAY_PER_WEEK = 2;

/** Several households of each kind, each with other hours. */
export function households(seed: number, ofEach: number): Household[] {
  const random = seeded(seed);
  return KINDS.flatMap(({ name, habits, quiet }) =>
    Array.from({ length: ofEach }, () => {
      const shift = normal(random) * 0.5;
      const windows = quiet ? [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:30', to: '06:30' }] : [];
      const pushes = Array.from({ length: DAYS }, (_, day) =>
        habits.flatMap((habit) => pushesOfDay(random, habit, day, habit.spread < 1 ? 0 : shift)),
      ).flat();
      for (let n = 0; n < (STRAY_PER_WEEK * DAYS) / 7; n++)
        pushes.push(addSeconds(START, random() * DAYS * DAY_SECONDS));
      pushes.sort((one, other) => one.getTime() - other.getTime());
      return { name, quietHours: { timeZone: 'UTC', windows }, pushes };
    }),
  );
}

function pushesOfDay(random: Random, habit: Habit, day: number, shift: number): Date[] {
  const at = day % 7 >= 5 ? habit.weekendAt : habit.at;
  if (at === null || random() >= habit.chance) return [];
  const pushes = [
    addSeconds(START, day * DAY_SECONDS + (at + shift) * 3600 + normal(random) * habit.spread * 60),
  ];
  while (random() < habit.more / (1 + habit.more))
    pushes.push(addSeconds(pushes.at(-1) as Date, -Math.log(1 - random()) * SITTING_MINUTES * 60));
  return pushes;
}
