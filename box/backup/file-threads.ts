import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { FileFailure, FileResult, FileTask } from './file-thread.ts';
import { batches, mapInOrder } from './map-in-order.ts';

/** More threads would wait for the same disk, and each takes some 20 MB. */
const MAX_THREADS = 2;
/** Files per call, so many that the cost of a call does not matter. */
const FILES_PER_CALL = 32;

type Pool = Piscina<FileTask[], FileResult[] | FileFailure>;

/** Threads that copy and hash files. */
export interface FileThreads {
  /**
   * Works on a task for each item, a few at once, and yields the items with their results, in order.
   * @throws errors of the file system, with their code
   */
  run<T>(items: Iterable<T> | AsyncIterable<T>, taskOf: TaskOf<T>): AsyncGenerator<[T, FileResult]>;
}

/** The task for an item, or its result when that is known without a thread. */
type TaskOf<T> = (item: T) => FileTask | FileResult;

/** Calls `work` with threads, which end with it. */
export async function withFileThreads<R>(work: (threads: FileThreads) => Promise<R>): Promise<R> {
  const maxThreads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  let pool: Promise<Pool> | undefined;

  async function runInPool(tasks: FileTask[]): Promise<FileResult[] | FileFailure> {
    pool ??= openPool(maxThreads);
    return (await pool).run(tasks);
  }

  async function workOnBatch<T>(items: T[], taskOf: TaskOf<T>): Promise<[T, FileResult][]> {
    const tasks = items.map(taskOf);
    const open = tasks.filter((task) => 'kind' in task);
    const results = open.length > 0 ? await runInPool(open) : [];
    if (!Array.isArray(results)) throw Object.assign(new Error(results.message), { code: results.code });
    const next = results.values();
    return items.map((item, index) => {
      const task = tasks[index] as FileTask | FileResult;
      return [item, 'kind' in task ? (next.next().value as FileResult) : task];
    });
  }

  async function* run<T>(
    items: Iterable<T> | AsyncIterable<T>,
    taskOf: TaskOf<T>,
  ): AsyncGenerator<[T, FileResult]> {
    const width = 2 * maxThreads;
    for await (const results of mapInOrder(batches(items, FILES_PER_CALL), width, (batch) =>
      workOnBatch(batch, taskOf),
    ))
      yield* results;
  }

  return work({ run }).finally(async () => (await pool)?.destroy());
}

/** Loads Piscina when there is work for it, because a backup without new objects needs no threads. */
async function openPool(maxThreads: number): Promise<Pool> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL('file-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: Number.POSITIVE_INFINITY, // they end with the pool
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 1 },
  });
}
