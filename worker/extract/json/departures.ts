import { DAY_SECONDS } from '#shared/clock.ts';
import { isObject, type Json, textOf } from './fields.ts';
import { isEpoch, momentOf } from './noise.ts';

/** Range of the seconds of a service day (GTFS) that are recognised: from three o'clock to the end of the next day. */
const FIRST_SECOND = 3 * 3600;
const LAST_SECOND = 2 * DAY_SECONDS;
/** Names of the members of a departure besides its time. */
const LINE_NAMES = /^(?:line|route|line_?name|route_?short_?name)$/i;
const DESTINATION_NAMES = /^(?:dest|destination|direction|to|towards|headsign|terminus)$/i;
const SECONDS = /^(?:scheduled|realtime|planned|expected)?_?(?:arrival|departure)(?:_?time)?$/i;

/** A departure of a timetable with moments in place of seconds; a planned time is left out if the other one equals it. */
export function normaliseDeparture(object: Json): Json {
  return readHafas(readBoard(readStopTime(secondsToTimes(object))));
}

/** Turns seconds of the day (GTFS) into moments if the day is known, else into times of day. */
function secondsToTimes(object: Json): Json {
  const names = Object.keys(object);
  const isBoard =
    names.some((name) => LINE_NAMES.test(name)) && names.some((name) => DESTINATION_NAMES.test(name));
  const isSecond = (name: string, value: unknown): value is number =>
    (SECONDS.test(name) || (isBoard && name === 'time')) &&
    Number.isInteger(value) &&
    (value as number) >= (isEpoch(Number(textOf(object.serviceDay))) ? 0 : FIRST_SECOND) &&
    (value as number) < LAST_SECOND;
  if (!Object.entries(object).some(([name, value]) => isSecond(name, value))) return object;
  const { serviceDay: day, ...rest } = object;
  const said = (value: number) =>
    typeof day === 'number' && isEpoch(day) ? momentOf(day + value) : clockOf(value);
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, isSecond(name, value) ? said(value) : value]),
  );
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}`;
}

/** A stop time of OpenTripPlanner: departure, delay, line and destination. */
function readStopTime(object: Json): Json {
  const { scheduledDeparture, realtimeDeparture, departureDelay, ...others } = object;
  if (typeof scheduledDeparture !== 'string' || typeof departureDelay !== 'number') return object;
  const { scheduledArrival, realtimeArrival, arrivalDelay, trip, ...rest } = others;
  const isSame = scheduledArrival === scheduledDeparture && arrivalDelay === departureDelay;
  const line = lineOf(trip);
  return {
    departure: realtimeDeparture ?? scheduledDeparture,
    ...(!isSame && { scheduledArrival, realtimeArrival }),
    ...(line === null ? { trip } : { line }),
    ...rest,
    delay: departureDelay === 0 ? '0' : `${departureDelay > 0 ? '+' : '−'}${minutesOf(departureDelay)}`,
  };
}

function minutesOf(seconds: number): string {
  const whole = Math.abs(seconds);
  return whole < 60 ? `${whole} s` : `${Math.round(whole / 60)} min`;
}

/** The short name of a trip's line; null if the trip has more members than its name and mode. */
function lineOf(trip: unknown): string | null {
  if (typeof trip !== 'object' || trip === null) return null;
  const { routeShortName, route, gtfsId: _, ...more } = trip as Json;
  const { shortName, mode: __, gtfsId: ___, ...said } = (route ?? {}) as Json;
  const name = routeShortName ?? shortName;
  if (Object.keys(more).length + Object.keys(said).length > 0) return null;
  return typeof name === 'string' ? name : null;
}

/** The normal states of a departure, which are not shown. */
const USUAL_STATE = /^(?:expected|normalprogress|atstop|notexpected|scheduled|on_?time)$/i;

/** The time until a departure, which is wrong a minute later. */
const TIME_UNTIL = /^(?:\d{1,3} min|\d\d:\d\d|now|nu)$/i;
/** Members of a vehicle's run that are for machines. */
const RUN_MEMBER = /^(?:id|state|prediction_state|passenger_level)$/;

const isRun = (journey: unknown) =>
  isObject(journey) && Object.keys(journey).every((name) => RUN_MEMBER.test(name));

/** A departure with a planned and an expected time, as Stockholm's API sends it. */
function readBoard(object: Json): Json {
  const { scheduled, expected, state, display, direction, direction_code: _, journey, ...rest } = object;
  if (typeof scheduled !== 'string' || typeof rest.destination !== 'string') return object;
  const isUsual = state === undefined || USUAL_STATE.test(textOf(state));
  return {
    scheduled_departure: scheduled,
    ...(typeof expected === 'string' && { expected_departure: expected }),
    ...(!isUsual && { state: typeof state === 'string' ? state.toLowerCase() : state }),
    ...(direction !== rest.destination && { direction }),
    ...(!TIME_UNTIL.test(textOf(display)) && { display }),
    ...(!isRun(journey) && { journey }),
    ...rest,
  };
}

/** A departure as clients of HAFAS send it: planned values are left out if they hold, and used if the departure is cancelled. */
function readHafas(object: Json): Json {
  if (!('plannedWhen' in object) || !('when' in object)) return object;
  const { when, plannedWhen, platform, plannedPlatform, ...rest } = object;
  const isSaid = when === null || when === plannedWhen || typeof rest.delay === 'number';
  const isTrack = (platform ?? null) === null || platform === plannedPlatform;
  return {
    when: when ?? plannedWhen,
    // Delay and cancellation refer to the planned departure.
    planned_when: isSaid ? null : plannedWhen,
    ...rest,
    platform: platform ?? plannedPlatform,
    ...(!isTrack && { plannedPlatform }),
  };
}
