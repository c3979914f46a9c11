import type { AppError } from './errors.ts';
import type { Log } from './log.ts';
import { throttledReporter } from './throttled-reporter.ts';

export type ReportOutage = (refusal: AppError) => void;

/**
 * Logs responses with `503`: one line at once, then one line a minute with their number while the outage lasts. A stack
 * trace for each would add no information, and would fill a disk that is nearly full.
 */
export function outageReporter(log: Log): ReportOutage {
  return throttledReporter(({ message, cause: thrown }, times) => {
    const cause = messageOf(thrown);
    // Without a cause there is no fault: a user's quota is used up, or the process is shutting down.
    log[cause === undefined ? 'info' : 'error']({ times, cause }, message);
  });
}

/** The message of the file system, Postgres or the object store, without the statement that Knex puts before it. */
function messageOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return messageOf(thrown.cause) ?? thrown.message.replace(/^.* - /s, '');
}
