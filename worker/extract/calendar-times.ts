import type ICAL from 'ical.js';
import type { EventTime } from './blocks.ts';
import { momentOf } from './moment-of.ts';

/** The zone id of a time of an event or task. The file need not describe the zone. */
export function zoneOf({ component }: Pick<ICAL.Event, 'component'>, name: string): string | null {
  const zone = component.getFirstProperty(name)?.getParameter('tzid');
  return typeof zone === 'string' ? zone : null;
}

/** A wall time in a known zone as a moment in UTC; without a zone unchanged. */
export function toTime(time: ICAL.Time, named: string | null): EventTime {
  const wall = time.toString().replace(/Z$/, '');
  if (time.isDate) return wall.slice(0, 10);
  if (time.zone?.tzid === 'UTC') return `${wall}Z`;
  if (named === null) return wall;
  const moment = momentOf(wall, named);
  if (moment !== null) return new Date(moment).toISOString();
  // A zone that the file itself describes.
  return time.zone?.component ? time.toJSDate().toISOString() : wall;
}

const isZone = (zone: unknown): zone is string =>
  typeof zone === 'string' && momentOf('2000-01-01T00:00:00', zone) !== null;

/** The zone that a calendar declares, or the only one that its events use; null if there is none. */
export function calendarZone(calendar: ICAL.Component): string | null {
  const own = calendar.getFirstPropertyValue('x-wr-timezone');
  if (isZone(own)) return own;
  const zones = new Set<string>();
  for (const component of calendar.getAllSubcomponents('vevent')) {
    for (const name of ['dtstart', 'dtend']) {
      const zone = zoneOf({ component }, name);
      if (isZone(zone)) zones.add(zone);
    }
  }
  const [only] = zones;
  return zones.size === 1 && only !== undefined ? only : null;
}
