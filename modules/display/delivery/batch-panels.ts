import { setTimeout as pause } from 'node:timers/promises';
import { batchWork, type Pace } from '#shared/db/batch-work.ts';
import type { PreparedQuery } from '#shared/db/prepared.ts';
import { semaphore } from '#shared/semaphore.ts';

/** So that a notification, 8,000 bytes at most, can name them all with their epochs. */
const MAX_PANELS_PER_BATCH = 150;
/**
 * Of batches of connections that begin or end. They come by the thousand when a gateway starts or stops, a round
 * trip and a commit cost as much as twenty panels, and a panel that connects can wait for 10 ms.
 */
export const CONNECTION_PACE: Pace = { perSecond: 100, burst: 1 };
/** Rows are held for a moment, as a rule: pauses before a panel that was passed over goes into a batch again. */
const RETRY_DELAYS_MS = [10, 40, 100];
/** Panels that then wait for their rows at once. Each takes a connection of the pool for as long as its row is held. */
const MAX_WAITING_STATEMENTS = 2;
/** What a statement had read before it waited for a row may be out of date by then. The next one sees what changed. */
const MAX_WAITING_ATTEMPTS = 3;

/** Called for each batch: what it did, and for how many panels. */
export interface BatchObserver {
  onBatch?: (work: string, panels: number) => void;
}

/** One statement about many panels that locks their rows, in two forms. */
export interface LockingQuery {
  name: string;
  /** Skips panels whose rows are locked. */
  skipLocked: PreparedQuery;
  /** Waits for them. */
  waitForLocks: PreparedQuery;
}

/** `text` is given what its `for no key update of d` has to end with. */
export function lockingQuery(name: string, text: (skipLocked: string) => string): LockingQuery {
  return {
    name,
    skipLocked: { name, text: text('skip locked') },
    waitForLocks: { name: `${name}_waiting`, text: text('') },
  };
}

/**
 * Work on many panels at once, in one statement. A batch skips panels whose rows are locked, so that no panel delays
 * the others and batches cannot deadlock: `run` returns `undefined` for such a panel, which goes into later ones and,
 * if its row is still locked, into a statement of its own that waits for the lock. The first item is done at once; a
 * batch gathers what comes while the one before it is under way, or the pace is used up.
 */
export function batchPanels<Item, Result>(
  query: LockingQuery,
  run: (query: PreparedQuery, items: Item[]) => Promise<(Result | undefined)[]>,
  { onBatch, pace }: BatchObserver & { pace?: Pace } = {},
): (item: Item) => Promise<Result> {
  const together = batchWork({
    maxItems: MAX_PANELS_PER_BATCH,
    pace,
    onBatch: (size) => onBatch?.(query.name, size),
    run: (items: Item[]) => run(query.skipLocked, items),
  });
  const waitInTurn = semaphore(MAX_WAITING_STATEMENTS);
  return async (item) => {
    for (const ms of [0, ...RETRY_DELAYS_MS]) {
      if (ms > 0) await pause(ms);
      const result = await together(item);
      if (result !== undefined) return result;
    }
    for (let tries = 0; tries < MAX_WAITING_ATTEMPTS; tries++) {
      const [alone] = await waitInTurn(() => run(query.waitForLocks, [item]));
      if (alone !== undefined) return alone;
    }
    throw new Error('a panel was passed over without being held');
  };
}
