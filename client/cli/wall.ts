import type { CallOptions } from '../connection.ts';
import type { Placard } from '../placard.ts';
import type { Presentation, Wall } from '../types.ts';
import { ago } from './times.ts';
import { pageTitle } from './titles.ts';

/** Whether a panel is connected, asleep as planned, or missed. */
export function presenceOf({ display, status }: Wall): 'asleep' | 'online' | 'offline' {
  if (status.asleep) return 'asleep';
  return display.online ? 'online' : 'offline';
}

/** The wall with a title for each of its pages. */
export async function addTitles(placard: Placard, wall: Wall, options: CallOptions): Promise<Wall> {
  const named = async (page: Presentation | null) =>
    page && { ...page, title: await pageTitle(placard, page, options) };
  const pages = [named(wall.current), named(wall.pending), named(wall.next)] as const;
  const [current, pending, next] = await Promise.all(pages);
  return { ...wall, current, pending, next };
}

/**
 * The reason, in words, why the display does not show what it should; null when it does.
 * @param wall with titles
 */
export function reasonNotShown(wall: Wall): string | null {
  const { display, status, pending, next } = wall;
  const waiting = pending ?? next;
  const title = waiting && `"${waiting.title}"`;
  const presence = presenceOf(wall);
  if (title && status.state === 'asleep')
    return `asleep, last seen ${ago(display.lastSeenAt)}; ${title} waits until it wakes`;
  if (title && presence === 'offline')
    return `offline, last seen ${ago(display.lastSeenAt)}; ${title} waits for it`;
  if (pending) return `${title} is on its way`;
  if (next) return `${title} waits ${status.quietUntil ? 'for the end of quiet hours' : 'in the queue'}`;
  if (status.state !== 'failed') return null;
  return `could not show the last page: ${status.error ?? 'no reason given'}`;
}
