import { createHash } from 'node:crypto';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { snapshotName } from '#shared/backup-place.ts';
import type { Clock } from '#shared/clock.ts';
import { ADVISORY_LOCKS } from '#shared/db/advisory-locks.ts';
import { connectionConfig } from '#shared/db/connection.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { StartError } from '#shared/process.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { listMigrations, listSequences, queueVersion } from './catalog.ts';
import { copyObjects, keepIncoming } from './copy-objects.ts';
import { dumpTables } from './dump-tables.ts';
import { withFileThreads } from './file-threads.ts';
import { MANIFEST_FORMAT, type Manifest, type StoredFile } from './manifest.ts';
import { NamedKeys } from './named-keys.ts';
import { objectLines } from './object-list.ts';
import { paceWrites } from './pace-writes.ts';
import type { Progress } from './progress.ts';
import { prepareRepository, type Repository, removeUnfinished, renameDurably } from './repository.ts';
import { prune, type Retention } from './retention.ts';
import { writeStoredFile } from './stored-files.ts';
import { syncFileSystem } from './sync-file-system.ts';

export interface BackupSource {
  databaseUrl: string;
  secret: string;
  store: ObjectStore;
  clock: Clock;
}

export interface TakenBackup {
  name: string;
  manifest: Manifest;
  /** Objects that no earlier snapshot had. */
  copied: number;
  /** Old snapshots that were removed. */
  removed: string[];
}

export interface BackupOptions {
  progress: Progress;
  /** Which old snapshots are kept; null keeps all. */
  retention: Retention | null;
}

/** Passes over the rows and the objects that they name. */
const MAX_PASSES = 4;
/** Folder of a snapshot's tables. */
const TABLES_FOLDER = 'tables';

/**
 * Takes one consistent snapshot while everything runs, and copies all objects that it names.
 * @throws {StartError} for a folder that is no repository, or another installation's; while another backup runs
 */
export async function takeBackup(
  source: BackupSource,
  repository: Repository,
  { progress, retention }: BackupOptions,
): Promise<TakenBackup> {
  const client = new pg.Client({ ...connectionConfig(source.databaseUrl, 'placard-backup'), options: '' });
  client.on('error', () => {}); // the next query fails with it
  await client.connect().catch(explainUnreachable);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCKS.backup]);
    if (!rows[0].held) throw new StartError('Another backup of this installation runs at the moment.');
    await prepareRepository(repository);
    await checkOwner(repository, source.secret);
    await removeUnfinished(repository);
    const taken = await fill(client, source, repository, progress);
    return { ...taken, removed: retention ? await prune(repository, retention) : [] };
  } catch (error) {
    return explainUnreachable(error as Error);
  } finally {
    await client.end();
  }
}

async function fill(
  client: pg.Client,
  source: BackupSource,
  repository: Repository,
  progress: Progress,
): Promise<Omit<TakenBackup, 'removed'>> {
  const takenAt = source.clock.now();
  const name = snapshotName(takenAt);
  if ((await repository.snapshots()).includes(name))
    throw new StartError(`There is a backup of this second already: ${name}.`);
  const draft = `${repository.snapshotPath(name)}.unfinished`;
  try {
    const { rows, objects, missing, copied } = await copyAll(client, source, repository, draft, progress);
    await writeFile(join(draft, 'secret'), `${source.secret}\n`, { mode: 0o600, flag: 'wx' });
    const manifest: Manifest = {
      ...{ format: MANIFEST_FORMAT, version: packageJson.version, takenAt: takenAt.toISOString() },
      ...rows.facts,
      secret: { file: 'secret', ...hashText(`${source.secret}\n`) },
      tables: rows.files.map((table) => ({ ...table, file: join(TABLES_FOLDER, table.file) })),
      objects,
      missing,
    };
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await syncFileSystem(draft);
    await client.query('select'); // fails when the session, and with it the lock, is lost: another backup may run then
    await renameDurably(draft, repository.snapshotPath(name));
    return { name, manifest, copied };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Dumps the rows, then copies the objects that they name. A missing object may have been deleted in between, so both are
 * repeated; that is quick, because most objects are copied by then. An object that two passes miss is lost, because a row is
 * deleted before its objects.
 */
async function copyAll(
  client: pg.Client,
  { store }: BackupSource,
  repository: Repository,
  draft: string,
  progress: Progress,
) {
  const [incoming, tables] = [join(draft, 'incoming'), join(draft, TABLES_FOLDER)];
  const named = new NamedKeys(join(draft, 'named'));
  let copied = 0;
  let missing: string[] = [];
  return withFileThreads(async (threads) => {
    for (let pass = 1; ; pass++) {
      await rm(draft, { recursive: true, force: true });
      for (const folder of [incoming, tables]) await mkdir(folder, { recursive: true, mode: 0o700 });
      named.clear();
      const rows = await readRows(client, tables, named);
      const missedBefore = new Set(missing);
      missing = [];
      const place = { store, repository, incoming, threads };
      const facts = { count: 0, objectBytes: 0 };
      const pace = paceWrites(incoming);
      const lines = async function* () {
        for await (const [{ sha256, keys }, result] of copyObjects(place, named.objects())) {
          if (result.outcome === 'copied') {
            copied += 1;
            progress.step('new objects');
            await pace(result.bytes);
          }
          if (!('bytes' in result)) missing.push(...keys);
          else
            for (const key of keys) {
              facts.count += 1;
              facts.objectBytes += result.bytes;
              yield { sha256, bytes: result.bytes, key };
            }
        }
      };
      const list = await writeStoredFile(
        join(draft, 'objects.gz'),
        Readable.from(objectLines(lines())),
        createGzip(),
      );
      await keepIncoming(place);
      if (pass < MAX_PASSES && missing.some((key) => !missedBefore.has(key))) continue;
      named.clear();
      await rmdir(incoming);
      return { rows, objects: { ...list, ...facts }, missing, copied };
    }
  });
}

interface Rows {
  files: Manifest['tables'];
  facts: Pick<Manifest, 'migrations' | 'queueVersion' | 'sequences'>;
}

async function readRows(client: pg.Client, folder: string, named: NamedKeys): Promise<Rows> {
  await client.query('begin isolation level repeatable read read only');
  const facts = {
    migrations: await listMigrations(client),
    queueVersion: await queueVersion(client),
    sequences: await listSequences(client),
  };
  const files = await dumpTables(client, folder, named);
  await client.query('commit'); // not after a failure, because unread rows may still fill the connection
  return { facts, files };
}

async function checkOwner(repository: Repository, secret: string): Promise<void> {
  const newest = (await repository.snapshots()).at(-1);
  if (!newest) return;
  const manifest = await repository.manifest(newest);
  if (manifest.secret.sha256 !== hashText(`${secret}\n`).sha256)
    throw new StartError(`${repository.folder} holds the backups of another installation.`);
}

function hashText(text: string): Pick<StoredFile, 'sha256' | 'bytes'> {
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}
