import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSnapshotName, listSnapshots, snapshotTime } from '#shared/backup-place.ts';
import { makePrivateFolder } from '#shared/private-folder.ts';
import { StartError } from '#shared/process.ts';
import { syncFolder } from '#shared/storage/durable-file.ts';
import { type Manifest, parseManifest } from './manifest.ts';

/**
 * A folder of backups: `snapshots/<time>/` holds the files of one snapshot, `objects/<sha256>` the objects of all of them.
 * A snapshot exists once its folder has its final name; folders with other names are remains of interrupted backups.
 */
export interface Repository {
  folder: string;
  objectPath(sha256: string): string;
  snapshotPath(name: string): string;
  /** Names of whole snapshots, oldest first. */
  snapshots(): Promise<string[]>;
  /** @throws {StartError} when it is damaged, or newer than this program */
  manifest(name: string): Promise<Manifest>;
}

export function openRepository(path: string): Repository {
  const folder = resolve(path);
  const snapshotPath = (name: string) => join(folder, 'snapshots', name);
  return {
    folder,
    snapshotPath,
    objectPath: (sha256) => join(folder, 'objects', sha256),
    snapshots: () => listSnapshots(folder),
    async manifest(name) {
      const file = join(snapshotPath(name), 'manifest.json');
      const text = await readFile(file, 'utf8').catch(() => {
        throw new StartError(`${file} is missing: this snapshot is not complete.`);
      });
      return parseManifest(text, file);
    },
  };
}

/** Makes the folders of a repository. @throws {StartError} for a folder that holds something else */
export async function prepareRepository({ folder }: Repository): Promise<void> {
  makePrivateFolder(folder);
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found');
  if (names.length > 0 && !existsSync(join(folder, 'snapshots')))
    throw new StartError(`${folder} holds other files: name an empty folder or a folder of backups.`);
  for (const name of ['snapshots', 'objects'])
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
}

/** Removes the remains of interrupted backups. The caller holds the backup lock. */
export async function removeUnfinished({ folder }: Repository): Promise<void> {
  const names = await readdir(join(folder, 'snapshots'));
  for (const name of names.filter((one) => !isSnapshotName(one)))
    await rm(join(folder, 'snapshots', name), { recursive: true, force: true });
}

/** The snapshot with the name `at`, or the newest one at or before that time. @throws {StartError} */
export async function chooseSnapshot(repository: Repository, at: string | undefined): Promise<string> {
  const names = await repository.snapshots();
  if (names.length === 0) throw new StartError(`There is no backup in ${repository.folder}.`);
  if (at === undefined) return names.at(-1) as string;
  if (names.includes(at)) return at;
  const time = new Date(at);
  if (Number.isNaN(time.getTime()))
    throw new StartError(
      `AT=${at} is neither a snapshot of ${repository.folder} nor a time such as 2026-11-22T03:30.`,
    );
  const chosen = names.filter((name) => snapshotTime(name) <= time).at(-1);
  if (chosen) return chosen;
  throw new StartError(`The first backup in ${repository.folder} is later than ${at}: ${names[0]}.`);
}

/** Renames a folder so that the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}
