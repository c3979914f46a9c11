import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#shared/storage/durable-file.ts';
import { ObjectMissingError, type ObjectStore } from '#shared/storage/store.ts';
import { type FileResult, sizeOf } from './file-thread.ts';
import type { FileThreads } from './file-threads.ts';
import { mapInOrder } from './map-in-order.ts';
import type { NamedObject } from './named-keys.ts';
import type { Repository } from './repository.ts';
import { writeStoredFile } from './stored-files.ts';
import { syncFileSystem } from './sync-file-system.ts';

/** Requests to S3 under way at once. */
export const MAX_S3_REQUESTS = 8;

export interface CopyPlace {
  store: ObjectStore;
  repository: Repository;
  /** Where new objects wait for `keepIncoming`. */
  incoming: string;
  threads: FileThreads;
}

type Copied = [NamedObject, Exclude<FileResult, { is: 'damaged' }>];

/**
 * Copies each object that the repository lacks, or holds with another size than the store. The bytes of those that it holds
 * are verified by `verify-backup`. An object that is damaged in the store counts as missing.
 */
export function copyObjects(
  { store, repository, incoming, threads }: CopyPlace,
  objects: Iterable<NamedObject>,
): AsyncGenerator<Copied> {
  const targetOf = ({ sha256 }: NamedObject) => join(incoming, sha256);
  if (store.localPath('users/any') === null)
    return mapInOrder(objects, MAX_S3_REQUESTS, async (object) => {
      const bytes = sizeOf(repository.objectPath(object.sha256));
      if (bytes !== null) return [object, { outcome: 'present', bytes }];
      return [object, await download(store, object, targetOf(object))];
    });
  return threads.run(objects, (object) => {
    const { sha256, keys } = object;
    const bytes = sizeOf(repository.objectPath(sha256));
    const sources = keys.map((key) => store.localPath(key) as string);
    const stored = bytes === null ? null : sources.map(sizeOf).find((size) => size !== null);
    if (bytes !== null && (stored ?? bytes) === bytes) return { outcome: 'present', bytes };
    return { kind: 'copy', sha256, from: sources, to: targetOf(object) };
  }) as AsyncGenerator<Copied>;
}

async function download(
  store: ObjectStore,
  { sha256, keys }: NamedObject,
  target: string,
): Promise<Copied[1]> {
  for (const key of keys) {
    try {
      const stored = await writeStoredFile(target, await store.stream(key, null));
      if (stored.sha256 === sha256) return { outcome: 'copied', bytes: stored.bytes };
      rmSync(target);
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
    }
  }
  return { outcome: 'missing' };
}

/** Syncs all objects in `incoming` at once, then moves them to their final names: a file with its final name is whole. */
export async function keepIncoming({ repository, incoming }: CopyPlace): Promise<void> {
  const names = readdirSync(incoming);
  if (names.length === 0) return;
  await syncFileSystem(incoming);
  const objects = join(repository.folder, 'objects');
  for (const name of names) renameSync(join(incoming, name), join(objects, name));
  await syncFolder(objects);
}
