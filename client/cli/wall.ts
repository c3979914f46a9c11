import type { Placard } from '../placard.ts';
import type { Display, Presentation } from '../types.ts';
import { ago } from './times.ts';
import { presentationTitle } from './titles.ts';

/** What a display shows, and what it should show beside that. */
export interface Wall {
  display: Display;
  /** Null: nothing yet. */
  current: Presentation | null;
  /** Sent and not yet confirmed. */
  pending: Presentation | null;
  /** The page that was made last. */
  newest: Presentation | null;
}

/** What hangs there now: two calls for one display. */
export async function readWall(placard: Placard, display: Display, signal: AbortSignal): Promise<Wall> {
  const options = { signal };
  const query = { displayId: display.id, limit: 1 };
  const [newest, current, pending] = await Promise.all([
    placard.presentations.list(query, options),
    placard.displays.currentPresentation(display.id, {}, options),
    display.pendingPresentationId
      ? placard.presentations.get(display.pendingPresentationId, {}, options)
      : null,
  ]);
  return { display, current, pending, newest: newest.items[0] ?? null };
}

/** In words, why the display does not show what it should; null when it does. */
export function whyNot({ display, pending, newest }: Wall): string | null {
  const waiting = pending ?? (newest?.state === 'queued' ? newest : null);
  if (waiting && !display.online)
    return `asleep, last seen ${ago(display.lastSeenAt)}; "${presentationTitle(waiting)}" waits until it wakes`;
  if (pending) return `"${presentationTitle(pending)}" is on its way`;
  if (waiting) return `"${presentationTitle(waiting)}" waits in the queue`;
  if (newest?.state !== 'failed') return null;
  return `could not show "${presentationTitle(newest)}": ${newest.failure?.message ?? 'no reason given'}`;
}
