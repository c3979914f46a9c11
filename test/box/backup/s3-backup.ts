import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestFn } from 'ava';
import { systemClock } from '#shared/clock.ts';
import { openDb } from '#shared/db/open.ts';
import { sha256 } from '#shared/keys.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { checkSnapshot } from '../../../box/backup/check-snapshot.ts';
import { openRepository } from '../../../box/backup/repository.ts';
import { restoreObjects } from '../../../box/backup/restore-objects.ts';
import { takeBackup } from '../../../box/backup/take-backup.ts';
import { startPostgres } from '../../../box/postgres.ts';

const silent = { step() {}, end() {} };
const OBJECTS = 20;

/**
 * Declares the test of a backup whose objects lie in a store without files; `stores` are two that are empty, `settings` name the
 * first of them and one more, which is empty too.
 */
export function testStoreBackup(
  test: TestFn,
  stores: () => Promise<[ObjectStore, ObjectStore]>,
  settings: () => {
    from: Record<string, string>;
    to: Record<string, string>;
    opened(): Promise<ObjectStore>;
  },
): void {
  test.serial('objects are backed up from S3, once, and restored into another bucket', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-s3-backup-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const database = await createTestDatabase();
    t.teardown(() => database.drop());
    const [store, other] = await stores();
    const objects = new Map<string, Buffer>();
    for (let n = 0; n < OBJECTS; n++) {
      const bytes = Buffer.alloc(1000 * n, n);
      objects.set(`users/u/assets/c${n}/${sha256(bytes)}`, bytes);
    }
    for (const [key, bytes] of objects) await store.put(key, bytes, 'image/png');
    const lost = `users/u/assets/lost/${sha256(Buffer.from('lost'))}`;
    const db = openDb(database.url, 'placard-test', 1);
    // Keys are found in whichever column they are.
    for (const key of [...objects.keys(), lost])
      await db.raw(
        `insert into display.devices (id, hardware_id, thing_name, secret_hash, model, created_at, updated_at)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'none', ?, now(), now())`,
        [key],
      );
    await db.destroy();

    const source = { databaseUrl: database.url, secret: TEST_SECRET, store, clock: systemClock };
    const repository = openRepository(join(folder, 'repository'));
    const options = { progress: silent, retention: null };
    const first = await takeBackup(source, repository, options);
    t.is(first.copied, OBJECTS);
    t.deepEqual(first.manifest.missing, [lost]);
    const later = { now: () => new Date(Date.now() + 60_000) };
    t.is((await takeBackup({ ...source, clock: later }, repository, options)).copied, 0);

    const snapshot = await checkSnapshot(repository, first.name, silent);
    await restoreObjects(other, repository, snapshot, silent);
    for (const [key, bytes] of objects) t.deepEqual(Buffer.from(await other.read(key)), bytes);

    // The operator's commands, with a database of their own for the restore.
    const { from, to, opened } = settings();
    const command = (name: string, given: Record<string, string>) => {
      const script = join(import.meta.dirname, '../../../box/backup', `${name}-command.ts`);
      const env = { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...given };
      return promisify(execFile)(process.execPath, [script], { env });
    };
    const TO = join(folder, 'by-command');
    const DATA_DIR = join(folder, 'restored');
    const installation = { DATABASE_URL: database.url, PLACARD_SECRET: TEST_SECRET };
    await command('backup', { ...from, ...installation, DATA_DIR: join(folder, 'source'), TO });
    const { stdout } = await command('restore', { ...to, FROM: TO, DATA_DIR });
    t.regex(stdout, new RegExp(`is restored into \\S+: \\d+ rows, ${OBJECTS} objects`));
    const restored = await opened();
    for (const [key, bytes] of objects) t.deepEqual(Buffer.from(await restored.read(key)), bytes);
    t.false(existsSync(join(DATA_DIR, 'objects')), 'nothing is put where files would be');
    const postgres = await startPostgres({ dataDir: DATA_DIR });
    const rows = openDb(postgres.url, 'placard-test', 1);
    const [counted] = await rows('display.devices').count();
    await rows.destroy();
    await postgres.stop();
    t.is(Number(counted?.count), OBJECTS + 1);
    await t.throwsAsync(command('restore', { ...to, FROM: TO, DATA_DIR: join(folder, 'again') }), {
      message: /The store is not empty/,
    });
  });
}
