import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import anyTest, { type TestFn } from 'ava';
import pg from 'pg';
import { ADVISORY_LOCKS } from '#shared/db/advisory-locks.ts';
import { type Db, openDb } from '#shared/db/open.ts';
import { StartError } from '#shared/process.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';
import { checkSnapshot } from '../../../box/backup/check-snapshot.ts';
import { chooseSnapshot, openRepository } from '../../../box/backup/repository.ts';
import { refuseUnfinishedRestore } from '../../../box/backup/unfinished-restore.ts';
import { verifyBackup } from '../../../box/backup/verify-backup.ts';
import { startPostgres } from '../../../box/postgres.ts';
import { isRunning } from '../../../box/process-state.ts';
import { type BackupStand, newestSnapshot, silent, startBackupStand } from './stand.ts';

/** Reads every byte of the newest snapshot against its hash. */
async function checkNewest(folder: string): Promise<void> {
  const repository = openRepository(folder);
  await checkSnapshot(repository, await chooseSnapshot(repository, undefined), silent);
}

/** Of util-linux: gives a program a terminal. */
const hasScript = spawnSync('script', ['--version']).status === 0;

const test = anyTest as TestFn<{ stand: BackupStand; repository: string }>;

test.before(async (t) => {
  const stand = await startBackupStand();
  const repository = stand.place('repository');
  t.context = { stand, repository };
  await stand.take(repository);
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
  'a backup of a running installation is restored elsewhere with every row and object',
  async (t) => {
    const { stand, repository } = t.context;
    const target = stand.place('restored');
    await stand.restore(repository, { DATA_DIR: target });
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
  },
);

test.serial('a second backup of a busy installation copies only what has changed', async (t) => {
  const { stand, repository } = t.context;
  // Of another account: what is pushed to no display in particular replaces no picture of theirs.
  const family = await registerPerson(createClient(stand.app), stand.app.url);
  const panels = await Promise.all(Array.from({ length: 3 }, () => family.panel({ heartbeatMs: 100 })));
  let busy = true;
  const people = Array.from({ length: 3 }, async (_, who) => {
    for (let n = 0; busy && n < 20; n++) {
      const { body } = await stand.person.sdk.post('/push', { raw: Buffer.from(`Note ${n} of ${who}`) });
      t.is((await stand.person.sdk.get('/api/sdk/v1/contents')).status, 200);
      if (n % 2) await stand.person.app.delete(`/api/app/v1/contents/${body.content.id}`);
    }
  });
  const shown = panels.map(async ({ panel, displayId }, which) => {
    for (let n = 0; busy && n < 3; n++) {
      const bytes = await photographPng(80 + 10 * which + n, 40);
      const contentId = await family.push({ bytes, contentType: 'image/png' }, { displayId });
      await panel.confirmed((await family.settled(contentId)).presentationIds[0], { timeoutMs: 60_000 });
    }
  });
  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  await stand.person.settled(await stand.person.push(picture, { output: {} }));
  const taken = await stand.run('backup', { TO: repository });
  busy = false;
  await Promise.all([...people, ...shown]);
  t.is(taken.code, 0, taken.text);
  const [, all, fresh] = /(\d+) objects .*, (\d+) of them new/.exec(taken.text)?.map(Number) ?? [];
  t.true((fresh ?? 0) > 0 && (fresh ?? 0) < (all ?? 0), taken.text);
  // Rows are loaded with their foreign keys: the rows of a snapshot that is not of one moment would not fit together.
  const verified = await stand.run('verify', { FROM: repository, DATA_DIR: stand.place('verified') });
  t.is(verified.code, 0, verified.text);
  t.regex(verified.text, new RegExp(`^${basename(await newestSnapshot(repository))} is whole`));
  t.true(existsSync(join(stand.place('verified'), 'backup-verified.json')));
});

test.serial(
  'a killed backup leaves a repository that verifies, and the next backup is complete',
  async (t) => {
    const { stand } = t.context;
    const repository = await stand.copyOf(t.context.repository, 'killed');
    for (let later = 0; later < 4; later++) {
      const child = stand.spawn('backup', { TO: repository });
      const drafted = async () =>
        (await readdir(join(repository, 'snapshots'))).some((name) => name.endsWith('.unfinished'));
      while (!hasEnded(child) && !(await drafted()));
      for (let turn = 0; turn < later * 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      await kill(child);
    }
    await checkNewest(repository);
    await stand.take(repository);
    t.true((await readdir(join(repository, 'snapshots'))).every((name) => name.endsWith('Z')));
  },
);

(hasScript ? test.serial : test.serial.skip)(
  'on a terminal a line shows how far a backup is, and what remains is what it says in the end',
  async (t) => {
    const { stand } = t.context;
    const shown = await stand.runOnTerminal('backup', { TO: stand.place('on-a-terminal') });
    const lines = shown.split('\r\u001b[K');
    t.is(lines.shift(), '');
    t.regex(lines.pop() as string, /^\d{8}T\d{6}Z is in /);
    t.true(lines.length > 0 && lines.every((line) => /^new objects \d+$/.test(line)), shown);
  },
);

test.serial('of two backups at once the second is refused, or runs after the first', async (t) => {
  const { stand } = t.context;
  const lock = new pg.Client({ connectionString: stand.app.config.DATABASE_URL });
  await lock.connect();
  await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.backup]);
  const second = stand.take(stand.place('second'));
  await t.throwsAsync(second, { message: /Another backup of this installation runs/ });
  await lock.end();
});

test.serial('a backup runs while events are distributed, and does not delay them', async (t) => {
  const { stand } = t.context;
  const distribution = new pg.Client({ connectionString: stand.app.config.DATABASE_URL });
  await distribution.connect();
  await distribution.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.outbox]);
  await t.notThrowsAsync(stand.take(stand.place('while-distributing')));
  await distribution.end();
  const numbers = Object.values(ADVISORY_LOCKS);
  t.is(new Set(numbers).size, numbers.length);
});

type Child = ReturnType<BackupStand['spawn']>;

const hasEnded = (child: Child) => child.exitCode !== null || child.signalCode !== null;

/** The id of the server that a process has started in `folder`, once it has; null when the process ended before. */
async function postmasterOf(child: Child, folder: string): Promise<number | null> {
  while (!hasEnded(child)) {
    const text = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number.parseInt(text, 10);
    if (pid > 0) return pid;
    await pause(5);
  }
  return null;
}

async function kill(child: Child): Promise<void> {
  const ended = hasEnded(child) ? undefined : once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

test.serial(
  'a box with an interrupted restore does not start, and restoring again starts over',
  async (t) => {
    const { stand, repository } = t.context;
    const target = stand.place('half');
    const child = stand.spawn('restore', { FROM: repository, DATA_DIR: target });
    const postmaster = await postmasterOf(child, target);
    await kill(child);
    t.throws(() => refuseUnfinishedRestore(target), { message: /run `make restore` again/ });
    await stand.restore(repository, { DATA_DIR: target });
    t.false(postmaster === null || isRunning(postmaster), 'the server that it left has been stopped');
    t.notThrows(() => refuseUnfinishedRestore(target));
    await checkNewest(repository);
  },
);

test.serial('of two restores at once the second is refused', async (t) => {
  const { stand, repository } = t.context;
  const target = stand.place('two');
  await mkdir(target);
  await writeFile(join(target, 'restore-unfinished'), `${process.ppid}\n`);
  await t.throwsAsync(stand.restore(repository, { DATA_DIR: target }), { message: /Another restore into/ });
});

test.serial('the next verification removes what a killed one left', async (t) => {
  const { stand, repository } = t.context;
  const TMPDIR = stand.place('tmp');
  await mkdir(TMPDIR);
  const [AT = ''] = (await readdir(join(repository, 'snapshots'))).sort();
  const settings = { FROM: repository, AT, DATA_DIR: stand.place('verified'), TMPDIR };
  const child = stand.spawn('verify', settings);
  let left: string | undefined;
  while (left === undefined && !hasEnded(child))
    left = (await readdir(TMPDIR)).find((name) => name.startsWith('placard-verify-'));
  const postmaster = await postmasterOf(child, join(TMPDIR, left ?? ''));
  await kill(child);
  const { code, text } = await stand.run('verify', settings);
  t.is(code, 0, text);
  t.regex(text, new RegExp(`^${AT} is whole`));
  t.false(postmaster !== null && isRunning(postmaster));
  t.deepEqual(await readdir(TMPDIR), []);
});

test.serial(
  'a restore fills another Postgres and store; a lost connection is reported, and restoring again starts over',
  async (t) => {
    const { stand, repository } = t.context;
    const [dataDir, DATA_DIR] = [stand.place('foreign'), stand.place('beside-foreign')];
    let postgres = await startPostgres({ dataDir, profile: 'fleeting' });
    const objects = stand.place('objects-of-foreign');
    const settings = { DATA_DIR, DATABASE_URL: postgres.url, STORAGE_URL: `file:${objects}` };
    const half = openDb(postgres.url, 'placard-test', 1);
    const child = stand.spawn('restore', { FROM: repository, ...settings });
    const begun = "select to_regclass('identity.users') is not null as begun";
    const hasBegun = async () => (await half.raw(begun)).rows[0].begun;
    await until('the restore has begun to fill the database', hasBegun, { everyMs: 2 });
    await half.destroy();
    await kill(child);
    t.throws(() => refuseUnfinishedRestore(DATA_DIR), { message: /run `make restore` again/ });
    const elsewhere = stand.restore(repository, { ...settings, DATA_DIR: stand.place('elsewhere') });
    await t.throwsAsync(elsewhere, { message: /The database is not empty/ });
    const restored = stand.restore(repository, settings, (what) => {
      if (what === 'objects restored' && isRunning(postgres.pid)) process.kill(postgres.pid, 'SIGKILL');
    });
    await t.throwsAsync(restored, { message: /^The database of DATABASE_URL cannot be opened/ });
    await checkNewest(repository);
    await postgres.lost;
    postgres = await startPostgres({ dataDir, profile: 'fleeting' });
    t.teardown(() => postgres.stop());
    const foreign = join(objects, 'users/somebody-else');
    await writeFile(foreign, 'data');
    await t.throwsAsync(stand.restore(repository, settings), {
      message: /The store is not empty .*somebody-else/,
    });
    await rm(foreign);
    await stand.restore(repository, settings);
    const db = openDb(postgres.url, 'placard-test', 1);
    t.true((await db('identity.users')).length > 0);
    await db.destroy();
  },
);

test.serial('a verification reports the loss of its database and removes it', async (t) => {
  const repository = openRepository(t.context.repository);
  const databases = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`placard-verify-${process.pid}-`));
  let killed = false;
  const progress = {
    step(what: string) {
      if (killed || what !== 'tables counted') return;
      const file = join(tmpdir(), databases()[0] as string, 'postgres/data/postmaster.pid');
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL');
      killed = true;
    },
    end() {},
  };
  const verified = verifyBackup(repository, await chooseSnapshot(repository, undefined), progress);
  await t.throwsAsync(verified, {
    instanceOf: StartError,
    message: /^The database in \S+, which is thrown away after it, cannot be opened/,
  });
  t.true(killed);
  t.deepEqual(databases(), []);
  await checkNewest(t.context.repository);
});
