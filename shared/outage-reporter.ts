import type { AppError } from './errors.ts';
import type { Log } from './log.ts';
import { throttledReporter } from './throttled-reporter.ts';

export type ReportOutage = (refusal: AppError) => void;

/**
 * Reports what is refused with `503`: one line at once, and one a minute with their number while it lasts. A stack trace for
 * each would say nothing more and, where the disk is full, be the next thing without room.
 */
export function outageReporter(log: Log): ReportOutage {
  return throttledReporter(({ message, cause: thrown }, times) => {
    const cause = messageOf(thrown);
    // Without a cause, nothing here is out of order: a user's share is used up, or the process is shutting down.
    log[cause === undefined ? 'info' : 'error']({ times, cause }, message);
  });
}

/** What the file system, Postgres or the object store said, without the statement that Knex puts before it. */
function messageOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return messageOf(thrown.cause) ?? thrown.message.replace(/^.* - /s, '');
}
