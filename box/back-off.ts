const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const HEALTHY_AFTER_MS = 30_000;

/** Pauses between restarts: none after a run of half a minute, else 0.1 s, doubling up to 30 s. */
export class BackOff {
  /** Runs in a row that were too short. */
  failures = 0;
  readonly #healthyAfterMs: number;

  constructor(healthyAfterMs = HEALTHY_AFTER_MS) {
    this.#healthyAfterMs = healthyAfterMs;
  }

  /** @param upMs how long the run that has just ended had lasted since its start; 0 when it never became ready */
  nextPauseMs(upMs: number): number {
    if (upMs >= this.#healthyAfterMs) {
      this.failures = 0;
      return 0;
    }
    return Math.min(FIRST_PAUSE_MS * 2 ** this.failures++, LONGEST_PAUSE_MS);
  }
}
