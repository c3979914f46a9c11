import { monotonicMs } from './clock.ts';

/** A minute: an outage is told of while it lasts, and no disk is filled with it. */
const REPEAT_AFTER_MS = 60_000;
const MAX_MESSAGES = 100;

/**
 * Tells of an error at once, and of further ones with the same message once a minute, with their number: what polls a
 * database that is away fails several times a second. `now` is in milliseconds.
 */
export function throttledReporter(
  tell: (error: Error, times: number) => void,
  now = monotonicMs,
): (error: Error) => void {
  const told = new Map<string, { at: number; since: number }>();
  return (error) => {
    const before = told.get(error.message);
    if (before && now() - before.at < REPEAT_AFTER_MS) {
      before.since += 1;
      return;
    }
    if (told.size >= MAX_MESSAGES) told.clear();
    told.set(error.message, { at: now(), since: 0 });
    tell(error, 1 + (before?.since ?? 0));
  };
}
