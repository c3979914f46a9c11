import { DAY_MS, MINUTE_MS } from '#shared/wall-time.ts';
// Behind index.ts: the same pure function of quiet hours as that of the planned wakes.
import { quietUntil } from '../modules/display/quiet-hours/quiet-until.ts';
import { DAYS, type Household } from './wake-households.ts';

/** A day of a timetable begins when most quiet hours of the simulation end, with a wake. */
const BEGINS_MS = 6.5 * 3_600_000;
const MINUTES = 24 * 60;
/** As in the plan, and less: the median is the shorter for it. */
const PATIENCE_MINUTES = 1;

/**
 * The wakes of a panel by a timetable that is the same on every working day, and on every day of the weekend, made with
 * all pushes of its household known, those to come too: the one whose pushes and wakes cost least. Returns the wake that
 * comes after a moment.
 * @param price what a wake costs, in pushes that wait for long
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

/** In which day of a timetable a moment lies, and in which of its minutes. */
function placeOf(moment: Date) {
  const since = moment.getTime() - BEGINS_MS;
  const midnight = Math.floor(since / DAY_MS) * DAY_MS;
  const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
  return { midnight, minute: Math.floor((since - midnight) / MINUTE_MS), isWeekend };
}

/** The minutes at whose beginnings it costs least to wake; the last one is the end of the day. */
function cheapestWakes(arrivals: Float64Array, price: number): number[] {
  const costs = new Float64Array(MINUTES + 1);
  const next = new Uint16Array(MINUTES);
  const perMinute = Math.exp(-1 / PATIENCE_MINUTES);
  const perHalf = Math.exp(-0.5 / PATIENCE_MINUTES);
  for (let from = MINUTES - 1; from >= 0; from--) {
    let cheapest = Number.POSITIVE_INFINITY;
    let [waiting, spared] = [0, 0];
    for (let until = from + 1; until <= MINUTES; until++) {
      const pushes = arrivals[until - 1] as number;
      waiting += pushes;
      spared = spared * perMinute + pushes * perHalf;
      if (waiting - spared > cheapest) break;
      const cost = waiting - spared + price + (costs[until] as number);
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
