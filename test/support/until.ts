import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * For how long a test waits for anything. A busy machine may need most of it; and it is over before ava gives up on the
 * whole run, so that what hangs is a failure with a name.
 */
export const DEADLINE_MS = 120_000;

export interface UntilOptions {
  /** Between two looks; 0 looks again at once. */
  everyMs?: number;
  deadlineMs?: number;
}

/**
 * Resolves with the first truthy result of `check`.
 * @throws at the deadline: `what`, and the last result; at once what `check` throws
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { everyMs = 20, deadlineMs = DEADLINE_MS }: UntilOptions = {},
): Promise<Exclude<T, null | undefined | false | 0 | ''>> {
  let last = 'no answer';
  let over = false;
  const look = async () => {
    while (!over) {
      const result = await check();
      if (result) return result;
      last = inspect(result);
      await (everyMs > 0 ? pause(everyMs) : setImmediate());
    }
  };
  try {
    return (await within(() => `${what} (the last result: ${last})`, look(), deadlineMs)) as any;
  } finally {
    over = true;
  }
}

const LATE = Symbol('late');

/** What was promised. @throws with `what` at the deadline */
export async function within<T>(
  what: string | (() => string),
  promised: T | PromiseLike<T>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, LATE);
  });
  try {
    const first = await Promise.race([promised, late]);
    if (first !== LATE) return first;
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`Waited ${deadlineMs / 1000} s in vain: ${typeof what === 'string' ? what : what()}`);
}
