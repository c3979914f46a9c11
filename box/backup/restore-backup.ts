import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { systemClock } from '#shared/clock.ts';
import type { Settings } from '#shared/config.ts';
import { completeConfig } from '#shared/config.ts';
import { migrate } from '#shared/db/migrate.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { createKeys } from '#shared/keys.ts';
import { makePrivateFolder } from '#shared/private-folder.ts';
import { StartError } from '#shared/process.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { startPostgres, stopLeftPostgres } from '../postgres.ts';
import { type CheckedSnapshot, checkSnapshot } from './check-snapshot.ts';
import { checkEmpty, loadDatabase } from './load-database.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';
import { restoreObjects } from './restore-objects.ts';
import { hasUnfinishedRestore, markUnfinishedRestore, UNFINISHED_RESTORE } from './unfinished-restore.ts';

/**
 * Puts a snapshot back: into an empty `DATA_DIR`, or into the empty database and store that the settings name. Everything is
 * checked before anything is written.
 * @throws {StartError} for a damaged or foreign backup, or a place that is not empty
 */
export async function restoreBackup(
  settings: Settings,
  repository: Repository,
  name: string,
  progress: Progress,
): Promise<CheckedSnapshot> {
  const beginsAnew = checkPlace(settings);
  const snapshot = await checkSnapshot(repository, name, progress);
  if (settings.PLACARD_SECRET && settings.PLACARD_SECRET !== snapshot.secret)
    throw new StartError(
      'PLACARD_SECRET is not the secret of this backup: leave it out, or set the one that was kept.',
    );
  await checkStores(settings, snapshot.secret, (key) => beginsAnew && holdsObject(repository, key));

  const { DATA_DIR } = settings;
  makePrivateFolder(DATA_DIR);
  await stopLeftPostgres(DATA_DIR);
  removeRemains(DATA_DIR);
  markUnfinishedRestore(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'secret'), `${snapshot.secret}\n`, { mode: 0o600, flush: true });
  await restoreObjects(await openStore(settings, snapshot.secret), repository, snapshot, progress);
  await withDatabase(settings, async (url) => {
    await loadDatabase(url, snapshot.folder, snapshot.manifest);
    await migrate({ DATABASE_URL: url, PLACARD_SECRET: snapshot.secret });
  }).catch(explainUnreachable);
  rmSync(join(DATA_DIR, UNFINISHED_RESTORE));
  return snapshot;
}

/**
 * Whether `DATA_DIR` holds the remains of a restore that was ended half way.
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

/** Whether an object with the bytes that a key says is in the repository. */
function holdsObject(repository: Repository, key: string): boolean {
  return existsSync(repository.objectPath(basename(key)));
}

function removeRemains(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** @throws {StartError} when the database has tables, or the store an object that is not `ofRestore` */
async function checkStores(
  settings: Settings,
  secret: string,
  ofRestore: (key: string) => boolean,
): Promise<void> {
  if (settings.DATABASE_URL) {
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect().catch(explainUnreachable);
    await checkEmpty(client).finally(() => client.end());
  }
  if (!settings.STORAGE_URL) return;
  const store = await openStore(settings, secret);
  for await (const { key } of store.list('')) {
    if (ofRestore(key)) continue;
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
