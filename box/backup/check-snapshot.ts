import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#shared/process.ts';
import { withFileThreads } from './file-threads.ts';
import { checkVersion } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import { type ListedObject, readObjectList } from './object-list.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';
import { checkStoredFile } from './stored-files.ts';

export interface CheckedSnapshot {
  name: string;
  folder: string;
  manifest: Manifest;
  secret: string;
  /** The objects of the snapshot, read from its list. */
  objects(): AsyncIterable<ListedObject>;
}

/**
 * Verifies every byte of a snapshot against its hash. Writes nothing.
 * @throws {StartError} when it is damaged, incomplete, or was taken by a newer program
 */
export async function checkSnapshot(
  repository: Repository,
  name: string,
  progress: Progress,
): Promise<CheckedSnapshot> {
  const manifest = await repository.manifest(name);
  await checkVersion(manifest);
  const folder = repository.snapshotPath(name);
  for (const file of [manifest.secret, manifest.objects, ...manifest.tables]) {
    await checkStoredFile(join(folder, file.file), file);
    progress.step('tables');
  }
  const objects = () => readObjectList(join(folder, manifest.objects.file));
  let count = 0;
  const unique = async function* () {
    let last = '';
    for await (const object of objects()) {
      count += 1;
      if (object.sha256 !== last) yield object;
      last = object.sha256;
    }
  };
  await withFileThreads(async (threads) => {
    const path = ({ sha256 }: ListedObject) => repository.objectPath(sha256);
    const checks = threads.run(unique(), (one) => ({ ...one, kind: 'check', path: path(one) }));
    for await (const [object, result] of checks) {
      if (result.outcome === 'missing')
        throw new StartError(`${path(object)} is missing: this backup is not complete.`);
      if (result.outcome === 'damaged') throw new StartError(`${path(object)} is damaged: ${result.reason}.`);
      progress.step('objects');
    }
  });
  if (count !== manifest.objects.count)
    throw new StartError(`${folder} is damaged: its list has ${count} of ${manifest.objects.count} objects.`);
  const secret = (await readFile(join(folder, manifest.secret.file), 'utf8')).trim();
  return { name, folder, manifest, secret, objects };
}
