import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import pg from 'pg';
import { type Db, openDb } from '#shared/db/open.ts';
import { photographPng } from '#test/support/images.ts';
import { refuseUnfinishedRestore } from '../../../box/backup/unfinished-restore.ts';
import { startPostgres } from '../../../box/postgres.ts';
import { type BackupStand, newestSnapshot, readManifest, startBackupStand } from './stand.ts';

const test = anyTest as TestFn<{ stand: BackupStand; repository: string }>;

test.before(async (t) => {
  const stand = await startBackupStand();
  const repository = stand.place('repository');
  t.context = { stand, repository };
  const taken = await stand.run('backup', { TO: repository });
  t.is(taken.code, 0, taken.text);
});
test.after.always((t) => t.context.stand?.close());

async function rowsOf(db: Db): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.raw(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('identity', 'library', 'billing') order by 1`);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables)
    all[name] = (await db.raw(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)).rows;
  return all;
}

test.serial(
  'what was backed up while it ran is restored elsewhere, every row and object of it',
  async (t) => {
    const { stand, repository } = t.context;
    const target = stand.place('restored');
    const restored = await stand.run('restore', { FROM: repository, DATA_DIR: target });
    t.is(restored.code, 0, restored.text);
    t.is(
      await readFile(join(target, 'secret'), 'utf8'),
      await readFile(join(await newestSnapshot(repository), 'secret'), 'utf8'),
    );

    const postgres = await startPostgres({ dataDir: target });
    const db = openDb(postgres.url, 'placard-test', 1);
    try {
      t.deepEqual(await rowsOf(db), await rowsOf(stand.app.app.db));
      for (const { key } of await db('display.frames')) {
        const stored = await stat(join(target, 'objects', key));
        t.true(stored.size > 0, key);
      }
      const [{ last_value: epoch }] = (await db.raw('select last_value from display.connection_epochs')).rows;
      const [{ epoch: highest }] = (await db.raw('select max(epoch) as epoch from display.presence')).rows;
      t.true(epoch >= (highest ?? 0), 'connections go on counting where they were');
      const queues = await db.raw('select count(*)::int as queues from pgboss.queue');
      t.true(queues.rows[0].queues > 5);
    } finally {
      await db.destroy();
      await postgres.stop();
    }
    const again = await stand.run('restore', { FROM: repository, DATA_DIR: target });
    t.is(again.code, 1);
    t.regex(again.text, /is not empty/);
  },
);

test.serial('the second backup holds what changed alone, and both are verified', async (t) => {
  const { stand, repository } = t.context;
  const { count } = (await readManifest(repository)).objects;
  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  await stand.person.settled(await stand.person.push(picture, { output: {} }));
  const first = await newestSnapshot(repository);
  const taken = await stand.run('backup', { TO: repository });
  t.is(taken.code, 0, taken.text);
  const fresh = Number(/(\d+) of them new/.exec(taken.text)?.[1]);
  t.true(fresh > 0 && fresh < count, taken.text);
  for (const AT of ['', first.slice(first.lastIndexOf('/') + 1)]) {
    const verified = await stand.run('verify', { FROM: repository, AT, DATA_DIR: stand.place('verified') });
    t.is(verified.code, 0, verified.text);
    t.regex(verified.text, /is whole/);
  }
  t.true(existsSync(join(stand.place('verified'), 'backup-verified.json')));
});

test.serial(
  'a backup that is killed anywhere leaves a repository that verifies, and the next one is whole',
  async (t) => {
    const { stand } = t.context;
    const repository = await stand.copyOf(t.context.repository, 'killed');
    for (let later = 0; later < 4; later++) {
      const child = stand.spawnBackup(repository);
      const drafted = async () =>
        (await readdir(join(repository, 'snapshots'))).some((name) => name.endsWith('.unfinished'));
      while (child.exitCode === null && !(await drafted()));
      for (let turn = 0; turn < later * 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once('close', resolve));
    }
    const verified = await stand.run('verify', { FROM: repository, DATA_DIR: stand.place('v') });
    t.is(verified.code, 0, verified.text);
    const taken = await stand.run('backup', { TO: repository });
    t.is(taken.code, 0, taken.text);
    t.true((await readdir(join(repository, 'snapshots'))).every((name) => name.endsWith('Z')));
  },
);

test.serial('two backups at once: the second is told, or comes later', async (t) => {
  const { stand } = t.context;
  const lock = new pg.Client({ connectionString: stand.app.config.DATABASE_URL });
  await lock.connect();
  await lock.query('select pg_advisory_lock(7405272)');
  const refused = await stand.run('backup', { TO: stand.place('second') });
  await lock.end();
  t.is(refused.code, 1);
  t.regex(refused.text, /Another backup of this installation runs/);
});

test.serial('a restore that was ended half way is not started, and begins anew', async (t) => {
  const { stand, repository } = t.context;
  const target = stand.place('half');
  await mkdir(join(target, 'postgres'), { recursive: true });
  await writeFile(join(target, 'restore-unfinished'), 'x');
  t.throws(() => refuseUnfinishedRestore(target), { message: /run `make restore` again/ });
  t.is((await stand.run('restore', { FROM: repository, DATA_DIR: target })).code, 0);
  t.notThrows(() => refuseUnfinishedRestore(target));
});
