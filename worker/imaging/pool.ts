import { isMarkedAsUntransferable, type Transferable } from 'node:worker_threads';
import { createThreadPool } from '../threads/thread-pool.ts';
import { InvalidImageError, RenderCrashedError } from './errors.ts';
import type { FrameOptions, Frames, PngOptions } from './products.ts';
import { inputsOf, type Outcome, type PixelSource, type Task } from './task.ts';

export type { Input } from './decode.ts';
export { InvalidImageError, RenderCrashedError } from './errors.ts';
export type { FrameOptions, Frames, PngOptions } from './products.ts';
export type { PixelSource } from './task.ts';

/** Renders pictures and Scenes. Input bytes are transferred to a thread: do not use them afterwards. */
export interface Pixels {
  /** The colour preview and the three raw frames. Throws InvalidImageError (with `imageId` for Scenes) when bytes do not decode, RenderCrashedError when it may be tried again. */
  renderFrames(source: PixelSource, options: FrameOptions): Promise<Frames>;
  /** One PNG, of any size. Throws as `renderFrames` does. */
  renderPng(source: PixelSource, options: PngOptions): Promise<Uint8Array>;
  /** Waits for running tasks, rejects waiting ones, ends the threads. */
  close(): Promise<void>;
}

export interface PixelsOptions {
  /** Number of tasks that run at once; by default one per core. */
  threads: number;
  /** Time limit of a task, after which its thread is ended. More than a decode may take (8 s per picture). */
  timeLimitMs?: number;
  /** The module that each thread runs. */
  entry?: URL;
}

/**
 * A pool of threads for pixels. A thread that dies, or exceeds the time limit, is replaced and its call rejects with
 * RenderCrashedError; the others continue. A thread in a native call ends only when that call returns, because a process
 * cannot interrupt it. So native code has limits of its own: pixels, and the time limit of libvips. Work without such limits
 * belongs in a child process (worker/sandbox).
 *
 * libvips works on the process-wide libuv pool and glibc arenas: start the process with UV_THREADPOOL_SIZE of at
 * least 4 and MALLOC_ARENA_MAX=2.
 */
export function createPixels({ threads, timeLimitMs = 30_000, entry }: PixelsOptions): Pixels {
  const pool = createThreadPool<Task, Outcome>({
    entry: entry ?? new URL('./thread.ts', import.meta.url),
    threads,
    timeLimitMs,
  });

  async function run(task: Task): Promise<Record<string, Uint8Array>> {
    const outcome = await pool.run(task, transferable(task.source)).catch((error: unknown) => {
      // Errors of the task are part of the outcome, so this is a failure of the thread itself.
      throw new RenderCrashedError('the drawing thread died or was given up', { cause: error });
    });
    if (outcome.ok) return outcome.buffers;
    if (outcome.invalid) throw new InvalidImageError(outcome.message, outcome.imageId);
    throw new Error(outcome.message);
  }

  return {
    async renderFrames(source, options) {
      return (await run({ product: 'frames', source, options })) as Frames;
    },
    async renderPng(source, options) {
      const { png } = await run({ product: 'png', source, options });
      return png!;
    },
    close: () => pool.close(),
  };
}

/** Buffers that can be transferred to the thread: those of a single byte array. Slices of a shared buffer are copied. */
function transferable(source: PixelSource): Transferable[] {
  const buffers = new Set<ArrayBuffer>();
  for (const input of inputsOf(source)) {
    if (typeof input === 'string' || !(input.buffer instanceof ArrayBuffer)) continue;
    const whole = input.byteLength === input.buffer.byteLength;
    if (whole && !isMarkedAsUntransferable(input.buffer)) buffers.add(input.buffer);
  }
  return [...buffers];
}
