import { type Clock, monotonicMs } from './clock.ts';

/** A difference between the system time and the elapsed time that is no change of the clock. */
const TOLERANCE_MS = 500;

/**
 * Calls `onChange` within `checkMs` milliseconds after the clock was set, forward or back, or the machine was asleep.
 * Timers stop while the machine sleeps, so one set for a time of day would fire late. Returns a function that ends the watch.
 */
export function watchClock(clock: Clock, checkMs: number, onChange: () => void): () => void {
  const clockOffset = () => clock.now().getTime() - monotonicMs();
  let known = clockOffset();
  const timer = setInterval(() => {
    const changed = clockOffset();
    if (Math.abs(changed - known) <= TOLERANCE_MS) return;
    known = changed;
    onChange();
  }, checkMs);
  return () => clearInterval(timer);
}
