import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PNG } from 'pngjs';
import { StartError } from '#shared/process.ts';
import { startPostgres } from '../postgres.ts';
import { quoted } from './catalog.ts';
import { type CheckedSnapshot, checkSnapshot } from './check-snapshot.ts';
import { loadDatabase } from './load-database.ts';
import type { Progress } from './progress.ts';
import type { Repository } from './repository.ts';

/** Pictures of displays that are decoded; the bytes of all of them are read against their hashes. */
const DECODED_PREVIEWS = 50;

/**
 * Shows that a snapshot can be restored: reads every byte against its hash, loads it into a database of its own, counts the
 * rows, decodes frames, and throws that database away.
 * @throws {StartError} that says what is wrong
 */
export async function verifyBackup(
  repository: Repository,
  name: string,
  progress: Progress,
): Promise<CheckedSnapshot> {
  const snapshot = await checkSnapshot(repository, name, progress);
  const folder = await mkdtemp(join(tmpdir(), 'placard-verify-'));
  try {
    const postgres = await startPostgres({ dataDir: folder, profile: 'fleeting' });
    try {
      await loadDatabase(postgres.url, snapshot.folder, snapshot.manifest);
      await withClient(postgres.url, async (client) => {
        await countRows(client, snapshot, progress);
        await decodeFrames(client, repository, snapshot, progress);
      });
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return snapshot;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

async function countRows(
  client: pg.Client,
  { manifest }: CheckedSnapshot,
  progress: Progress,
): Promise<void> {
  for (const { schema, name, rows } of manifest.tables) {
    const table = quoted(schema, name);
    const { rows: counted } = await client.query(`select count(*)::int as rows from ${table}`);
    if (counted[0].rows !== rows)
      throw new StartError(`${schema}.${name} has ${counted[0].rows} rows after loading instead of ${rows}.`);
    progress.step('tables counted');
  }
}

/** A raw frame is its size and nothing else; a preview has to be a whole PNG. */
async function decodeFrames(
  client: pg.Client,
  repository: Repository,
  { objects }: CheckedSnapshot,
  progress: Progress,
): Promise<void> {
  const { rows: frames } = await client.query(
    'select key, format, width, height, size_bytes::int as bytes from display.frames order by created_at desc',
  );
  const stored = new Map(objects.map(({ key, ...object }) => [key, object]));
  let previews = 0;
  for (const { key, format, width, height, bytes } of frames) {
    const object = stored.get(key);
    if (!object) continue; // the manifest names what the store had lost
    if (object.bytes !== bytes)
      throw new StartError(`The frame ${key} has ${object.bytes} bytes instead of ${bytes}.`);
    const bits = BITS_PER_PIXEL[format];
    if (bits && object.bytes !== Math.ceil(width / (8 / bits)) * height)
      throw new StartError(`The frame ${key} is no ${format} picture of ${width}x${height}.`);
    if (!bits && previews++ < DECODED_PREVIEWS) await decodePng(key, repository.objectPath(object.sha256));
    progress.step('frames');
  }
}

const BITS_PER_PIXEL: Record<string, number> = { raw1: 1, raw2: 2, raw4: 4 };

async function decodePng(key: string, path: string): Promise<void> {
  try {
    PNG.sync.read(await readFile(path));
  } catch {
    throw new StartError(`The picture ${key} cannot be decoded.`);
  }
}
