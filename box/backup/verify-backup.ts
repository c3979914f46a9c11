import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { PNG } from 'pngjs';
import { explainUnreachable } from '#shared/db/unreachable.ts';
import { StartError } from '#shared/process.ts';
import { startPostgres, stopOrphanedPostgres } from '../postgres.ts';
import { isRunning } from '../process-state.ts';
import { quoteIdentifiers } from './catalog.ts';
import { type CheckedSnapshot, checkSnapshot } from './check-snapshot.ts';
import { loadDatabase } from './load-database.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';
import { withClient } from './with-client.ts';

/** Followed by the process id. */
const FOLDER_PREFIX = 'placard-verify-';
/** Previews that are decoded. The hashes of all objects are verified. */
const DECODED_PREVIEWS = 50;

/**
 * Proves that a snapshot can be restored: verifies every byte against its hash, loads it into a temporary database, counts
 * the rows, decodes pictures, and removes that database.
 * @throws {StartError} that says what is wrong
 */
export async function verifyBackup(
  repository: Repository,
  name: string,
  progress: Progress,
): Promise<CheckedSnapshot> {
  const snapshot = await checkSnapshot(repository, name, progress);
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  try {
    const postgres = await startPostgres({ dataDir: folder, profile: 'fleeting' });
    try {
      await loadDatabase(postgres.url, snapshot.folder, snapshot.manifest);
      await withClient(postgres.url, async (client) => {
        await countRows(client, snapshot, progress);
        await decodeFrames(client, repository, snapshot, progress);
      });
    } catch (error) {
      explainUnreachable(error as Error, `The database in ${folder}, which is thrown away after it,`);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return snapshot;
}

/** Removes the databases of verifications that were killed, whose servers would go on running. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = Number.parseInt(name.slice(FOLDER_PREFIX.length), 10);
    if (isRunning(pid)) continue;
    const folder = join(tmpdir(), name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    await stopOrphanedPostgres(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function countRows(
  client: pg.Client,
  { manifest }: CheckedSnapshot,
  progress: Progress,
): Promise<void> {
  for (const { schema, name, rows } of manifest.tables) {
    const table = quoteIdentifiers(schema, name);
    const { rows: counted } = await client.query(`select count(*)::int as rows from ${table}`);
    if (counted[0].rows !== rows)
      throw new StartError(`${schema}.${name} has ${counted[0].rows} rows after loading instead of ${rows}.`);
    progress.step('tables counted');
  }
}

/** Raw frames have no header, so their size is checked; previews must decode as PNG. */
async function decodeFrames(
  client: pg.Client,
  repository: Repository,
  { folder, manifest }: CheckedSnapshot,
  progress: Progress,
): Promise<void> {
  await client.query('create temporary table stored (sha256 text, bytes bigint, key text primary key)');
  const list = createReadStream(join(folder, manifest.objects.file)).pipe(createGunzip());
  await pipeline(list, client.query(copyFrom("copy stored from stdin (delimiter ' ')")));
  // Objects that the store had lost are in the manifest, not in this table.
  const frames = `(select frames.*, bytes, stored.sha256 as stored_as,
    case format when 'raw1' then 1 when 'raw2' then 2 when 'raw4' then 4 end as bits
    from display.frames join stored using (key)) frames`;
  const { rows: wrong } = await client.query(
    `select key, format, width, height, bytes::int, size_bytes::int from ${frames}
     where bytes <> size_bytes or bytes <> (width * bits + 7) / 8 * height limit 1`,
  );
  for (const { key, format, width, height, bytes, size_bytes } of wrong)
    throw new StartError(
      bytes === size_bytes
        ? `The frame ${key} is no ${format} picture of ${width}x${height}.`
        : `The frame ${key} has ${bytes} bytes instead of ${size_bytes}.`,
    );
  const { rows: previews } = await client.query(
    `select key, stored_as from ${frames} where bits is null order by created_at desc limit ${DECODED_PREVIEWS}`,
  );
  for (const { key, stored_as } of previews) {
    await decodePng(key, repository.objectPath(stored_as));
    progress.step('pictures decoded');
  }
}

async function decodePng(key: string, path: string): Promise<void> {
  try {
    PNG.sync.read(await readFile(path));
  } catch {
    throw new StartError(`The picture ${key} cannot be decoded.`);
  }
}
