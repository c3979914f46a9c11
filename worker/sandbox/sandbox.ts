import type { ChildProcess } from 'node:child_process';
import { fontConfiguration } from '../imaging/font-folder.ts';
import { createSlots } from '../threads/slots.ts';
import { SandboxFailedError, UnreadableError } from './errors.ts';
import { packMessage, READY, type Reply, unpackMessage } from './messages.ts';
import { type ChildLimits, programOf, spawnChild } from './spawn-child.ts';
import type { Picture, TaskResult } from './task-result.ts';
import type { SandboxTasks, TaskName } from './tasks.ts';

export { SandboxFailedError, UnreadableError } from './errors.ts';
export type { Picture, TaskResult } from './task-result.ts';
export type { SandboxTasks, TaskName } from './tasks.ts';

/** Reads untrusted formats in child processes that can be killed. */
export interface Sandbox {
  /**
   * Runs one task on untrusted bytes in a new child process.
   * @throws {UnreadableError} the bytes are broken, or took more time or memory than the limits allow
   * @throws {SandboxFailedError} the child could not do its work for another reason; may be tried again
   */
  run<Name extends TaskName>(
    task: Name,
    bytes: Uint8Array,
    options: SandboxTasks[Name]['options'],
  ): Promise<TaskResult<SandboxTasks[Name]['value']>>;
  /** Kills running children and rejects waiting tasks. */
  close(): Promise<void>;
}

export interface SandboxOptions extends Partial<ChildLimits> {
  /** How many children run at once. */
  children: number;
  /**
   * Milliseconds that a child may work, without its start. Several times its processor time, because on a busy machine it gets a
   * share of a core only, and a refused file stays refused.
   */
  wallMs?: number;
}

/** Milliseconds for a child to start and load its code. On a busy machine that takes many times its usual second. */
const START_LIMIT_MS = 120_000;
/** More than the largest picture that a task returns. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;
/** Enough of the error output of a process to explain its exit. */
const MAX_STDERR_BYTES = 4096;

export function createSandbox(options: SandboxOptions): Sandbox {
  const { children, wallMs = 60_000, cpuSeconds = 10, addressSpaceKib = 2_000_000, heapMib = 384 } = options;
  const slots = createSlots(children);
  const running = new Set<ChildProcess>();
  let closed = false;

  return {
    async run(task, bytes, taskOptions) {
      const release = await slots.take().catch(() => {
        throw new SandboxFailedError('the sandbox is closed');
      });
      if (closed) {
        release();
        throw new SandboxFailedError('the sandbox is closed');
      }
      const limits = { cpuSeconds, addressSpaceKib, heapMib };
      let child: ChildProcess | undefined;
      try {
        // Only the text of SVG drawings is drawn by a library.
        const fonts = task === 'rasterise-svg' ? await fontConfiguration() : null;
        const environment = fonts ? { FONTCONFIG_FILE: fonts } : undefined;
        child = spawnChild(limits, [programOf(task)], environment);
        running.add(child);
        const reply = await exchange(child, packMessage({ options: taskOptions }, bytes), wallMs);
        return readReply(reply);
      } finally {
        if (child) running.delete(child);
        release();
      }
    },
    async close() {
      closed = true;
      for (const child of running) child.kill('SIGKILL');
      await slots.close();
    },
  };
}

/** Sends the request and collects the reply; resolves when the child has ended, however it ended. */
function exchange(child: ChildProcess, request: Uint8Array[], wallMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let received = 0;
  let complaint = '';
  let stopped: Error | undefined;
  const stop = (reason: Error) => {
    stopped ??= reason;
    child.kill('SIGKILL');
  };
  let clock = setTimeout(stop, START_LIMIT_MS, new SandboxFailedError('the child process did not start'));
  child.stdout?.once('data', () => {
    clearTimeout(clock);
    clock = setTimeout(stop, wallMs, new UnreadableError('it took too long to read'));
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_REPLY_BYTES) stop(new UnreadableError('it holds too much to read'));
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_STDERR_BYTES) complaint += chunk.toString('latin1');
  });
  // A child that dies early closes its end of the pipe; its exit status gives the reason.
  child.stdin?.on('error', () => {});
  for (const part of request) child.stdin?.write(part);
  child.stdin?.end();
  child.on('error', (cause) => {
    clearTimeout(clock);
    reject(new SandboxFailedError('the child process could not be started', { cause }));
  });
  child.on('close', (code, signal) => {
    clearTimeout(clock);
    if (stopped) reject(stopped);
    else if (code === 0) resolve(Buffer.concat(chunks));
    else reject(errorOfExit(code, signal, complaint));
  });
  return promise;
}

/**
 * An exceeded limit shows as SIGXCPU, or as an abort of V8 or of a native library. A SIGKILL came from outside and was not
 * caused by the input.
 */
function errorOfExit(code: number | null, signal: NodeJS.Signals | null, complaint: string): Error {
  if (signal === 'SIGXCPU') return new UnreadableError('it took too long to read');
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') {
    return new SandboxFailedError('the child process was killed');
  }
  if (/out of memory|bad_alloc|Cannot allocate|allocation failed|Allocation failed/i.test(complaint)) {
    return new UnreadableError('it took too much memory to read');
  }
  if (signal !== null) return new UnreadableError('reading it crashed the reader');
  return new SandboxFailedError(`the child process ended with code ${code}: ${complaint}`);
}

function readReply(message: Buffer): TaskResult<never> {
  let unpacked: { head: unknown; bytes: Uint8Array };
  try {
    if (message[0] !== READY) throw new RangeError('the child process was never ready');
    unpacked = unpackMessage(message.subarray(1));
  } catch (cause) {
    throw new SandboxFailedError('the child process gave no whole answer', { cause });
  }
  const reply = unpacked.head as Reply;
  if (!reply.ok) {
    throw reply.unreadable ? new UnreadableError(reply.message) : new SandboxFailedError(reply.message);
  }
  const picture: Picture | null = reply.picture && { ...reply.picture, data: unpacked.bytes };
  if (picture && picture.data.length !== picture.width * picture.height * 3) {
    throw new SandboxFailedError('the child process gave a picture of the wrong size');
  }
  return { value: reply.value as never, picture };
}
