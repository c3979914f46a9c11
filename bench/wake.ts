import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { midnightOf, wallTime } from '#shared/wall-time.ts';
// Behind index.ts: the timetable is a pure function of past pushes, so a month is simulated without a database.
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { type PastPush, planWake } from '../modules/display/waking/plan-wake.ts';
import { simulateBatteries } from './battery-lives.ts';
import type { Figure } from './figure.ts';
import { DAYS, type Household, households, START } from './wake-households.ts';
import { timetableOf } from './wake-timetable.ts';

/** What 30 days of sleeping panels come to. */
export interface WakeOutcome {
  medianMinutes: number;
  wakesPerDay: number;
}

const FIXED_SECONDS = 900;
const END = addSeconds(START, DAYS * DAY_SECONDS);
/** Whole weeks, and more than are simulated. */
const A_MONTH_BEFORE = -35 * DAY_SECONDS;

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

/** Halvings of the range in which the price of a wake is looked for. */
const PRICE_STEPS = 12;

/**
 * Timetables made with every push known, those of the day too, that wake so often at most: what no planner can reach,
 * since pushes are few enough that most sittings get a wake of their own.
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

/** How many samples of households there are, each with as many of each kind. */
const SAMPLES = 3;
const OF_EACH = 4;

/** Sleeping panels of 60 households for 30 days, from the first push on, and of each third of them alone. */
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

/** When panels wake, and when their batteries are empty. */
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
