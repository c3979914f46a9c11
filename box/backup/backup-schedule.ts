import { backOffMs } from '#shared/back-off.ts';

const HOUR_MS = 3_600_000;
/** A backup that was missed, because the machine was off, is taken as soon as the newest is older than this. */
const OVERDUE_MS = 25 * HOUR_MS;
/** Pause after a failure, doubled with each further one. */
const FIRST_RETRY_MS = HOUR_MS / 4;
const LONGEST_RETRY_MS = 12 * HOUR_MS;

/** The next time that the machine's local clock shows `at` (`03:30`), after `now`. */
export function nextBackup(now: Date, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hour, minute, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next;
}

/** Decides when a backup starts: at its time of day, or when the last one is overdue. Never two at once. */
export class BackupSchedule {
  /** The next regular time. */
  due: Date;
  readonly #at: string;
  #running = false;
  #failures = 0;
  #notBefore = 0;

  constructor(at: string, now: Date) {
    this.#at = at;
    this.due = nextBackup(now, at);
  }

  /** @param last when the newest backup was taken, if there is one */
  shouldStart(now: Date, last: Date | undefined): boolean {
    if (this.#running) return false;
    if (now >= this.due) return true;
    const isOverdue = last !== undefined && now.getTime() - last.getTime() > OVERDUE_MS;
    return isOverdue && now.getTime() >= this.#notBefore;
  }

  started(now: Date): void {
    this.#running = true;
    this.due = nextBackup(now, this.#at);
  }

  ended(now: Date, succeeded: boolean): void {
    this.#running = false;
    const pauseMs = backOffMs(this.#failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
    this.#failures = succeeded ? 0 : this.#failures + 1;
    this.#notBefore = succeeded ? 0 : now.getTime() + pauseMs;
  }
}
