import { type Clock, monotonicMs } from './clock.ts';

/** By so much a clock that only keeps time differs from the time that has passed: more is a change. */
const TOLERANCE_MS = 500;

/**
 * Calls `onChange` within `checkMs` milliseconds after the clock was set, forward or back, or the machine was asleep:
 * timers count what passes while it is awake, and would be late for a time of day. Returns what ends it.
 */
export function watchClock(clock: Clock, checkMs: number, onChange: () => void): () => void {
  const ahead = () => clock.now().getTime() - monotonicMs();
  let known = ahead();
  const timer = setInterval(() => {
    const changed = ahead();
    if (Math.abs(changed - known) <= TOLERANCE_MS) return;
    known = changed;
    onChange();
  }, checkMs);
  return () => clearInterval(timer);
}
