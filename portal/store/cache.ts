import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { connection, isReachable } from '../api/connection.ts';
import { session } from '../session/credentials.ts';
import { isMissing } from './is-missing.ts';
import { onChange } from './live.ts';

export interface Entry<T> {
  value: T | null;
  /** It does not exist, or no longer. */
  isGone: boolean;
  /** Why it could not be read the last time; null when it was. */
  error: unknown;
}

const UNREAD = { value: null, isGone: false, error: null };
const GONE = { value: null, isGone: true, error: null };

interface Kept<T> {
  signal: ReturnType<typeof signal<Entry<T>>>;
  loading: Promise<void> | null;
  isStale: boolean;
}

/** Beyond this many, the entries used longest ago are dropped. */
const MAX_ENTRIES = 200;
/** Entries that are read again while the event stream is blocked. */
const RECENT = 24;

export interface Cache<T> {
  /** The entry of an id, loaded on first use and again after each change. */
  watch(id: string): ReadonlySignal<Entry<T>>;
  /** Reads an entry again. */
  reload(id: string): Promise<void>;
}

/** A cache of presentations or contents. Entries are read again when the event stream reports a change. */
export function createCache<T>(kind: 'presentation' | 'content', read: (id: string) => Promise<T>): Cache<T> {
  const entries = new Map<string, Kept<T>>();

  async function load(id: string, entry: Kept<T>): Promise<void> {
    do {
      entry.isStale = false;
      try {
        entry.signal.value = { value: await read(id), isGone: false, error: null };
      } catch (error) {
        if (isMissing(error)) entry.signal.value = GONE;
        else {
          entry.isStale = true; // read again when the box responds
          entry.signal.value = { ...UNREAD, ...entry.signal.peek(), error };
          return;
        }
      }
    } while (entry.isStale);
  }

  function reload(id: string): Promise<void> {
    const entry = entries.get(id);
    if (!entry) return Promise.resolve();
    if (entry.loading) entry.isStale = true;
    entry.loading ??= load(id, entry).finally(() => {
      entry.loading = null;
    });
    return entry.loading;
  }

  function trim(): void {
    for (const id of entries.keys()) {
      if (entries.size <= MAX_ENTRIES) return;
      entries.delete(id);
    }
  }

  onChange(({ event, data }) => {
    // While the stream is blocked, a reset comes at intervals: only the entries that were used last are read then.
    const first = connection.peek() === 'blocked' ? -RECENT : 0;
    if (event === 'reset') for (const id of [...entries.keys()].slice(first)) void reload(id);
    else if (event === `${kind}.changed`) void reload(data.id);
    else if (event === `${kind}.removed`) {
      const entry = entries.get(data.id);
      if (entry) entry.signal.value = GONE;
    }
  });
  session.subscribe(({ state }) => state === 'out' && entries.clear());
  effect(() => {
    if (!isReachable.value) return;
    for (const [id, { isStale }] of entries) if (isStale) void reload(id);
  });

  return {
    reload,
    watch(id) {
      const found = entries.get(id);
      // Moved to the end, so that it is dropped last.
      if (found) {
        entries.delete(id);
        entries.set(id, found);
        return found.signal as ReadonlySignal<Entry<T>>;
      }
      const entry: Kept<T> = {
        signal: signal<Entry<T>>(UNREAD),
        loading: null,
        isStale: false,
      };
      entries.set(id, entry);
      trim();
      void reload(id);
      return entry.signal as ReadonlySignal<Entry<T>>;
    },
  };
}
