import { DAY_MS, MINUTE_MS } from '#shared/wall-time.ts';
// Behind index.ts: the same pure function of quiet hours as that of the planned wakes.
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { DAYS, type Household } from './wake-households.ts';

/** The beginning of a day in a timetable: the end of most quiet hours in the simulation, with a wake. */
const BEGINS_MS = 6.5 * 3_600_000;
const MINUTES = 24 * 60;
/** Less than in the product's plan, because this gives a shorter median. */
const PATIENCE_MINUTES = 1;

/**
 * The cheapest timetable for a panel, calculated with all pushes of its household, future ones included. It is the
 * same on all working days, and on all days of the weekend. Returns a function that finds the next wake after a
 * moment. @param price cost of a wake, in units of a push that waits for long
 */
export function timetableOf(household: Household, price: number): (now: Date) => Date {
  const arrivals = [false, true].map(() => new Float64Array(MINUTES));
  for (const push of household.pushes) {
    const due = quietUntil(household.quietHours, push) ?? push;
    const { minute, isWeekend } = placeOf(due);
    const ofDay = arrivals[Number(isWeekend)] as Float64Array;
    ofDay[minute] = (ofDay[minute] as number) + 1;
  }
  const days = [5, 2].map((ofWeek) => (DAYS / 7) * ofWeek);
  const wakes = arrivals.map((ofDay, index) => cheapestWakes(ofDay, price * (days[index] as number)));
  return (now) => {
    const { midnight, minute, isWeekend } = placeOf(now);
    const next = wakes[Number(isWeekend)]?.find((one) => one > minute) ?? MINUTES;
    return new Date(midnight + BEGINS_MS + next * MINUTE_MS);
  };
}

/** The day of the timetable and the minute of that day in which a moment lies. */
function placeOf(moment: Date) {
  const since = moment.getTime() - BEGINS_MS;
  const midnight = Math.floor(since / DAY_MS) * DAY_MS;
  const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
  return { midnight, minute: Math.floor((since - midnight) / MINUTE_MS), isWeekend };
}

/** The minutes at whose beginnings a wake costs least. The last one is the end of the day. */
function cheapestWakes(arrivals: Float64Array, price: number): number[] {
  const costs = new Float64Array(MINUTES + 1);
  const next = new Uint16Array(MINUTES);
  const perMinute = Math.exp(-1 / PATIENCE_MINUTES);
  const perHalf = Math.exp(-0.5 / PATIENCE_MINUTES);
  for (let from = MINUTES - 1; from >= 0; from--) {
    let cheapest = Number.POSITIVE_INFINITY;
    let [waiting, discount] = [0, 0];
    for (let until = from + 1; until <= MINUTES; until++) {
      const pushes = arrivals[until - 1] as number;
      waiting += pushes;
      discount = discount * perMinute + pushes * perHalf;
      if (waiting - discount > cheapest) break;
      const cost = waiting - discount + price + (costs[until] as number);
      if (cost >= cheapest) continue;
      cheapest = cost;
      next[from] = until;
    }
    costs[from] = cheapest;
  }
  const wakes: number[] = [];
  for (let at = 0; at < MINUTES; wakes.push(at)) at = next[at] as number;
  return wakes;
}
