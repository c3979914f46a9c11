import { execFile } from 'node:child_process';
import { mkdir, open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ObjectMissingError, type ObjectStore } from '#shared/storage/store.ts';
import { type Repository, renameDurably, sizeOf } from './repository.ts';
import { writeStoredFile } from './stored-files.ts';

/** Copies under way at once. */
const CONCURRENCY = 4;

export type CopyResult = 'copied' | 'there' | 'missing';

/**
 * Copies objects into a repository, each once whatever it is called. They wait in `incoming` until `keep`, which makes all
 * of them durable at once and then gives them their names: an object that has its name is whole.
 */
export function objectCopier(repository: Repository, store: ObjectStore, incoming: string) {
  const underWay = new Map<string, Promise<CopyResult>>();

  async function copy(key: string, sha256: string): Promise<CopyResult> {
    if ((await sizeOf(repository.objectPath(sha256))) !== null) return 'there';
    try {
      const stored = await writeStoredFile(join(incoming, sha256), await store.stream(key, null));
      if (stored.sha256 !== sha256) throw new Error(`The object ${key} is damaged in the store.`);
      return 'copied';
    } catch (error) {
      if (error instanceof ObjectMissingError) return 'missing';
      throw error;
    }
  }

  return {
    /** Bytes end in their hash: two keys with the same one are copied once. */
    copy(key: string): Promise<CopyResult> {
      const sha256 = basename(key);
      const earlier = underWay.get(sha256) ?? Promise.resolve('missing');
      const copying = earlier.then((result) => (result === 'missing' ? copy(key, sha256) : 'there'));
      underWay.set(sha256, copying);
      return copying;
    },
    async keep(): Promise<void> {
      await syncFolder(incoming);
      const objects = join(repository.folder, 'objects');
      for (const sha256 of await readdir(incoming))
        await renameDurably(join(incoming, sha256), join(objects, sha256));
      underWay.clear();
    },
  };
}

/** Calls `work` for each of them, a few at once. */
export async function forEachObject<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

/** Makes everything in a folder durable: with one call for its file system where there is `sync`, else file by file. */
export async function syncFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    for (const name of await readdir(folder)) {
      const file = await open(join(folder, name), 'r');
      await file.sync().finally(() => file.close());
    }
  }
}
