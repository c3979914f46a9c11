import type { Wall } from '../types.ts';
import { ago } from './times.ts';
import { presentationTitle } from './titles.ts';

/** Whether a panel is there. One that sleeps comes back by itself. */
export function presenceOf({ display, status }: Wall): 'asleep' | 'online' | 'offline' {
  if (status.asleep) return 'asleep';
  return display.online ? 'online' : 'offline';
}

/** In words, why the display does not show what it should; null when it does. */
export function whyNot(wall: Wall): string | null {
  const { display, status, pending, next } = wall;
  const waiting = pending ?? next;
  const title = waiting && `"${presentationTitle(waiting)}"`;
  const presence = presenceOf(wall);
  if (title && status.state === 'asleep')
    return `asleep, last seen ${ago(display.lastSeenAt)}; ${title} waits until it wakes`;
  if (title && presence === 'offline')
    return `offline, last seen ${ago(display.lastSeenAt)}; ${title} waits for it`;
  if (pending) return `${title} is on its way`;
  if (next) return `${title} waits in the queue`;
  if (status.state !== 'failed') return null;
  return `could not show the last page: ${status.error ?? 'no reason given'}`;
}
