import { monotonicMs } from './clock.ts';

/** A minute: an outage stays visible in the log, and does not fill the disk. */
const REPEAT_AFTER_MS = 60_000;
const MAX_MESSAGES = 100;

/**
 * Reports an error at once. Errors with the same message are then reported once a minute with their number. For loops that
 * fail several times a second while the database is unreachable. `now` returns milliseconds.
 */
export function throttledReporter(
  report: (error: Error, times: number) => void,
  now = monotonicMs,
): (error: Error) => void {
  const reported = new Map<string, { at: number; since: number }>();
  return (error) => {
    const earlier = reported.get(error.message);
    if (earlier && now() - earlier.at < REPEAT_AFTER_MS) {
      earlier.since += 1;
      return;
    }
    if (reported.size >= MAX_MESSAGES) reported.clear();
    reported.set(error.message, { at: now(), since: 0 });
    report(error, 1 + (earlier?.since ?? 0));
  };
}
