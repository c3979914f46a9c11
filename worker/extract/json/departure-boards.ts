import { isObject, type Json, textOf } from './fields.ts';
import { isEpoch, momentOf } from './noise.ts';
import { wordedMoment } from './worded-moment.ts';

/** Converts a departure whose parts are nested objects to the common form; any other object is unchanged. */
export function flattenDeparture(object: Json): Json {
  return readEntur(object) ?? readOpendata(object) ?? readNavitia(object) ?? readTripUpdate(object) ?? object;
}

/** A call at a quay (Entur, Transmodel): its line, destination and origin. */
function readEntur(object: Json): Json | null {
  const { destinationDisplay, serviceJourney, quay, aimedDepartureTime, expectedDepartureTime, ...rest } =
    object;
  if (!isObject(destinationDisplay) || !isObject(serviceJourney)) return null;
  const journey = isObject(serviceJourney.journeyPattern) ? serviceJourney.journeyPattern : serviceJourney;
  const line = isObject(journey.line) ? journey.line : null;
  if (typeof line?.publicCode !== 'string') return null;
  return {
    plannedDeparture: aimedDepartureTime,
    expectedDeparture: expectedDepartureTime,
    line: line.publicCode,
    destination: destinationDisplay.frontText,
    platform: isObject(quay) ? quay.publicCode : null,
    route: line.name,
    mode: line.transportMode,
    notice: serviceJourney.notice,
    ...rest,
  };
}

/** A departure of transport.opendata.ch: category and number form its line; its name identifies the run. */
function readOpendata(object: Json): Json | null {
  const { stop, category, number, name, to, passList, ...rest } = object;
  if (!isObject(stop) || typeof category !== 'string' || typeof to !== 'string') return null;
  if (!Array.isArray(passList) || (number && typeof number !== 'string')) return null;
  const line = [category, number].filter((one) => one).join(' ');
  return {
    stop,
    line,
    to,
    ...(name !== line && !/^\d+$/.test(textOf(name)) && { name }),
    ...rest,
    laterStops: passList,
  };
}

/** A departure of Navitia. */
function readNavitia(object: Json): Json | null {
  const { display_informations: shown, stop_date_time: times, stop_point: stop, route: _, ...rest } = object;
  if (!isObject(shown) || !isObject(times)) return null;
  const { direction, label, code, headsign, name, commercial_mode: mode, network, message } = shown;
  const moment = (value: unknown) => (typeof value === 'string' ? wordedMoment(value) : null);
  return {
    planned_departure: moment(times.base_departure_date_time ?? times.departure_date_time),
    expected_departure: moment(times.departure_date_time),
    line: label ?? code,
    destination: direction ?? headsign,
    stop: isObject(stop) ? stop.name : null,
    mode,
    network,
    route: name,
    message,
    ...rest,
  };
}

/** A trip of a GTFS Realtime feed: its line, its departure at the first of its next stops, and the later stops. */
function readTripUpdate(object: Json): Json | null {
  const { tripUpdate, trip_update: update = tripUpdate, ...beside } = object;
  if (!isObject(update) || !isObject(update.trip)) return null;
  const { trip, vehicle, stopTimeUpdate, stop_time_update: stops = stopTimeUpdate, ...rest } = update;
  const [next, ...later] = Array.isArray(stops) ? stops : [];
  const event = isObject(next) ? (next.departure ?? next.arrival) : null;
  const at = isObject(event) ? Number(textOf(event.time) || Number.NaN) : Number.NaN;
  const late = isObject(event) ? Number(textOf(event.delay)) : 0;
  const state = trip.scheduleRelationship ?? trip.schedule_relationship;
  return {
    departure: isEpoch(at) ? momentOf(at) : (trip.startTime ?? trip.start_time),
    line: trip.routeId ?? trip.route_id,
    delay: Number.isFinite(late) ? delayOf(late) : null,
    vehicle: isObject(vehicle) ? vehicle.label : null,
    // The schedule relationship of a trip that runs as planned is left out.
    state: state === 'SCHEDULED' ? null : state,
    laterStops: later,
    ...rest,
    ...beside,
  };
}

const delayOf = (seconds: number) =>
  Math.abs(seconds) < 60 ? '0' : `${seconds > 0 ? '+' : '−'}${Math.round(Math.abs(seconds) / 60)} min`;
