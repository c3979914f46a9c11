import { isObject, type Json } from './fields.ts';
import { isEpoch, momentOf } from './noise.ts';
import { wordedMoment } from './worded-moment.ts';

/** A departure of a service that says its parts in objects of its own, as others say it; any other object as it is. */
export function asBoardRow(object: Json): Json {
  return ofEntur(object) ?? ofOpendata(object) ?? ofNavitia(object) ?? ofTripUpdate(object) ?? object;
}

/** A call at a quay (Entur, Transmodel): its line, where to and from where. */
function ofEntur(object: Json): Json | null {
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

/** A departure of transport.opendata.ch: its category and its number are its line, and its name is that of the run. */
function ofOpendata(object: Json): Json | null {
  const { stop, category, number, name, to, passList, ...rest } = object;
  if (!isObject(stop) || typeof category !== 'string' || typeof to !== 'string') return null;
  if (!Array.isArray(passList) || (number && typeof number !== 'string')) return null;
  const line = [category, number].filter((one) => one).join(' ');
  return {
    stop,
    line,
    to,
    ...(name !== line && !/^\d+$/.test(String(name)) && { name }),
    ...rest,
    laterStops: passList,
  };
}

/** A departure of Navitia. */
function ofNavitia(object: Json): Json | null {
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

/** A trip of a feed of GTFS Realtime: its line, when it leaves the first of its next stops, and the stops behind that one. */
function ofTripUpdate(object: Json): Json | null {
  const { tripUpdate, trip_update: update = tripUpdate, ...beside } = object;
  if (!isObject(update) || !isObject(update.trip)) return null;
  const { trip, vehicle, stopTimeUpdate, stop_time_update: stops = stopTimeUpdate, ...rest } = update;
  const [next, ...later] = Array.isArray(stops) ? stops : [];
  const event = isObject(next) ? (next.departure ?? next.arrival) : null;
  const at = isObject(event) ? Number(event.time) : Number.NaN;
  const late = isObject(event) ? Number(event.delay ?? 0) : 0;
  const state = trip.scheduleRelationship ?? trip.schedule_relationship;
  return {
    departure: isEpoch(at) ? momentOf(at) : (trip.startTime ?? trip.start_time),
    line: trip.routeId ?? trip.route_id,
    delay: Number.isFinite(late) ? delayOf(late) : null,
    vehicle: isObject(vehicle) ? vehicle.label : null,
    // A trip that runs as planned needs no remark.
    state: state === 'SCHEDULED' ? null : state,
    laterStops: later,
    ...rest,
    ...beside,
  };
}

const delayOf = (seconds: number) =>
  Math.abs(seconds) < 60 ? '0' : `${seconds > 0 ? '+' : '−'}${Math.round(Math.abs(seconds) / 60)} min`;
