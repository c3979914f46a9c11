import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * Time limit of every wait in a test. A busy machine may need most of it. It is shorter than the time limit of ava
 * for the whole run, so that a wait that never ends is a failure with a name.
 */
export const DEADLINE_MS = 120_000;

export interface UntilOptions {
  /** Pause between two checks; 0 checks again at once. */
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
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const result = await check();
      if (result) return result;
      last = inspect(result);
      await (everyMs > 0 ? pause(everyMs) : setImmediate());
    }
  };
  try {
    return (await within(() => `${what} (the last result: ${last})`, look(), deadlineMs)) as any;
  } finally {
    isOver = true;
  }
}

const LATE = Symbol('late');

/** Resolves like the promise. @throws with `what` at the deadline */
export async function within<T>(
  what: string | (() => string),
  promised: T | PromiseLike<T>,
  deadlineMs = DEADLINE_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, LATE);
  });
  try {
    const first = await Promise.race([promised, timeout]);
    if (first !== LATE) return first;
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`Waited ${deadlineMs / 1000} s in vain: ${typeof what === 'string' ? what : what()}`);
}
