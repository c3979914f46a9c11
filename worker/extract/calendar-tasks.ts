import ICAL from 'ical.js';
import type { CalendarEvent, EventTime } from './blocks.ts';
import { toTime, zoneOf } from './calendar-times.ts';
import { eventTexts } from './calendar-words.ts';

/** A task of a calendar (RFC 5545, 3.6.2). */
export interface CalendarTask extends Omit<CalendarEvent, 'start'> {
  /** When it is due; null without a due date. */
  start: EventTime | null;
  done: boolean;
}

/** The tasks of a calendar in the order of the file; an invalid date is left out. */
export function readTasks(calendar: ICAL.Component): CalendarTask[] {
  return calendar.getAllSubcomponents('vtodo').map((component) => {
    const status = component.getFirstPropertyValue('status');
    const done = status === 'COMPLETED' || component.hasProperty('completed');
    return { ...eventTexts(new ICAL.Event(component)), start: dueOf(component), end: null, done };
  });
}

/** Whether a task has a due date and is not done. */
export const isDue = (task: CalendarTask): task is CalendarTask & { start: EventTime } =>
  task.start !== null && !task.done;

function dueOf(component: ICAL.Component): EventTime | null {
  try {
    const due = component.getFirstPropertyValue('due');
    return due instanceof ICAL.Time ? toTime(due, zoneOf({ component }, 'due')) : null;
  } catch {
    return null;
  }
}
