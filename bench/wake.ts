import { addSeconds } from '#shared/clock.ts';
import { wallTime } from '#shared/wall-time.ts';
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { planWake } from '../modules/display/waking/plan-wake.ts';
import { type PushHabits, slotOf, weightAt } from '../modules/display/waking/push-habits.ts';
import type { Figure } from './figure.ts';
import { DAYS, type Household, households, START } from './wake-households.ts';

/** What 30 days of sleeping panels come to. */
export interface WakeOutcome {
  medianMinutes: number;
  wakesPerDay: number;
}

const FIXED_SECONDS = 900;
const END = addSeconds(START, DAYS * 86_400);

type Wake = (now: Date, habits: PushHabits) => Date;

/**
 * Panels that sleep and wake for 30 days. A push waits from its moment, or from the end of the quiet hours in which it
 * was made, to the next wake.
 */
function simulate(all: Household[], plan: (household: Household) => Wake): WakeOutcome {
  const waits: number[] = [];
  let wakes = 0;
  for (const household of all) {
    const next = plan(household);
    const habits: PushHabits = { weights: new Map(), lastPushAt: null };
    let seen = 0;
    for (let now = START; now < END; now = next(now, habits)) {
      wakes += 1;
      for (let push = household.pushes[seen]; push && push <= now; push = household.pushes[++seen]) {
        waits.push((now.getTime() - (quietUntil(household.quietHours, push) ?? push).getTime()) / 60_000);
        count(habits, household, push);
      }
    }
  }
  waits.sort((one, other) => one - other);
  return {
    medianMinutes: waits[Math.floor(waits.length / 2)] as number,
    wakesPerDay: wakes / DAYS / all.length,
  };
}

/** As the database does when something is pushed. */
function count(habits: PushHabits, { quietHours }: Household, push: Date): void {
  const { weights } = habits;
  habits.lastPushAt = push;
  const slot = slotOf(wallTime(quietHours.timeZone, push.getTime()));
  weights.set(slot, (weights.get(slot) ?? 0) + weightAt(push));
}

const fixed: (household: Household) => Wake = () => (now) => addSeconds(now, FIXED_SECONDS);

const planned =
  ({ quietHours }: Household): Wake =>
  (now, habits) =>
    planWake({ now, quietHours, habits, due: null }).at;

/** The same plan by one that knows from the first day on all that will be pushed in these 30. */
const inHindsight = (household: Household): Wake => {
  const all: PushHabits = { weights: new Map(), lastPushAt: null };
  for (const push of household.pushes) {
    const slot = slotOf(wallTime(household.quietHours.timeZone, push.getTime()));
    all.weights.set(slot, (all.weights.get(slot) ?? 0) + 1);
  }
  return (now, { lastPushAt }) =>
    planWake({ now, quietHours: household.quietHours, habits: { ...all, lastPushAt }, due: null }).at;
};

export function simulateWakes(seed: number, ofEach: number) {
  const all = households(seed, ofEach);
  return {
    fixed: simulate(all, fixed),
    planned: simulate(all, planned),
    hindsight: simulate(all, inHindsight),
  };
}

/** Sleeping panels of 20 households for 30 days, from the first push on. */
export async function benchWake(): Promise<Figure[]> {
  const { fixed: usual, planned: ours, hindsight } = simulateWakes(1, 4);
  const figure = (
    name: string,
    unit: string,
    one: number,
    other: number,
    goal: number | null,
    alone: boolean,
  ) => ({
    ...{ name, unit, ours: one, theirs: other, goal, alone },
  });
  return [
    figure(
      'Median wait of a push, beside every 15 minutes',
      'min',
      ours.medianMinutes,
      usual.medianMinutes,
      4,
      true,
    ),
    figure('Wakes a day, beside every 15 minutes', '', ours.wakesPerDay, usual.wakesPerDay, 30, true),
    figure(
      'Median wait, beside the same plan in hindsight',
      'min',
      ours.medianMinutes,
      hindsight.medianMinutes,
      1.5,
      false,
    ),
    figure(
      'Wakes a day, beside the same plan in hindsight',
      '',
      ours.wakesPerDay,
      hindsight.wakesPerDay,
      null,
      false,
    ),
  ];
}
