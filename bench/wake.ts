import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { midnightOf, wallTime } from '#shared/wall-time.ts';
// Behind index.ts: the timetable is a pure function of past pushes, so a month is simulated without a database.
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { type PastPush, planWake } from '../modules/display/waking/plan-wake.ts';
import { simulateBatteries } from './battery-lives.ts';
import type { Figure } from './figure.ts';
import { DAYS, type Household, households, START } from './wake-households.ts';
import { timetableOf } from './wake-timetable.ts';

/** The result of 30 days of sleeping panels. */
export interface WakeOutcome {
  medianMinutes: number;
  wakesPerDay: number;
}

const FIXED_SECONDS = 900;
const END = addSeconds(START, DAYS * DAY_SECONDS);
/** Whole weeks, more than the simulated time. */
const A_MONTH_BEFORE = -35 * DAY_SECONDS;

/** @param pushes the household's pushes so far */
type Wake = (now: Date, pushes: PastPush[]) => Date;

/**
 * Simulates panels that sleep and wake for 30 days. A push waits from its time, or from the end of the quiet hours
 * that it is in, to the next wake. The following wake confirms the picture and comes no later than the usual
 * interval.
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
 * The same plan with the pushes of these 30 days known, except those of the planned day, which would be exact times
 * and fewer than the wakes.
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

/** Steps of the binary search for the price of a wake. */
const PRICE_STEPS = 12;

/**
 * The best timetables with at most this number of wakes, calculated with every push known. A limit that no planner
 * can reach: there are few pushes, so most sittings get their own wake.
 */
function inBestTimetables(all: Household[], wakesPerDay: number): WakeOutcome {
  const at = (price: number) => simulate(all, (household) => timetableOf(household, price));
  let [low, high] = [0, 10];
  for (let step = 0; step < PRICE_STEPS; step++) {
    const middle = (low + high) / 2;
    if (at(middle).wakesPerDay > wakesPerDay) low = middle;
    else high = middle;
  }
  return at(high);
}

/** Number of samples of households, and of households of each kind in a sample. */
const SAMPLES = 3;
const OF_EACH = 4;

/**
 * Simulates the sleeping panels of 60 households for 30 days from the first push on, together and in three samples.
 */
function simulateWakes() {
  const samples = Array.from({ length: SAMPLES }, (_, index) => households(index + 1, OF_EACH));
  const all = samples.flat();
  const plannedOfAll = simulate(all, planned);
  return {
    fixed: simulate(all, fixed),
    planned: plannedOfAll,
    ofSamples: samples.map((sample) => simulate(sample, planned)),
    hindsight: simulate(all, inHindsight),
    timetables: inBestTimetables(all, plannedOfAll.wakesPerDay),
  };
}

/** The wakes of panels, and the forecasts of their batteries. */
export async function benchWake(): Promise<Figure[]> {
  return [...wakeFigures(), ...batteryFigures()];
}

function wakeFigures(): Figure[] {
  const outcome = simulateWakes();
  const { fixed: usual, planned: ours, hindsight, timetables } = outcome;
  const medians = outcome.ofSamples.map(({ medianMinutes }) => medianMinutes);
  const wakes = outcome.ofSamples.map(({ wakesPerDay }) => wakesPerDay);
  return [
    {
      ...{ name: 'Median wait of a push, beside every 15 minutes', unit: 'min', goal: 4, alone: true },
      ...{ ours: ours.medianMinutes, theirs: usual.medianMinutes },
    },
    {
      ...{ name: 'Wakes a day, beside every 15 minutes', unit: '', goal: 30, alone: true },
      ...{ ours: ours.wakesPerDay, theirs: usual.wakesPerDay },
    },
    {
      ...{ name: 'Median wait in the third of the households where it is longest', unit: 'min', goal: 4 },
      ...{ ours: Math.max(...medians), theirs: null },
    },
    {
      ...{ name: 'Wakes a day in the third of the households where they are most', unit: '', goal: 30 },
      ...{ ours: Math.max(...wakes), theirs: null },
    },
    {
      ...{ name: 'Median wait, beside hindsight: all other days known', unit: 'min', goal: 1.5 },
      ...{ ours: ours.medianMinutes, theirs: hindsight.medianMinutes },
    },
    {
      ...{ name: 'Wakes a day, beside hindsight: all other days known', unit: '', goal: 1.5 },
      ...{ ours: ours.wakesPerDay, theirs: hindsight.wakesPerDay },
    },
    {
      ...{ name: 'Median wait, beside timetables made with each push known', unit: 'min', goal: null },
      ...{ ours: ours.medianMinutes, theirs: timetables.medianMinutes },
    },
  ];
}

function batteryFigures(): Figure[] {
  const outcomes = simulateBatteries();
  return [
    ...outcomes.map(({ report, lifeDays, worstError }) => ({
      ...{ name: `Battery forecast, ${report}, ${lifeDays} days: 9 of 10 within`, unit: '%', goal: 15 },
      ...{ ours: worstError * 100, theirs: null },
    })),
    {
      name: 'Days between “low battery” and an empty one, at least',
      ...{ unit: '', goal: 2, atLeast: true },
      ...{ ours: Math.min(...outcomes.map(({ leastWarningDays }) => leastWarningDays)), theirs: null },
    },
  ];
}
