/** A record of what happened, that can be waited on: for what is in it already, or for what is still to come. */
export interface EventLog<T> {
  readonly list: T[];
  add(happening: T): void;
  /** The first one from position `from` on that fits. @throws after `timeoutMs`, saying what did happen */
  until<U extends T>(fits: (happening: T) => happening is U, options?: WaitOptions): Promise<U>;
  until(fits: (happening: T) => boolean, options?: WaitOptions): Promise<T>;
  /** Called for everything from now on. */
  watch(listener: (happening: T) => void): void;
}

export interface WaitOptions {
  from?: number;
  timeoutMs?: number;
}

/** `max` events are kept, the newest ones; by itself all of them are, so that positions stay what they were. */
export function createEventLog<T>(
  describe: (happening: T) => string,
  max = Number.POSITIVE_INFINITY,
): EventLog<T> {
  const list: T[] = [];
  const listeners = new Set<(happening: T) => void>();
  return {
    list,
    add(happening) {
      list.push(happening);
      if (list.length > max) list.shift();
      for (const listener of [...listeners]) listener(happening);
    },
    until(
      fits: (happening: T) => boolean,
      { from = 0, timeoutMs = 60_000 }: WaitOptions = {},
    ): Promise<never> {
      const known = list.slice(from).find(fits);
      if (known !== undefined) return Promise.resolve(known as never);
      return new Promise((resolve, reject) => {
        const listener = (happening: T) => {
          if (fits(happening)) settle(() => resolve(happening as never));
        };
        const settle = (how: () => void) => {
          clearTimeout(timer);
          listeners.delete(listener);
          how();
        };
        const timer = setTimeout(() => {
          const seen = list.slice(-20).map(describe).join(', ') || 'nothing';
          settle(() => reject(new Error(`waited ${timeoutMs} ms in vain; happened so far: ${seen}`)));
        }, timeoutMs);
        listeners.add(listener);
      });
    },
    watch(listener) {
      listeners.add(listener);
    },
  };
}
