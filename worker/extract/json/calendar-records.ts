import { countWords } from '#shared/count-words.ts';
import { type Block, type CalendarEvent, cutText, oneLine } from '../blocks.ts';
import { countWordsWithin } from './count-words-within.ts';
import { isObject, type Json, textOf } from './fields.ts';
import { plainName, readableName } from './names.ts';
import { isNoise } from './noise.ts';
import { properName } from './references.ts';
import { namedValue } from './values.ts';

const TITLES = ['summary', 'subject', 'title', 'event', 'name'];
const START_NAMES = ['start', 'start_time', 'starts_at', 'start_date', 'dtstart', 'begin'];
const END_NAMES = ['end', 'end_time', 'ends_at', 'end_date', 'dtend'];
const WHOLE_DAYS = ['is_all_day', 'all_day', 'allday'];
const PLACES = ['location', 'place', 'venue', 'where'];
const NOTES = ['description', 'body_preview', 'notes', 'note', 'details'];
/** Internal fields of calendars: creator and time of creation, reminders, repetitions, visibility. */
const INTERNAL_FIELDS =
  /^(?:kind|transparency|visibility|show_as|sensitivity|sequence|status|creator|created\w*|updated\w*|last_modified\w*|reminders|reminder_\w+|has_attachments|response_status|response_requested|guests_can_\w+|attendees_omitted|private_copy|is_\w+|all_?day|online_meeting\w*|conference_data|hangout_link|color\w*|recurrence|original_start\w*|i_?cal_u_?id|rrule)$/;
/** Default values, which add no information to an event. */
const DEFAULT_VALUE = /^(?:normal|default|singleInstance|occurrence|exception|seriesMaster)$/;
const STATUS = /^(?:confirmed|tentative|cancell?ed)$/i;
/** Fields that occur in alerts, runs of machines, forecasts and tariffs, but not in events. */
const OTHER_KINDS = [
  'annotations',
  'labels',
  'fingerprint',
  'severity',
  'conclusion',
  'steps',
  'exit_code',
].concat(['temperature', 'short_forecast', 'price']);
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0{1,9})?$/;
const MAX_EVENTS = 300;
const MAX_FIELD_CHARACTERS = 2000;

type Events = Extract<Block, { kind: 'events' }>;

/**
 * The records as events if each has a title, a beginning and an end, as calendar services send them; null for other records.
 * `omitted` counts the words that an event has no place for.
 */
export function recordsToEvents(records: Json[]): { block: Events; omitted: number } | null {
  if (records.length === 0 || records.length > MAX_EVENTS) return null;
  const events: CalendarEvent[] = [];
  let omitted = 0;
  for (const record of records) {
    const event = toEvent(record);
    if (!event) return null;
    events.push(event.event);
    omitted += event.omitted;
  }
  const timeZone = zoneOf(records);
  const zone = timeZone !== null && { timeZone };
  return { block: { kind: 'events', events: events.sort(compareStarts), ...zone }, omitted };
}

/** All-day events begin and end with a day, regardless of the time zone of their midnights. */
export function toWholeDays(object: Json): Json {
  const isWhole = Object.entries(object).some(
    ([name, value]) => value === true && WHOLE_DAYS.includes(plainName(name)),
  );
  if (!isWhole) return object;
  const dayOf = (value: unknown): unknown => {
    const time = isObject(value) ? value.dateTime : value;
    const [, day] = typeof time === 'string' ? (MIDNIGHT.exec(time) ?? []) : [];
    return day ?? value;
  };
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const isBound = [...START_NAMES, ...END_NAMES].includes(plainName(name));
      return [name, isBound ? dayOf(value) : value];
    }),
  );
}

function toEvent(record: Json): { event: CalendarEvent; omitted: number } | null {
  const names = new Map(Object.keys(record).map((name) => [plainName(name), name]));
  const find = (known: string[]) => known.flatMap((one) => names.get(one) ?? [])[0];
  const [what, from, to] = [find(TITLES), find(START_NAMES), find(END_NAMES)];
  if (what === undefined || from === undefined || to === undefined) return null;
  const title = record[what];
  const [start, end] = [timeOf(record[from]), timeOf(record[to])];
  if (typeof title !== 'string' || title.trim() === '' || start === null) return null;
  if (end !== null && (start.length === 10) !== (end.length === 10)) return null;
  const [where, why] = [find(PLACES), find(NOTES)];
  if (OTHER_KINDS.some((name) => names.has(name))) return null;
  const status = record[names.get('status') ?? ''] ?? 'confirmed';
  if (typeof status !== 'string' || !STATUS.test(status)) return null;
  const taken = new Set([what, from, to]);
  const preview = record[names.get('body_preview') ?? ''];
  let omitted = 0;
  const beside: string[] = [];
  for (const [name, value] of Object.entries(record)) {
    const plain = plainName(name);
    if (taken.has(name) || isInternal(plain, value) || isNoise(name, value)) continue;
    if (plain === 'body' && typeof preview === 'string')
      omitted += Math.max(0, wordsOfBody(value) - countWords(preview));
    else if (name === where || name === why) omitted += wordsOf(value) === null ? countWordsWithin(value) : 0;
    else {
      const said = textsOfField(name, value);
      beside.push(...said);
      if (said.length === 0) omitted += plain === 'body' ? wordsOfBody(value) : countWordsWithin(value);
    }
  }
  const said = why === undefined ? null : wordsOf(record[why]);
  const notes = [said, tentativeNote(record, names), ...beside].filter((one) => one !== null);
  const note = notes.join(' · ');
  omitted += countWords(title.slice(MAX_FIELD_CHARACTERS)) + countWords(note.slice(MAX_FIELD_CHARACTERS));
  const event = {
    title: oneLine(cutText(title, MAX_FIELD_CHARACTERS)),
    start,
    end,
    place: where === undefined ? null : wordsOf(record[where]),
    note: notes.length > 0 ? cutText(note, MAX_FIELD_CHARACTERS) : null,
    ...(isCancelled(record, names) && { cancelled: true }),
  };
  return { event, omitted };
}

/** Whether a field is internal. The organiser of an event is an account and not shown. */
const isInternal = (plain: string, value: unknown) =>
  INTERNAL_FIELDS.test(plain) ||
  (/^(?:type|event_type|importance)$/.test(plain) &&
    typeof value === 'string' &&
    DEFAULT_VALUE.test(value)) ||
  (/^organi[sz]er$/.test(plain) && isObject(value));

/** Number of words in the body of an event, which services send as HTML. */
function wordsOfBody(body: unknown): number {
  const text = isObject(body) ? body.content : body;
  return typeof text === 'string' ? countWords(text.replace(/<[^<>]{0,2000}>/g, ' ')) : 0;
}

/** A day, a wall time or a moment; null for anything else. */
function timeOf(value: unknown): string | null {
  const time = isObject(value) ? (value.dateTime ?? value.date) : value;
  if (typeof time !== 'string') return null;
  if (DAY.test(time)) return existsAsTime(`${time}T00:00:00`) ? time : null;
  if (MOMENT.test(time)) {
    const moment = Number.isNaN(Date.parse(time)) ? '' : new Date(time).toISOString();
    // A year of more than four digits makes the text longer.
    return moment.length === 24 ? moment : null;
  }
  if (!TIME.test(time)) return null;
  const wall = `${time.slice(0, 10)}T${time.slice(11, 16)}:00`;
  return existsAsTime(wall) ? wall : null;
}

/** Whether a wall time exists: there is no 30th of February. */
function existsAsTime(wall: string): boolean {
  const at = Date.parse(`${wall}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(wall);
}

function wordsOf(value: unknown): string | null {
  const words = isObject(value) ? properName(value) : value;
  if (typeof words !== 'string' || isNoise('item', words) || words.trim() === '') return null;
  return cutText(oneLine(words), MAX_FIELD_CHARACTERS);
}

function textsOfField(name: string, value: unknown): string[] {
  if (isNoise(name, value)) return [];
  if (Array.isArray(value)) {
    const names = value.map((one) => (isObject(one) ? personOf(one) : wordsOf(one)));
    return names.some((one) => one !== null) ? [names.filter((one) => one !== null).join(', ')] : [];
  }
  if (isObject(value)) {
    const words = wordsOf(value);
    return words === null ? [] : [words];
  }
  if (typeof value === 'boolean') return [`${readableName(name)} ${value ? '✓' : '–'}`];
  const said = namedValue(name, value);
  return said ? [`${readableName(said.name)} ${said.value}`] : [];
}

/** The name of a participant, or else the address. */
function personOf(person: Json): string | null {
  const inner = Object.values(person).find(isObject);
  const named = properName(person) ?? (inner ? personOf(inner) : null);
  return named ?? (typeof person.email === 'string' ? person.email : null);
}

const tentativeNote = (record: Json, names: Map<string, string>) =>
  record[names.get('status') ?? ''] === 'tentative' ? 'tentative' : null;

function isCancelled(record: Json, names: Map<string, string>): boolean {
  const status = record[names.get('status') ?? ''];
  return record[names.get('is_cancelled') ?? ''] === true || /^cancell?ed$/i.test(textOf(status));
}

/** The time zone that the events name, if it is valid. */
function zoneOf(records: Json[]): string | null {
  const zones = new Set(
    records.flatMap((record) =>
      Object.values(record).flatMap((value) => (isObject(value) ? (value.timeZone ?? []) : [])),
    ),
  );
  const [only] = zones;
  return zones.size === 1 && typeof only === 'string' && isZone(only) ? only : null;
}

/** Whether a name is that of a time zone. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const compareStarts = (a: CalendarEvent, b: CalendarEvent) => startOf(a) - startOf(b);
const startOf = ({ start }: CalendarEvent) =>
  Date.parse(start.length === 10 ? `${start}T00:00:00Z` : /Z$/.test(start) ? start : `${start}Z`);
