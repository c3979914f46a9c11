import { setTimeout } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import { type TokenBucket, takeToken } from '../token-bucket.ts';
import { isUnstorable } from './open.ts';

export interface BatchedWorkOptions<Item, Result> {
  /** Does all of them in one go; answers in their order. When it rejects, nothing has been done. */
  run: (items: Item[]) => Promise<Result[]>;
  /** Most items of a batch. */
  maxItems: number;
  /** Batches under way at once; 1 unless told otherwise. */
  concurrency?: number;
  /** Batches begun a second, once `burst` have been begun at once. What comes meanwhile makes the next one larger. */
  pace?: Pace;
  /** Told the size of each batch. */
  onBatch?: (size: number) => void;
}

export interface Pace {
  perSecond: number;
  burst: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what is asked for while as many batches as may be are under way, or the pace is used up, and does it as the
 * next. So there is no delay in an idle process, and the busier it is, the less an item costs. One item that cannot be stored fails alone: its batch is
 * done again in halves.
 */
export function batchWork<Item, Result>({
  run,
  maxItems,
  concurrency = 1,
  pace,
  onBatch,
}: BatchedWorkOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let workers = 0;
  /** A worker that has not begun: it takes what is asked for until then. */
  let starting = false;
  const budget: TokenBucket = { tokens: pace?.burst ?? 0, at: monotonicMs() };

  async function work(): Promise<void> {
    starting = false;
    while (waiting.length > 0) {
      const paced = pace && waiting.length < maxItems;
      const wait = paced ? takeToken(budget, monotonicMs(), pace.perSecond, pace.burst) : 0;
      if (wait > 0) await setTimeout(wait);
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      onBatch?.(batch.length);
      await settle(batch);
    }
    workers -= 1;
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => {
        resolve(results[at] as Result);
      });
    } catch (error) {
      if (batch.length === 1 || !isUnstorable(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (starting || workers >= concurrency) return;
      starting = true;
      workers += 1;
      // After whatever else this turn of the event loop brings.
      setImmediate(work);
    });
}
