import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, mkdirSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * File work for worker threads, by synchronous calls. Node's asynchronous calls take several times as long, because each
 * file needs a dozen of them.
 */
export type FileTask =
  /** Copies the first existing file with that hash. */
  | { kind: 'copy'; sha256: string; from: string[]; to: string }
  /** Verifies a file against its size and hash. */
  | { kind: 'check'; sha256: string; bytes: number; path: string }
  /** Copies a verified file and creates the folders above it. */
  | { kind: 'place'; from: string; to: string };

export type FileResult =
  | { outcome: 'copied' | 'present'; bytes: number }
  | { outcome: 'missing' | 'whole' | 'placed' }
  /** The file differs from its size or hash, for this reason. */
  | { outcome: 'damaged'; reason: string };

/** An error of the file system as data, because threads do not preserve its code. */
export type FileFailure = { message: string; code: string | undefined };

const buffer = Buffer.allocUnsafeSlow(2 ** 20);

export default function workOnFiles(tasks: FileTask[]): FileResult[] | FileFailure {
  try {
    return tasks.map(workOn);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { message, code };
  }
}

function workOn(task: FileTask): FileResult {
  if (task.kind === 'copy') return copy(task);
  if (task.kind === 'check') return check(task);
  mkdirSync(dirname(task.to), { recursive: true, mode: 0o700 });
  copyFileSync(task.from, task.to);
  return { outcome: 'placed' };
}

function copy({ sha256, from, to }: Extract<FileTask, { kind: 'copy' }>): FileResult {
  for (const path of from) {
    const bytes = sizeOf(path);
    if (bytes === null) continue;
    if (hashOf(path, to) === sha256) return { outcome: 'copied', bytes };
    rmSync(to);
  }
  return { outcome: 'missing' };
}

function check({ sha256, bytes, path }: Extract<FileTask, { kind: 'check' }>): FileResult {
  const size = sizeOf(path);
  if (size === null) return { outcome: 'missing' };
  if (size !== bytes) return { outcome: 'damaged', reason: `it has ${size} bytes instead of ${bytes}` };
  if (hashOf(path) === sha256) return { outcome: 'whole' };
  return { outcome: 'damaged', reason: 'its bytes are not those that were written' };
}

/** Bytes of a file, or null when there is none. */
export function sizeOf(path: string): number | null {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isFile() ? facts.size : null;
}

/** SHA-256 of a file, which is written to `to` at the same time. */
function hashOf(path: string, to?: string): string {
  const hash = createHash('sha256');
  const source = openSync(path, 'r');
  const target = to === undefined ? null : openSync(to, 'w', 0o600);
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(source, buffer, 0, buffer.length, null);
      const bytes = buffer.subarray(0, read);
      hash.update(bytes);
      for (let at = 0; target !== null && at < read; ) at += writeSync(target, bytes, at);
    }
  } finally {
    closeSync(source);
    if (target !== null) closeSync(target);
  }
  return hash.digest('hex');
}
