import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { systemClock } from '#shared/clock.ts';
import type { Settings } from '#shared/config.ts';
import { completeConfig } from '#shared/config.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { createKeys } from '#shared/keys.ts';
import { migrate } from '#shared/migrate.ts';
import { makePrivateFolder } from '#shared/private-folder.ts';
import { StartError } from '#shared/process.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { startPostgres, stopOrphanedPostgres } from '../postgres.ts';
import { type CheckedSnapshot, checkSnapshot } from './check-snapshot.ts';
import { isHalfRestored, markHalfRestored, removeHalfRestored, unmarkHalfRestored } from './half-restored.ts';
import { checkEmpty, loadDatabase } from './load-database.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';
import { restoreObjects } from './restore-objects.ts';
import { hasUnfinishedRestore, markUnfinishedRestore, UNFINISHED_RESTORE } from './unfinished-restore.ts';
import { withClient } from './with-client.ts';

/**
 * Restores a snapshot into an empty `DATA_DIR`, or into the empty database and store of the settings. Everything is checked
 * before anything is written.
 * @throws {StartError} for a damaged or foreign backup, or a place that is not empty
 */
export async function restoreBackup(
  settings: Settings,
  repository: Repository,
  name: string,
  progress: Progress,
): Promise<CheckedSnapshot> {
  const hasRemains = checkPlace(settings);
  const snapshot = await checkSnapshot(repository, name, progress);
  if (settings.PLACARD_SECRET && settings.PLACARD_SECRET !== snapshot.secret)
    throw new StartError(
      'PLACARD_SECRET is not the secret of this backup: leave it out, or set the one that was kept.',
    );
  await checkDatabase(settings, hasRemains);
  await checkStore(
    settings,
    snapshot.secret,
    (key) => hasRemains && existsSync(repository.objectPath(basename(key))),
  );

  const { DATA_DIR } = settings;
  makePrivateFolder(DATA_DIR);
  await stopOrphanedPostgres(DATA_DIR);
  removeRemains(DATA_DIR);
  markUnfinishedRestore(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'secret'), `${snapshot.secret}\n`, { mode: 0o600, flush: true });
  await restoreObjects(await openStore(settings, snapshot.secret), repository, snapshot, progress);
  await withDatabase(settings, async (url) => {
    await withClient(url, prepareDatabase);
    await loadDatabase(url, snapshot.folder, snapshot.manifest);
    await migrate({ DATABASE_URL: url, PLACARD_SECRET: snapshot.secret });
    // This mark goes first: while both exist, a later restore would start over.
    rmSync(join(DATA_DIR, UNFINISHED_RESTORE));
    await withClient(url, unmarkHalfRestored);
  }).catch(explainUnreachable);
  return snapshot;
}

/**
 * Whether `DATA_DIR` holds the remains of an interrupted restore.
 * @throws {StartError} when it holds anything else
 */
function checkPlace({ DATA_DIR }: Settings): boolean {
  if (!existsSync(DATA_DIR)) return false;
  if (hasUnfinishedRestore(DATA_DIR)) return true;
  if (readdirSync(DATA_DIR).length > 0)
    throw new StartError(
      `${DATA_DIR} is not empty: a backup is only restored into an empty folder (DATA_DIR says which).`,
    );
  return false;
}

function removeRemains(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** @throws {StartError} when the database has tables that no interrupted restore left */
async function checkDatabase({ DATABASE_URL }: Settings, hasRemains: boolean): Promise<void> {
  if (!DATABASE_URL) return;
  await withClient(DATABASE_URL, async (client) => {
    if (!hasRemains || !(await isHalfRestored(client))) await checkEmpty(client);
  }).catch(explainUnreachable);
}

/** The mark is only made in an empty database, so that tables beside it come from an interrupted restore. */
async function prepareDatabase(client: pg.Client): Promise<void> {
  if (await isHalfRestored(client)) await removeHalfRestored(client);
  await checkEmpty(client);
  await markHalfRestored(client);
}

/** @throws {StartError} when the store of the settings has an object that is not `isFromRestore` */
async function checkStore(
  settings: Settings,
  secret: string,
  isFromRestore: (key: string) => boolean,
): Promise<void> {
  if (!settings.STORAGE_URL) return;
  const store = await openStore(settings, secret);
  for await (const { key } of store.list('')) {
    if (isFromRestore(key)) continue;
    throw new StartError(
      `The store is not empty (it has ${key}): a backup is only restored into an empty one.`,
    );
  }
}

async function openStore(settings: Settings, secret: string): Promise<ObjectStore> {
  const config = completeConfig({ ...settings, DATABASE_URL: 'postgres://unused', PLACARD_SECRET: secret });
  const options = { config, keys: createKeys(secret), clock: systemClock, onUploaded: async () => {} };
  return (await createObjectStore(options)).store;
}

async function withDatabase(settings: Settings, work: (url: string) => Promise<void>): Promise<void> {
  if (settings.DATABASE_URL) return work(settings.DATABASE_URL);
  const postgres = await startPostgres({ dataDir: settings.DATA_DIR });
  await work(postgres.url).finally(() => postgres.stop());
}
