import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { shareOncePerProcess } from './once-per-process.ts';
import { createSlots } from './slots.ts';
import type { PoolTask, TaskBegun } from './thread-task.ts';

/** Runs tasks in threads that are ended, and replaced, when a task takes too long. */
export interface ThreadPool<Input, Output> {
  /**
   * Runs one task when a thread is free.
   * @throws {TimeLimitError} the task ran for longer than its limit
   * @throws whatever the task throws; any other error when its thread died or did not start, or the pool was closed
   */
  run(input: Input, transferList?: readonly Transferable[]): Promise<Output>;
  /** Waits for running tasks, rejects waiting ones, ends the threads. */
  close(): Promise<void>;
  /** As `close`, but ends running tasks. */
  terminate(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module that a thread runs; its default export is made by `threadTask`. */
  entry: URL;
  /** How many tasks run at once. */
  threads: number;
  /** Milliseconds that one task may run. Neither waiting nor the start of a thread counts. */
  timeLimitMs: number;
}

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** Milliseconds for a thread to start and load its code. On a busy machine that takes many times its usual second. */
const START_LIMIT_MS = 120_000;

/** One thread stays, because starting one takes up to a second; others end after a minute without work. */
export function createThreadPool<Input, Output>(options: ThreadPoolOptions): ThreadPool<Input, Output> {
  const { entry, threads, timeLimitMs } = options;
  shareOncePerProcess();
  const pool = new Piscina({
    filename: entry.href,
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: 60_000,
    // Blocking waits would keep a thread's event loop, and with it the release of native memory, from running.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 },
  });
  // A thread that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const limits = new Map<number, () => void>();
  pool.on('message', ({ begun }: TaskBegun) => limits.get(begun)?.());
  // Tasks wait here and not in the pool, so that no limit counts their waiting.
  const slots = createSlots(threads);
  let lastId = 0;

  return {
    async run(input, transferList = []) {
      const release = await slots.take();
      const id = ++lastId;
      const controller = new AbortController();
      const abort = (reason: Error) => controller.abort(reason);
      let timer = setTimeout(abort, START_LIMIT_MS, new Error('the thread did not start'));
      limits.set(id, () => {
        clearTimeout(timer);
        timer = setTimeout(abort, timeLimitMs, new TimeLimitError('the task took too long'));
      });
      try {
        const task: PoolTask<Input> = { id, input };
        return await pool.run(task, { signal: controller.signal, transferList });
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
        limits.delete(id);
        release();
      }
    },
    async close() {
      await slots.close();
      await pool.destroy();
    },
    async terminate() {
      await Promise.all([slots.close(), pool.destroy()]);
    },
  };
}
