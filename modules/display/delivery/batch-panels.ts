import { setTimeout as pause } from 'node:timers/promises';
import { batchWork, type Pace } from '#shared/db/batch-work.ts';
import type { PreparedQuery } from '#shared/db/prepared.ts';
import { semaphore } from '#shared/semaphore.ts';

/** Few enough that a notification of at most 8,000 bytes can contain all ids with their epochs. */
const MAX_PANELS_PER_BATCH = 150;
/**
 * The pace of batches of connections that begin or end. Thousands come when a gateway starts or stops, a round trip with a
 * commit costs as much as twenty panels, and a panel that connects can wait for 10 ms.
 */
export const CONNECTION_PACE: Pace = { perSecond: 100, burst: 1 };
/** Pauses before a skipped panel goes into a batch again. Rows are usually locked for a short time. */
const RETRY_DELAYS_MS = [10, 40, 100];
/** Panels that then wait for their row lock at the same time. Each occupies a connection of the pool meanwhile. */
const MAX_WAITING_STATEMENTS = 2;
/** Rows that a statement read before it waited for a lock may have changed. A further attempt sees the changes. */
const MAX_WAITING_ATTEMPTS = 3;

/** `onBatch` is called for each batch with its work and its number of panels. */
export interface BatchObserver {
  onBatch?: (work: string, panels: number) => void;
}

/** One statement for many panels that locks their rows, in two forms. */
export interface LockingQuery {
  name: string;
  /** Skips panels whose rows are locked. */
  skipLocked: PreparedQuery;
  /** Waits for them. */
  waitForLocks: PreparedQuery;
}

/** `text` gets the end of its clause `for no key update of d`. */
export function lockingQuery(name: string, text: (skipLocked: string) => string): LockingQuery {
  return {
    name,
    skipLocked: { name, text: text('skip locked') },
    waitForLocks: { name: `${name}_waiting`, text: text('') },
  };
}

/**
 * Runs one statement for many panels. A batch skips panels whose rows are locked, so that no panel delays the others and
 * batches cannot deadlock: `run` returns `undefined` for such a panel. It goes into later batches and, if its row is still
 * locked, into a separate statement that waits for the lock. The first item runs at once; items that come while a batch
 * runs, or while the pace allows none, form the next batch.
 */
export function batchPanels<Item, Result>(
  query: LockingQuery,
  run: (query: PreparedQuery, items: Item[]) => Promise<(Result | undefined)[]>,
  { onBatch, pace }: BatchObserver & { pace?: Pace } = {},
): (item: Item) => Promise<Result> {
  const runBatched = batchWork({
    maxItems: MAX_PANELS_PER_BATCH,
    pace,
    onBatch: (size) => onBatch?.(query.name, size),
    run: (items: Item[]) => run(query.skipLocked, items),
  });
  const waitInTurn = semaphore(MAX_WAITING_STATEMENTS);
  return async (item) => {
    for (const ms of [0, ...RETRY_DELAYS_MS]) {
      if (ms > 0) await pause(ms);
      const result = await runBatched(item);
      if (result !== undefined) return result;
    }
    for (let attempt = 0; attempt < MAX_WAITING_ATTEMPTS; attempt++) {
      const [alone] = await waitInTurn(() => run(query.waitForLocks, [item]));
      if (alone !== undefined) return alone;
    }
    throw new Error('a panel was skipped although its row was not locked');
  };
}
