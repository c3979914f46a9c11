import ICAL from 'ical.js';
import { DAY_MS } from '#shared/wall-time.ts';
import { UnreadableError } from '../sandbox/errors.ts';
import { type Block, type CalendarEvent, oneLine } from './blocks.ts';
import { isBoundedRule } from './bounded-rule.ts';
import { type CalendarTask, isDue, readTasks } from './calendar-tasks.ts';
import { calendarZone, toTime, zoneOf } from './calendar-times.ts';
import { eventTexts } from './calendar-words.ts';

export interface Calendar {
  name: string | null;
  block: Extract<Block, { kind: 'events' }>;
  /** The tasks of a calendar without events. In other calendars, tasks with a due date are among the events. */
  tasks: CalendarTask[];
  /** Number of events that are over or too far away and, beside events, of tasks that are done or have no due date. */
  omitted: Pick<CalendarEvent, 'title' | 'place' | 'note'>[];
}

/** The name that some services give the calendar of an account. */
const MAIL_ADDRESS = /^\s*[^\s@]{1,200}@[^\s@]{1,200}\s*$/;
const MAX_EVENTS = 300;
/** Repetitions are expanded up to this time after now. */
const MAX_AHEAD_MS = 42 * DAY_MS;
/** Limits of the repetitions that are visited: of one event, and of all together. */
const MAX_STEPS = 10_000;
const MAX_ALL_STEPS = 40_000;

export function isCalendar(text: string): boolean {
  return /^\s{0,20}BEGIN:VCALENDAR\b/i.test(text.slice(0, 100));
}

/**
 * The events of an iCalendar file (RFC 5545) from the day before `now` on, with their repetitions of six weeks. If all
 * events are over, all are kept, because the owner pushed them.
 * @throws {UnreadableError}
 */
export function readCalendar(text: string, now: Date): Calendar {
  const calendar = parse(repairLines(text));
  const from = now.getTime() - DAY_MS;
  const budget = { steps: MAX_ALL_STEPS };
  const found: CalendarEvent[] = [];
  const over: CalendarEvent[] = [];
  const undated: Pick<CalendarEvent, 'title' | 'place' | 'note'>[] = [];
  for (const component of calendar.getAllSubcomponents('vevent')) {
    const event = new ICAL.Event(component);
    try {
      if (event.isRecurrenceException() || !event.startDate) continue;
      const occurrences = event.isRecurring()
        ? repetitions(event, from, now.getTime() + MAX_AHEAD_MS, budget)
        : [];
      if (occurrences.length > 0) found.push(...occurrences);
      else {
        const single = toEvent(event, event.startDate, event.endDate);
        (endOf(single) >= from ? found : over).push(single);
      }
    } catch {
      // An event with invalid dates is counted, and the others are shown.
      undated.push(eventTexts(event));
    }
  }
  if (found.length + over.length === 0 && undated.length > 0)
    throw new UnreadableError('no event of the calendar has a date');
  const tasks = readTasks(calendar);
  const isTasks = found.length + over.length === 0;
  if (!isTasks) {
    for (const task of tasks) {
      if (isDue(task)) (endOf(task) >= from ? found : over).push(task);
      else undated.push(task);
    }
  }
  const ordered = (events: CalendarEvent[]) => events.sort((a, b) => startOf(a) - startOf(b));
  const shown = ordered(found.length > 0 ? found : over);
  const name = calendar.getFirstPropertyValue('x-wr-calname') ?? calendar.getFirstPropertyValue('name');
  const timeZone = calendarZone(calendar);
  return {
    name: typeof name === 'string' && name.trim() !== '' && !MAIL_ADDRESS.test(name) ? oneLine(name) : null,
    block: {
      kind: 'events',
      events: shown.slice(0, MAX_EVENTS),
      ...(timeZone !== null && { timeZone }),
    },
    tasks: isTasks ? tasks : [],
    omitted: [...shown.slice(MAX_EVENTS), ...(found.length > 0 ? ordered(over) : []), ...undated],
  };
}

/** Some programs escape quotation marks, which the format does not know. */
const ESCAPED_QUOTE = /(?<!\\)\\"/g;
/** A date without a time, which some programs declare as a date-time. */
const BARE_DAY = /^(DTSTART|DTEND|EXDATE|RECURRENCE-ID)(?:;VALUE=DATE(?:-TIME)?)?:(\d{8})$/i;

/**
 * The file without recurrence rules whose search would not end (such events happen once then), and with days declared as
 * days.
 */
function repairLines(text: string): string {
  const all = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  // Mails and servers may have lines of their own before the calendar.
  const lines = all.slice(
    Math.max(
      0,
      all.findIndex((line) => /^\W{0,3}BEGIN:VCALENDAR\s{0,9}$/i.test(line)),
    ),
  );
  const isSafe = (line: string) =>
    !/^(?:RRULE|EXRULE)[;:]/i.test(line) || isBoundedRule(line.slice(line.lastIndexOf(':') + 1));
  // Some servers append the creation time to the calendar.
  const end = lines.findLastIndex((line) => /^END:VCALENDAR\s{0,9}$/i.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end + 1)
    .filter(isSafe)
    .map((line) => line.replace(BARE_DAY, '$1;VALUE=DATE:$2').replace(ESCAPED_QUOTE, '"'))
    .join('\r\n');
}

function parse(text: string): ICAL.Component {
  try {
    const parsed = ICAL.parse(text) as unknown[];
    const first = (Array.isArray(parsed[0]) ? parsed[0] : parsed) as [string, unknown[], unknown[]];
    return new ICAL.Component(first);
  } catch (cause) {
    throw new UnreadableError('the file is not a calendar', { cause });
  }
}

function repetitions(
  event: ICAL.Event,
  from: number,
  until: number,
  budget: { steps: number },
): CalendarEvent[] {
  const found: CalendarEvent[] = [];
  const zone = zoneOf(event, 'dtstart');
  const iterator = event.iterator();
  for (let step = 0; step < MAX_STEPS && budget.steps > 0; step++) {
    budget.steps--;
    const next = iterator.next();
    if (!next || startOf({ start: toTime(next, zone) }) > until) break;
    if (startOf({ start: toTime(next, zone) }) < from - 7 * DAY_MS) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const occurrence = toEvent(item, startDate, endDate);
    if (endOf(occurrence) >= from) found.push(occurrence);
  }
  return found;
}

function toEvent(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time | null): CalendarEvent {
  const zone = zoneOf(event, 'dtstart');
  const isCancelled = event.component.getFirstPropertyValue('status') === 'CANCELLED';
  return {
    ...eventTexts(event),
    start: toTime(start, zone),
    end: end ? toTime(end, zoneOf(event, 'dtend') ?? zone) : null,
    ...(isCancelled && { cancelled: true }),
  };
}

const startOf = ({ start }: Pick<CalendarEvent, 'start'>) =>
  Date.parse(start.length === 10 ? `${start}T00:00:00Z` : /Z$/.test(start) ? start : `${start}Z`);
const endOf = (event: CalendarEvent) => (event.end === null ? startOf(event) : startOf({ start: event.end }));
