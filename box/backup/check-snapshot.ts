import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#shared/process.ts';
import { forEachObject } from './copy-objects.ts';
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
  objects: ListedObject[];
}

/**
 * Reads every byte of a snapshot against its hash, and writes nothing.
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
  const objects: ListedObject[] = [];
  for await (const object of readObjectList(join(folder, manifest.objects.file))) objects.push(object);
  if (objects.length !== manifest.objects.count)
    throw new StartError(
      `${folder} is damaged: its list has ${objects.length} of ${manifest.objects.count} objects.`,
    );
  const unique = new Map(objects.map((object) => [object.sha256, object])).values();
  await forEachObject(unique, async (object) => {
    await checkStoredFile(repository.objectPath(object.sha256), object);
    progress.step('objects');
  });
  const secret = (await readFile(join(folder, manifest.secret.file), 'utf8')).trim();
  return { name, folder, manifest, secret, objects };
}
