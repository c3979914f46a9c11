import { addSeconds } from '#shared/clock.ts';
import { midnightOf, wallTime } from '#shared/wall-time.ts';
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { type PastPush, planWake } from '../modules/display/waking/plan-wake.ts';
import type { Figure } from './figure.ts';
import { DAYS, type Household, households, START } from './wake-households.ts';

/** What 30 days of sleeping panels come to. */
export interface WakeOutcome {
  medianMinutes: number;
  wakesPerDay: number;
}

const FIXED_SECONDS = 900;
const END = addSeconds(START, DAYS * 86_400);
/** Whole weeks, and more than are simulated. */
const A_MONTH_BEFORE = -35 * 86_400;

/** @param pushes those that the household has made so far */
type Wake = (now: Date, pushes: PastPush[]) => Date;

/**
 * Panels that sleep and wake for 30 days. A push waits from its moment, or from the end of the quiet hours in which it
 * was made, to the next wake. What was shown is confirmed by the wake after: that comes no later than the usual interval.
 */
function simulate(all: Household[], plan: (household: Household) => Wake): WakeOutcome {
  const waits: number[] = [];
  let wakes = 0;
  for (const household of all) {
    const next = plan(household);
    const { quietHours } = household;
    const pushes = household.pushes.map((at) => pastPush(household, at));
    let seen = 0;
    for (let now = START; now < END; ) {
      wakes += 1;
      const before = seen;
      for (let push = pushes[seen]; push && push.at <= now; push = pushes[++seen])
        waits.push((now.getTime() - (quietUntil(quietHours, push.at) ?? push.at).getTime()) / 60_000);
      const planned = next(now, pushes.slice(0, seen));
      const confirm = addSeconds(now, FIXED_SECONDS);
      now = seen > before && planned > confirm ? confirm : planned;
    }
  }
  waits.sort((one, other) => one - other);
  return {
    medianMinutes: waits[Math.floor(waits.length / 2)] as number,
    wakesPerDay: wakes / DAYS / all.length,
  };
}

function pastPush({ quietHours }: Household, at: Date): PastPush {
  return { at, wall: wallTime(quietHours.timeZone, at.getTime()) };
}

const fixed: (household: Household) => Wake = () => (now) => addSeconds(now, FIXED_SECONDS);

const planned =
  ({ quietHours }: Household): Wake =>
  (now, pushes) =>
    planWake({ now, quietHours, pushes, due: null, usualSeconds: FIXED_SECONDS }).at;

/**
 * The same plan by one that has seen these very 30 days before, all but the day that it plans: that would tell it each
 * push itself, of which there are fewer than wakes.
 */
const inHindsight = (household: Household): Wake => {
  const plan = planned(household);
  return (now, pushes) => {
    const seenBefore = household.pushes
      .filter((at) => midnightOf(at.getTime()) !== midnightOf(now.getTime()))
      .map((at) => pastPush(household, addSeconds(at, A_MONTH_BEFORE)));
    return plan(now, [...seenBefore, ...pushes]);
  };
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
