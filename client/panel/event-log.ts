/** A list of events that can be waited on, including events that are already in it. */
export interface EventLog<T> {
  readonly list: T[];
  add(event: T): void;
  /** The first matching event from position `from` on. @throws after `timeoutMs`, with the events so far */
  until<U extends T>(matches: (event: T) => event is U, options?: WaitOptions): Promise<U>;
  until(matches: (event: T) => boolean, options?: WaitOptions): Promise<T>;
  /** Calls the listener for every later event. */
  watch(listener: (event: T) => void): void;
}

export interface WaitOptions {
  from?: number;
  timeoutMs?: number;
}

/** Keeps the newest `max` events. By default it keeps all, so that positions do not change. */
export function createEventLog<T>(
  describe: (event: T) => string,
  max = Number.POSITIVE_INFINITY,
): EventLog<T> {
  const list: T[] = [];
  const listeners = new Set<(event: T) => void>();
  return {
    list,
    add(event) {
      list.push(event);
      if (list.length > max) list.shift();
      for (const listener of [...listeners]) listener(event);
    },
    until(
      matches: (event: T) => boolean,
      { from = 0, timeoutMs = 60_000 }: WaitOptions = {},
    ): Promise<never> {
      const known = list.slice(from).find(matches);
      if (known !== undefined) return Promise.resolve(known as never);
      return new Promise((resolve, reject) => {
        const listener = (event: T) => {
          if (matches(event)) settle(() => resolve(event as never));
        };
        const settle = (how: () => void) => {
          clearTimeout(timer);
          listeners.delete(listener);
          how();
        };
        const timer = setTimeout(() => {
          const seen = list.slice(-20).map(describe).join(', ') || 'nothing';
          settle(() => reject(new Error(`no such event within ${timeoutMs} ms; events so far: ${seen}`)));
        }, timeoutMs);
        listeners.add(listener);
      });
    },
    watch(listener) {
      listeners.add(listener);
    },
  };
}
