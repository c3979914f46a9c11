import type { Presentation, Wall } from '#client/index.ts';
import { t } from '../strings/index.ts';
import { clockTime } from './time.tsx';

export function pageTitle(presentation: Pick<Presentation, 'title'> | null): string {
  return presentation?.title?.trim() || t.app.untitled;
}

export interface StatusWords {
  text: string;
  /** `good`: it shows what it should; `wait`: it will do so by itself; `bad`: a person must act. */
  tone: 'good' | 'wait' | 'bad';
}

/** Displays whose quiet hours end together continue one after the other, within this time. */
const SPREAD_MS = 60_000;

/** The end of the quiet hours for which the queue waits; null when it waits for something else, or not at all. */
export function waitsUntil({ quietUntil, nextAt }: Wall['status']): string | null {
  const delay = quietUntil && nextAt ? Date.parse(nextAt) - Date.parse(quietUntil) : -1;
  return delay >= 0 && delay < SPREAD_MS ? quietUntil : null;
}

/** In words, whether a display shows what it should, or the reason why not. */
export function statusWords({ display, status, current, pending, next }: Wall): StatusWords {
  const words = t.status;
  const quiet = waitsUntil(status);
  const { queued, error } = status;
  const at = (iso: string | null) => iso && clockTime(iso);
  const since = at(status.since ?? display.lastSeenAt);
  const waiting = pending ?? next;
  const title = waiting && pageTitle(waiting);
  switch (status.state) {
    case 'never_connected':
      return { text: words.neverConnected, tone: 'bad' };
    case 'failing':
      return { text: words.failing(title, error, status.failures), tone: 'bad' };
    case 'asleep':
      return { text: words.asleep(at(status.expectedAt), since, title), tone: 'wait' };
    case 'offline':
      return { text: words.offline(since, title), tone: 'bad' };
    case 'delivering':
      return { text: words.delivering(title), tone: 'wait' };
    case 'waiting':
      return {
        text: quiet ? words.quiet(queued, clockTime(quiet)) : words.waiting(queued, at(status.nextAt)),
        tone: 'wait',
      };
    case 'rendering':
      return { text: words.rendering, tone: 'wait' };
    case 'failed':
      return { text: words.failed(error), tone: 'bad' };
    case 'not_shown':
      return { text: words.notShown, tone: 'wait' };
    default:
      return { text: current ? words.upToDate : words.empty, tone: current ? 'good' : 'wait' };
  }
}
