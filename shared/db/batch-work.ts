import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import { type TokenBucket, takeToken } from '../token-bucket.ts';
import { isUnstorable } from './open.ts';

export interface BatchedWorkOptions<Item, Result> {
  /** Processes all items at once and returns their results in order. When it rejects, nothing was done. */
  run: (items: Item[]) => Promise<Result[]>;
  /** Items of a batch at most. */
  maxItems: number;
  /** Batches that may run at the same time. Default: 1. */
  concurrency?: number;
  /** Limits how often batches start. Items that arrive meanwhile make the next batch larger. Default: no limit. */
  pace?: Pace;
  /** When it is aborted, `pace` no longer applies. */
  stopping?: AbortSignal;
  /** Called with the size of each batch. */
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
 * Returns a function that processes one item as part of a batch. Items that arrive while `concurrency` batches run, or
 * while `pace` allows none, form the next batch. So there is no delay in an idle process, and the busier it is, the less
 * an item costs. An item that Postgres cannot store fails alone: its batch is repeated in halves.
 */
export function batchWork<Item, Result>({
  run,
  maxItems,
  concurrency = 1,
  pace,
  stopping,
  onBatch,
}: BatchedWorkOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let workers = 0;
  /** A worker is about to begin; it takes all items that arrive until then. */
  let starting = false;
  const bucket: TokenBucket = { tokens: pace?.burst ?? 0, at: monotonicMs() };

  async function work(): Promise<void> {
    starting = false;
    while (waiting.length > 0) {
      const paced = pace && waiting.length < maxItems && !stopping?.aborted;
      const wait = paced ? takeToken(bucket, monotonicMs(), pace.perSecond, pace.burst) : 0;
      if (wait > 0) await pause(wait, undefined, { signal: stopping }).catch(() => {}); // stopping
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
      // At the end of this turn of the event loop, so that its other items join the batch.
      setImmediate(work);
    });
}
