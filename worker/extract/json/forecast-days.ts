import { isZone } from './calendar-records.ts';
import { isObject } from './fields.ts';
import { plainName } from './names.ts';
import { isEpoch, momentOf } from './noise.ts';

/** Days of a forecast, at least. */
const MIN_DAYS = 3;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** Names of forecast values. Other lists by day, such as appointments, have times that people need. */
const FORECAST = /temp|sun_?rise|humidity|precip|weather|wind|cloud|uvi?(?:_|$)/;

/** Midnight, or noon that summer time may have moved: moments that stand for their day. */
const OF_DAY = /^\d{4}-\d\d-\d\d (?:00|1[123]):00$/;

const isMoment = (value: unknown) =>
  typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));

const isForecast = (day: object) => Object.keys(day).some((name) => FORECAST.test(plainName(name)));

/**
 * A forecast with the moments of its `daily` as days of the zone that it names, where each of them is the midnight or
 * the noon of another day.
 */
export function withForecastDays(root: unknown): unknown {
  if (!isObject(root) || typeof root.timezone !== 'string' || !isZone(root.timezone)) return root;
  const { daily, timezone } = root;
  const days = isObject(daily) ? daily.data : daily;
  if (!Array.isArray(days) || days.length < MIN_DAYS || !days.every(isObject)) return root;
  const moments = days.map(({ time }) => (typeof time === 'number' && isEpoch(time) ? momentOf(time) : time));
  if (!moments.every(isMoment) || !days.every(isForecast)) return root;
  // Sweden writes its days as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const local = moments.map((moment) => format.format(new Date(String(moment))));
  if (!local.every((one) => OF_DAY.test(one))) return root;
  const dates = local.map((one) => one.slice(0, 10));
  if (new Set(dates).size < dates.length) return root;
  const dated = days.map((day, index) => ({ ...day, time: dates[index] }));
  return { ...root, daily: isObject(daily) ? { ...daily, data: dated } : dated };
}
