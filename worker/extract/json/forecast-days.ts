import { isZone } from './calendar-records.ts';
import { isObject } from './fields.ts';
import { plainName } from './names.ts';
import { isEpoch, momentOf } from './noise.ts';

/** Days of a forecast, at least. */
const MIN_DAYS = 3;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Names of forecast values. Other lists by day, such as appointments, have times that people need. */
const FORECAST = /temp|sun_?rise|humidity|precip|weather|wind|cloud|uvi?(?:_|$)/;

/** Midnight, or noon shifted by summer time: moments that stand for their day. */
const START_OR_MIDDLE = /^\d{4}-\d\d-\d\d (?:00|1[123]):00$/;

const isMoment = (value: unknown) =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));

const isForecast = (day: object) => Object.keys(day).some((name) => FORECAST.test(plainName(name)));

/**
 * A forecast whose daily moments are replaced by days in the zone that it names, if each is the midnight or the noon of a
 * different day.
 */
export function momentsToDays(root: unknown): unknown {
  if (!isObject(root) || typeof root.timezone !== 'string' || !isZone(root.timezone)) return root;
  const { daily, timezone } = root;
  const days = isObject(daily) ? daily.data : daily;
  if (!Array.isArray(days) || days.length < MIN_DAYS || !days.every(isObject)) return root;
  const moments = days.map(({ time }) => (typeof time === 'number' && isEpoch(time) ? momentOf(time) : time));
  if (!moments.every(isMoment) || !days.every(isForecast)) return root;
  // The Swedish locale writes days in the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const local = moments.map((moment) => format.format(new Date(String(moment))));
  if (!local.every((one) => START_OR_MIDDLE.test(one))) return root;
  const dates = local.map((one) => one.slice(0, 10));
  if (new Set(dates).size < dates.length) return root;
  const dated = days.map((day, index) => ({ ...day, time: dates[index] }));
  return { ...root, daily: isObject(daily) ? { ...daily, data: dated } : dated };
}
