const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_AFTER_MS = 30_000;

/** Pauses between restarts: 0.1 s, doubling up to 30 s, from the beginning again after half a minute of health. */
export class BackOff {
  failures = 0;

  /** @param healthyMs how long the run that has just ended was ready */
  nextPauseMs(healthyMs: number): number {
    if (healthyMs >= HEALTHY_AFTER_MS) this.failures = 0;
    return Math.min(FIRST_PAUSE_MS * 2 ** this.failures++, LONGEST_PAUSE_MS);
  }
}
