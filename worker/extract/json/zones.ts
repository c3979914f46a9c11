import { momentOf } from '../moment-of.ts';
import { type Json, textOf } from './fields.ts';
import { plainName } from './names.ts';

/** A local time without a zone. Years far away are placeholders. */
const WALL_TIME = /^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** Names of local times, which some senders mark as UTC. */
const LOCAL_TIME_NAMES = /^local_|_local$/;

/** The moment of an object with only a time and a zone, as in calendars of Microsoft and Google; null for anything else. */
export function zonedTime(object: Json): string | null {
  const { dateTime, timeZone, ...others } = object;
  if (typeof dateTime !== 'string' || typeof timeZone !== 'string' || !TIME.test(dateTime)) return null;
  if (Object.keys(others).length > 0) return null;
  const moment = WALL_TIME.test(dateTime) ? momentOf(dateTime, timeZone) : null;
  return moment === null ? dateTime : new Date(moment).toISOString();
}

/** Converts the local times of an object to wall times, also those that Strava marks as UTC. */
export function toWallTimes(object: Json): Json {
  const wall = (name: string, value: unknown) =>
    typeof value === 'string' &&
    value.endsWith('Z') &&
    LOCAL_TIME_NAMES.test(plainName(name)) &&
    WALL_TIME.test(value.slice(0, -1))
      ? value.slice(0, -1)
      : value;
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, wall(name, value)]));
}

/** A day as one number, in timetables. */
const DAY_NUMBER = /^20\d{6}$/;

/** `startTime: 955` of a timetable as `09:55`, if a day as one number and a later end are beside it. */
export function numbersToClockTimes(object: Record<string, unknown>): Record<string, unknown> {
  const { date, startTime, endTime } = object;
  if (!DAY_NUMBER.test(textOf(date)) || !isClock(startTime) || !isClock(endTime)) return object;
  // Two small numbers are hours.
  if (endTime < startTime || endTime < 100) return object;
  return { ...object, startTime: clockOf(startTime), endTime: clockOf(endTime) };
}

const isClock = (value: unknown): value is number =>
  Number.isInteger(value) &&
  (value as number) >= 0 &&
  (value as number) < 2400 &&
  (value as number) % 100 < 60;

function clockOf(value: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(value / 100))}:${two(value % 100)}`;
}
