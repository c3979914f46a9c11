import { backOffMs } from '#shared/back-off.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_AFTER_MS = 30_000;

/** Pauses between restarts: none after a run of half a minute, otherwise 0.1 s, doubling up to 30 s. */
export class BackOff {
  /** Consecutive runs that were too short. */
  failures = 0;
  readonly #healthyAfterMs: number;

  constructor(healthyAfterMs = HEALTHY_AFTER_MS) {
    this.#healthyAfterMs = healthyAfterMs;
  }

  /** @param upMs duration of the run that has just ended; 0 when it never became ready */
  nextPauseMs(upMs: number): number {
    if (upMs >= this.#healthyAfterMs) {
      this.failures = 0;
      return 0;
    }
    return backOffMs(this.failures++, FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  }
}
