import { type Json, textOf } from './fields.ts';
import { plainName, readableName } from './names.ts';

/** Names of planned times of departures. */
const PLANNED_TIMES = /^(?:planned|scheduled|aimed|timetabled)_/;
const DELAY = /^(?:(?:departure|arrival)_)?delay(?:_(?:in_)?(?:seconds|secs?|minutes))?$/;
const IN_MINUTES = /minutes$/;
const IN_SECONDS = /sec(?:ond)?s?$/;

/** Names that show that a delay is one of a departure, which services give in minutes. */
const DEPARTURE_NAMES = /^(?:departure|arrival|platform|track|line|destination|direction|to)$/;

/** Whether a delay can only be in minutes; a larger one may be in seconds. */
const isMinutes = (name: string, value: number) => Math.abs(value) < 60 && !IN_SECONDS.test(plainName(name));

/** The delay of a departure in minutes. Beside a planned time, transport APIs give it in seconds, others in minutes. */
export function delayOf(name: string, value: unknown, record: Json) {
  if (typeof value !== 'number' || !DELAY.test(plainName(name))) return null;
  const beside = Object.keys(record).map(plainName);
  const isPlanned = beside.some((key) => PLANNED_TIMES.test(key)) && !IN_MINUTES.test(plainName(name));
  const inMinutes =
    !isPlanned &&
    Number.isInteger(value) &&
    isMinutes(name, value) &&
    beside.some((key) => DEPARTURE_NAMES.test(key));
  if (!inMinutes && !(isPlanned && value % 60 === 0)) return null;
  const minutes = inMinutes ? value : value / 60;
  return { name: 'delay', value: delayText(minutes) };
}

/** Prefixes of the expected time beside a planned one. */
const EXPECTED_PREFIXES = ['real', 'realtime', 'actual', 'expected', 'estimated', 'predicted', 'rt'];

/** Replaces the expected time beside a planned one by the delay between them. */
export function showDelay(record: Json, fields: Map<string, string>): void {
  const names = new Map(Object.keys(record).map((name) => [plainName(name), name]));
  if ([...names.keys()].some((name) => DELAY.test(name))) {
    // The planned time and the delay contain the expected time.
    for (const plain of names.keys())
      if (PLANNED_TIMES.test(plain) && fields.has('delay'))
        for (const prefix of EXPECTED_PREFIXES) {
          const expected = names.get(`${prefix}_${plain.replace(PLANNED_TIMES, '')}`);
          if (expected !== undefined && typeof record[expected] === 'number')
            fields.delete(readableName(expected));
        }
    return;
  }
  for (const [plain, name] of names) {
    if (!PLANNED_TIMES.test(plain)) continue;
    const what = plain.replace(PLANNED_TIMES, '');
    const expected = EXPECTED_PREFIXES.map((prefix) => names.get(`${prefix}_${what}`) ?? '').find(
      (one) => typeof record[one] === 'string',
    );
    if (expected === undefined) continue;
    const [from, to] = [Date.parse(textOf(record[name])), Date.parse(textOf(record[expected]))];
    if (Number.isNaN(from) || Number.isNaN(to)) continue;
    const minutes = Math.round((to - from) / 60_000);
    fields.delete(readableName(expected));
    fields.set('delay', delayText(minutes));
    return;
  }
}

const delayText = (minutes: number) =>
  minutes === 0 ? '0' : `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min`;

/** Shows a cancellation as the delay; `cancelled: false` is left out. */
export function showCancellation(record: Json, fields: Map<string, string>): void {
  const names = Object.keys(record);
  const name = names.find((one) => /^(?:is_)?cancell?ed$/.test(plainName(one)));
  if (name === undefined || !names.some((one) => PLANNED_TIMES.test(plainName(one)))) return;
  fields.delete(readableName(name));
  if (record[name] === true) fields.set('delay', readableName(name));
}
