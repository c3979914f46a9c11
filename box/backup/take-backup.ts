import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { snapshotName } from '#shared/backup-place.ts';
import type { Clock } from '#shared/clock.ts';
import { connectionConfig } from '#shared/db/open.ts';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { StartError } from '#shared/process.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { listMigrations, listSequences, queueVersion } from './catalog.ts';
import { forEachObject, objectCopier, syncFolder } from './copy-objects.ts';
import { dumpTables } from './dump-tables.ts';
import { MANIFEST_FORMAT, type Manifest, type StoredFile } from './manifest.ts';
import { objectLine } from './object-list.ts';
import type { Progress } from './progress.ts';
import { prepareRepository, type Repository, removeUnfinished, renameDurably, sizeOf } from './repository.ts';
import { prune, type Retention } from './retention.ts';
import { writeStoredFile } from './stored-files.ts';

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
  /** Old snapshots that went. */
  removed: string[];
}

export interface BackupOptions {
  progress: Progress;
  /** Which older snapshots stay; null keeps all. */
  retention: Retention | null;
}

/** Any fixed number; it only has to differ from other advisory locks in the same database. */
const BACKUP_LOCK = 7_405_272;
/** An object may be removed between the look at the rows that name it and its copy: then all is looked at again. */
const MAX_LOOKS = 4;
/** Folder of a snapshot's tables. */
const TABLES = 'tables';

/**
 * Takes one consistent snapshot while everything runs, and all objects that it names. The objects are copied before the rows
 * are read, and those that came meanwhile after it, so that what is removed in between is in the backup all the same.
 * @throws {StartError} for a folder that is no repository, or another installation's; while another backup runs
 */
export async function takeBackup(
  source: BackupSource,
  repository: Repository,
  { progress, retention }: BackupOptions,
): Promise<TakenBackup> {
  const client = new pg.Client({ ...connectionConfig(source.databaseUrl, 'placard-backup'), options: '' });
  await client.connect().catch(explainUnreachable);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [BACKUP_LOCK]);
    if (!rows[0].held) throw new StartError('Another backup of this installation runs at the moment.');
    await prepareRepository(repository);
    await checkOwner(repository, source.secret);
    await removeUnfinished(repository);
    const taken = await fill(client, source, repository, progress);
    return { ...taken, removed: retention ? await prune(repository, retention) : [] };
  } finally {
    await client.end();
  }
}

async function fill(
  client: pg.Client,
  { store, secret, clock }: BackupSource,
  repository: Repository,
  progress: Progress,
): Promise<Omit<TakenBackup, 'removed'>> {
  const takenAt = clock.now();
  const name = snapshotName(takenAt);
  if ((await repository.snapshots()).includes(name))
    throw new StartError(`There is a backup of this second already: ${name}.`);
  const draft = `${repository.snapshotPath(name)}.unfinished`;
  const incoming = join(draft, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const copier = objectCopier(repository, store, incoming);
  let copied = 0;
  const copyAll = async (keys: Iterable<string>) => {
    const missing: string[] = [];
    await forEachObject(keys, async (key) => {
      const result = await copier.copy(key);
      if (result === 'missing') missing.push(key);
      if (result !== 'copied') return;
      copied += 1;
      progress.step('new objects');
    });
    return missing;
  };

  const stored: string[] = [];
  for (const prefix of ['users/', 'devices/'])
    for await (const { key } of store.list(prefix)) stored.push(key);
  await copyAll(stored);

  const tables = join(draft, TABLES);
  let rows: Rows;
  let missing: string[];
  for (let looks = 1; ; looks++) {
    await rm(tables, { recursive: true, force: true });
    rows = await readRows(client, tables);
    missing = await copyAll(rows.keys);
    // What is missing again and again was lost before.
    if (missing.length === 0 || looks === MAX_LOOKS) break;
  }
  await copier.keep();

  const objects = await listObjects(repository, draft, rows.keys, missing);
  await writeFile(join(draft, 'secret'), `${secret}\n`, { mode: 0o600, flag: 'wx' });
  const manifest: Manifest = {
    ...{ format: MANIFEST_FORMAT, version: packageJson.version, takenAt: takenAt.toISOString() },
    ...rows.facts,
    secret: { file: 'secret', ...hashed(`${secret}\n`) },
    tables: rows.files.map((table) => ({ ...table, file: join(TABLES, table.file) })),
    objects,
    missing,
  };
  await rm(incoming, { recursive: true });
  await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await syncFolder(draft);
  await renameDurably(draft, repository.snapshotPath(name));
  return { name, manifest, copied };
}

interface Rows {
  files: Manifest['tables'];
  /** Of the objects that they name. */
  keys: Set<string>;
  facts: Pick<Manifest, 'migrations' | 'queueVersion' | 'sequences'>;
}

async function readRows(client: pg.Client, folder: string): Promise<Rows> {
  await mkdir(folder, { mode: 0o700 });
  const keys = new Set<string>();
  await client.query('begin isolation level repeatable read read only');
  try {
    const facts = {
      migrations: await listMigrations(client),
      queueVersion: await queueVersion(client),
      sequences: await listSequences(client),
    };
    return { keys, facts, files: await dumpTables(client, folder, keys) };
  } finally {
    await client.query('rollback');
  }
}

async function listObjects(
  repository: Repository,
  draft: string,
  keys: Set<string>,
  missing: string[],
): Promise<Manifest['objects']> {
  const lost = new Set(missing);
  let [count, objectBytes] = [0, 0];
  const lines = async function* () {
    for (const key of [...keys].sort()) {
      if (lost.has(key)) continue;
      const sha256 = basename(key);
      const bytes = (await sizeOf(repository.objectPath(sha256))) ?? 0;
      count += 1;
      objectBytes += bytes;
      yield objectLine({ sha256, bytes, key });
    }
  };
  const file = await writeStoredFile(join(draft, 'objects.gz'), Readable.from(lines()), createGzip());
  return { ...file, count, objectBytes };
}

async function checkOwner(repository: Repository, secret: string): Promise<void> {
  const newest = (await repository.snapshots()).at(-1);
  if (!newest) return;
  const manifest = await repository.manifest(newest);
  if (manifest.secret.sha256 !== hashed(`${secret}\n`).sha256)
    throw new StartError(`${repository.folder} holds the backups of another installation.`);
}

function hashed(text: string): Pick<StoredFile, 'sha256' | 'bytes'> {
  return { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) };
}
