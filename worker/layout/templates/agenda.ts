import * as z from 'zod';
import { countWords } from '#shared/count-words.ts';
import { DAY_MS } from '#shared/wall-time.ts';
import type { Scene } from '../../imaging/scene.ts';
import { agendaDays, type DayOfEvents, dayAt, daysFrom } from './agenda-days.ts';
import { chooseSetting } from './flow/choose-setting.ts';
import { emWidth, sizeBeside } from './flow/measure-part.ts';
import { createPart, type Part } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import { fitsHeader, joinFacts, putFooter, putHeader } from './furniture.ts';
import { Page } from './page.ts';
import { putHeaderAndCode } from './put-corner.ts';
import { codeUrl, defineTemplate, lineText, pageEnd, proseText, readerTime, shortText } from './template.ts';

const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/,
    'must be a day, a wall time or a moment in UTC',
  );

const parameters = z.object({
  title: shortText.optional(),
  /** Times are days (`2026-11-22`), wall times (`2026-11-22T18:00:00`) or moments in UTC (`2026-11-22T17:00:00Z`). */
  events: z
    .array(
      z.object({
        title: lineText,
        start: time,
        end: time.nullish(),
        place: lineText.nullish(),
        note: proseText.nullish(),
        cancelled: z.boolean().optional(),
      }),
    )
    .max(1000),
  /** Days before `now` are left out and counted if there are later ones. */
  ...readerTime,
  url: codeUrl,
  ...pageEnd,
  omittedEvents: z.int().min(0).optional(),
});

/** Ems. */
const MARK_GAP_EMS = 0.7;
/** Size of places and notes, in ems. */
const DETAIL_EMS = 0.82;
const WEEK_MS = 7 * DAY_MS;
/** A single day with at most this many events is set in large type. */
const MAX_LARGE_EVENTS = 4;
/** Up to this many events fill the page; their type, as a multiple of a title's. */
const MAX_SINGLE_EVENTS = 2;
const SINGLE_EVENT_SCALE = 1.35;
/** A day with more events is set in columns. */
const MAX_SINGLE_COLUMN_EVENTS = 6;
/** A title and its place share a line up to this many characters. */
const MAX_ONE_LINE_CHARACTERS = 20;
/** Least ratio of type sizes at which places stay on lines of their own. */
const MIN_ALIGNED_SCALE = 0.9;

/** The events of one day, or of several days under headings. */
export const agenda = defineTemplate({
  use: 'Events of one day or of several days, with times in the reader’s zone, places and notes.',
  parameters,
  layOut(given, viewport, colorMode) {
    const { title = '', events, timeZone = 'UTC', footer, language } = given;
    const page = new Page(viewport, colorMode, joinFacts(title, events[0]?.title), language);
    const { type } = page.theme;
    if (events.length === 0) return emptyPage(page, given);
    const all = agendaDays(events, timeZone, page.furniture, given.now);
    const days = daysFrom(all, given.now, timeZone);
    const more = leftOut(all, days, given);
    const single = days.length === 1 ? days[0] : undefined;
    const named = joinFacts(title, single?.name);
    const both = title !== '' && single !== undefined;
    let box = putFooter(page, page.content, footer);
    const headed = single === undefined && !isOfDays(days);
    const byDay = (some: DayOfEvents[]) =>
      single || headed ? some : besideDays(some, page.furniture.phrases.allDay);
    const [header, note] = both ? [title, single.name] : [named, ''];
    const isHeaded = header !== '' && fitsHeader(page, box, both ? named : header);
    if (isHeaded) box = putHeaderAndCode(page, box, both ? named : header, given.url, both ? '' : note);
    const above = isHeaded ? [] : titleParts(title, single?.name ?? '');
    const options = {
      most:
        events.length <= MAX_SINGLE_EVENTS
          ? SINGLE_EVENT_SCALE * type.title
          : events.length <= MAX_LARGE_EVENTS
            ? type.title
            : type.lead,
      ...((single === undefined || events.length > MAX_SINGLE_COLUMN_EVENTS) && {
        columnWidth: 12 * type.body,
      }),
    };
    const partsOf = (some: DayOfEvents[]) => {
      const apart = partsOfDays(page, byDay(some), headed);
      if (some.reduce((sum, { events }) => sum + events.length, 0) <= MAX_LARGE_EVENTS) return apart;
      const beside = partsOfDays(page, besidesTitles(byDay(some)), headed);
      const size = (parts: Part[]) => chooseSetting(page, [...above, ...parts], box, options)?.size ?? 0;
      return size(apart) > 0 && size(apart) >= MIN_ALIGNED_SCALE * size(beside) ? apart : beside;
    };
    const parts = [...above, ...partsOf(days)];
    options.most = sizeBeside(page, parts, box.width, options.most);
    const week = days.filter(({ date }) => date - (days[0]?.date ?? 0) < WEEK_MS);
    const isFull = week.reduce((sum, day) => sum + day.events.length, 0) > MAX_LARGE_EVENTS;
    if (isFull && week.length < days.length && !chooseSetting(page, parts, box, options)) {
      // The next week in legible type is preferred to more days.
      putFlow(page, partsOf(week), box, {
        ...options,
        more: leftOut(all, week, given),
      });
    } else putFlow(page, parts, box, { ...options, more });
    return page.scene();
  },
});

/** The page of an empty calendar: its name, the day and a sentence. */
function emptyPage(page: Page, { title, timeZone = 'UTC', now, footer }: z.output<typeof parameters>): Scene {
  const today = now === undefined ? '' : dayAt(now, timeZone, page.furniture);
  const { type } = page.theme;
  let box = putFooter(page, page.content, footer);
  const parts = [
    createPart(page.furniture.phrases.noEvents, { unit: 'furniture', weight: 700, lineHeight: 1.2 }),
  ];
  const header = title || today;
  if (header !== '' && fitsHeader(page, box, header))
    box = putHeader(page, box, header, header === today ? '' : today);
  else parts.unshift(...titleParts(title ?? '', today));
  putFlow(page, parts, box, { most: 1.5 * type.title, middle: 0.4 });
  return page.scene();
}

/** A title that is too long for the header, and the day below it, which does not count as the owner's words. */
function titleParts(title: string, day: string): Part[] {
  const style = { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: true };
  return [
    ...(title === '' ? [] : [createPart(title, style)]),
    ...(day === '' ? [] : [createPart(day, { ...style, unit: 'furniture', space: 0.2 })]),
  ];
}

/** The number of events and words that are not shown, with those that were left out before. */
function leftOut(
  all: DayOfEvents[],
  shown: DayOfEvents[],
  { omitted = 0, omittedEvents = 0 }: { omitted?: number; omittedEvents?: number },
): { items: number; words: number } {
  const there = new Set(shown.flatMap((day) => day.events));
  const events = all.flatMap((day) => day.events).filter((event) => !there.has(event));
  const words = events.reduce((sum, { title, detail }) => sum + countWords(`${title} ${detail}`), 0);
  return { items: omittedEvents + events.length, words: omitted + words };
}

/** Whether all events take whole days: then each stands beside its day, as in a printed waste calendar. */
const isOfDays = (days: DayOfEvents[]) => days.every(({ events }) => events.every(({ isDay }) => isDay));

/** Puts the day in place of the time of all-day events, so that days need no headings. */
function besideDays(days: DayOfEvents[], allDay: string): DayOfEvents[] {
  return days.map((day) => ({
    ...day,
    events: day.events.map((event, index) => ({
      ...event,
      when: event.when !== allDay ? event.when : index === 0 ? day.short : '',
    })),
  }));
}

/** Joins short places to their titles, so that more events fit. */
function besidesTitles(days: DayOfEvents[]): DayOfEvents[] {
  const isShort = ({ title, detail }: DayOfEvents['events'][number]) =>
    title !== '' &&
    detail !== '' &&
    !detail.includes('\n') &&
    title.length + detail.length <= MAX_ONE_LINE_CHARACTERS;
  return days.map((day) => ({
    ...day,
    events: day.events.map((event) =>
      isShort(event) ? { ...event, title: joinFacts(event.title, event.detail), detail: '' } : event,
    ),
  }));
}

function partsOfDays(page: Page, days: DayOfEvents[], headed: boolean): Part[] {
  const marks = days.flatMap(({ events }) => events.map(({ when }) => emWidth(page, when, 700)));
  const markWidth = Math.max(0, ...marks) + MARK_GAP_EMS;
  return days.flatMap(({ name, events }, day) => [
    ...(headed
      ? [
          createPart(name, {
            unit: 'furniture',
            weight: 700,
            scale: 1.08,
            lineHeight: 1.2,
            space: day === 0 ? 0 : 1,
            keepsNext: true,
            rule: 'above' as const,
          }),
        ]
      : []),
    ...events.flatMap(({ when, title, detail }, index) => [
      createPart(title === '' ? detail : title, {
        mark: { kind: 'text', text: when, weight: 700, counts: false },
        markWidth,
        lineHeight: 1.25,
        space: headed || index === 0 ? 0.45 : 0.7,
        unit: 'items',
        keepsNext: detail !== '' && title !== '',
        rule: headed || index === 0 ? 'none' : 'above',
      }),
      ...(detail !== '' && title !== ''
        ? [
            createPart(detail, {
              mark: { kind: 'text' as const, text: '', weight: 400 },
              markWidth,
              scale: DETAIL_EMS,
              muted: true,
              lineHeight: 1.3,
              space: 0.1,
              unit: 'details',
            }),
          ]
        : []),
    ]),
  ]);
}
