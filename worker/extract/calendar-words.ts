import type ICAL from 'ical.js';
import { type CalendarEvent, oneLine } from './blocks.ts';
import { stripMarkup } from './strip-markup.ts';

/** Title, place and note of an event or a task; of an invitation also its organiser. */
export function eventTexts(event: ICAL.Event): Pick<CalendarEvent, 'title' | 'place' | 'note'> {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const place = text(event.location);
  const note = text([inviterOf(event), text(event.description)].filter(Boolean).join('\n'));
  return {
    title: oneLine(text(event.summary) ?? ''),
    place: place && oneLine(place.replace(ADDRESS, hostOf)),
    note: note && text(removeRulers(stripMarkup(note).replace(BRACKETED_LINK, '').replace(ADDRESS, hostOf))),
  };
}

/** The name of the organiser. In an export of a whole calendar it is the owner, in each event. */
function inviterOf({ component }: ICAL.Event): string | null {
  if (!INVITATION.test(String(component.parent?.getFirstPropertyValue('method') ?? ''))) return null;
  const name = component.getFirstProperty('organizer')?.getFirstParameter('cn');
  return typeof name === 'string' && name.trim() !== '' ? oneLine(name) : null;
}

const INVITATION = /^(?:REQUEST|CANCEL)$/i;
const ADDRESS = /\bhttps?:\/\/([^\s/?#<>]{1,253})[^\s<>]*/gi;
/** The address of a link, in brackets after the link's text. */
const BRACKETED_LINK = /<https?:\/\/[^\s<>]*>/gi;
const RULER = /^[\s_\-=~*.·—]{4,}$/;

/** Shows the host of an address only. */
const hostOf = (_: string, host: string) => host;

/** Without the lines that mail programs draw around an invitation. */
const removeRulers = (text: string) =>
  text
    .split('\n')
    .filter((line) => !RULER.test(line))
    .join('\n')
    .replace(/\n\s{0,99}\n/g, '\n');
