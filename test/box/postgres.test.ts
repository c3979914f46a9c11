import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { until } from '#test/support/until.ts';
import { hasEnded, isRoot, makeFolder, NOBODY, othersCanRun, runScript } from './run-script.ts';

interface Started {
  url: string;
  pid: number;
  adopted: boolean;
}

async function start(t: ExecutionContext, dataDir: string, uid?: number) {
  const script = runScript(t, 'postgres', [dataDir], { uid });
  const [line] = await script.says(/^\{.*\}\n/);
  const started = JSON.parse(line) as Started;
  t.teardown(() => killQuietly(started.pid));
  return { ...script, ...started };
}

async function stop(script: { child: { kill(signal: 'SIGTERM'): boolean }; ended: Promise<unknown> }) {
  script.child.kill('SIGTERM');
  await script.ended;
}

async function refusal(t: ExecutionContext, dataDir: string, uid?: number): Promise<string> {
  const script = runScript(t, 'postgres', [dataDir], { uid });
  t.is((await script.ended).code, 1);
  t.notRegex(script.stderr(), /\n\s+at /, 'no stack trace');
  t.is(script.stderr().trim().split('\n').length, 1, 'one sentence');
  return script.stderr();
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone, as it should be.
  }
}

test.serial('keeps stored data, and is opened as a role that is not a superuser', async (t) => {
  const folder = makeFolder(t);
  const first = await start(t, folder);
  await query(first.url, 'create extension pg_trgm');
  await query(first.url, 'create table kept as select 42 as answer');
  await stop(first);
  await hasEnded(first.pid);
  const second = await start(t, folder);
  t.false(second.adopted);
  t.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
  t.deepEqual(await query(second.url, "select current_setting('is_superuser') as super"), [{ super: 'off' }]);
  t.is(statSync(join(folder, 'postgres')).mode & 0o777, 0o700);
  await stop(second);
});

test.serial(
  'started by root it runs as another user, also below folders that only root may enter',
  async (t) => {
    if (!isRoot) return t.pass('needs root');
    const outer = makeFolder(t);
    chmodSync(outer, 0o700);
    const started = await start(t, join(outer, 'inner', 'data'));
    t.regex(readFileSync(`/proc/${started.pid}/status`, 'utf8'), new RegExp(`^Uid:\\s+${NOBODY}\\s`, 'm'));
    await stop(started);
  },
);

test.serial(
  'started by an ordinary user it runs as that user, and as the same when root comes later',
  async (t) => {
    if (!othersCanRun) return t.pass('needs root, and a project folder that others can read');
    const folder = makeFolder(t, NOBODY);
    const ordinary = await start(t, folder, NOBODY);
    await stop(ordinary);
    const root = await start(t, folder);
    t.deepEqual(await query(root.url, 'select 1 as one'), [{ one: 1 }]);
    await stop(root);
    t.is(statSync(join(folder, 'postgres', 'data')).uid, NOBODY);
  },
);

test.serial('a server left by a killed run is adopted with its data', async (t) => {
  const folder = makeFolder(t);
  const first = await start(t, folder);
  await query(first.url, 'create table kept as select 1 as one');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start(t, folder);
  t.true(second.adopted);
  t.is(second.pid, first.pid);
  t.deepEqual(await query(second.url, 'select one from kept'), [{ one: 1 }]);
  await stop(second);
  await hasEnded(second.pid);
});

test.serial('of two on one folder one runs and the other is refused', async (t) => {
  const folder = makeFolder(t);
  const both = [runScript(t, 'postgres', [folder]), runScript(t, 'postgres', [folder])];
  const loser = await Promise.any(
    both.map(async (script) => ((await script.ended).code === 1 ? script : never())),
  );
  const winner = both.find((script) => script !== loser);
  t.regex(loser.stderr(), /already running on .*: stop that one first/);
  const [line] = (await winner?.says(/^\{.*\}\n/)) ?? [];
  const { url, pid } = JSON.parse(line ?? '') as Started;
  t.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }]);
  winner?.child.kill('SIGTERM');
  await hasEnded(pid);
});

function never(): never {
  throw new Error('This one ended well.');
}

test.serial(
  'a killed server starts again although its process id is now a zombie, or another process',
  async (t) => {
    const folder = makeFolder(t);
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.teardown(() => parent.kill('SIGKILL'));
    const [said] = await once(parent.stdout, 'data');
    for (const stalePid of [Number(said), process.pid]) {
      const server = await start(t, folder);
      server.child.kill('SIGKILL');
      process.kill(server.pid, 'SIGKILL');
      await hasEnded(server.pid);
      for (const file of ['data/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
        const path = join(folder, 'postgres', file);
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(stalePid)));
      }
      const next = await start(t, folder);
      t.false(next.adopted);
      t.deepEqual(await query(next.url, 'select 1 as one'), [{ one: 1 }]);
      await stop(next);
    }
  },
);

test.serial('a first start that was killed does not block the next one', async (t) => {
  const folder = makeFolder(t);
  const home = join(folder, 'postgres');
  const first = runScript(t, 'postgres', [folder]);
  const drafts = () => readdirSync(home).filter((name) => name.startsWith('new-'));
  const draftHasFiles = () => {
    try {
      return drafts().some((name) => readdirSync(join(home, name)).length > 5);
    } catch {
      return false;
    }
  };
  await until('files of a draft', draftHasFiles, { everyMs: 0 });
  first.child.kill('SIGKILL');
  await first.ended;
  t.false(readdirSync(home).includes('data'));
  const second = await start(t, folder);
  t.deepEqual(drafts(), []);
  await stop(second);
});

test.serial('an unusable data folder is explained in one sentence', async (t) => {
  const folder = makeFolder(t);
  await stop(await start(t, folder));
  const cluster = join(folder, 'postgres', 'data');

  writeFileSync(join(cluster, 'PG_VERSION'), '15\n');
  t.regex(await refusal(t, folder), /was made by Postgres 15 and this is Postgres 18/);
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n');

  const control = join(cluster, 'global', 'pg_control');
  const whole = readFileSync(control);
  writeFileSync(control, Buffer.alloc(whole.length, 7));
  t.regex(await refusal(t, folder), /The database in .* cannot start/);
  rmSync(control);
  t.regex(await refusal(t, folder), /is damaged \(files are missing\)/);
});

test.serial('a folder that cannot be created or written is explained in one sentence', async (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'file'), '');
  t.regex(await refusal(t, join(folder, 'file', 'data')), /a part of that path is a file/);
  t.regex(await refusal(t, join(folder, 'file')), /a file has that name/);
  if (!othersCanRun) return;
  chmodSync(folder, 0o755);
  t.regex(await refusal(t, join(folder, 'data'), NOBODY), /this account may not write there/);
});

test.serial('a folder whose path is too long for a socket works', async (t) => {
  const folder = join(makeFolder(t), 'long'.repeat(30));
  mkdirSync(folder);
  const started = await start(t, folder);
  t.deepEqual(await query(started.url, 'select 1 as one'), [{ one: 1 }]);
  const socketDir = new URL(started.url).searchParams.get('host') ?? '';
  t.true(socketDir.length < 80);
  t.is(statSync(socketDir).mode & 0o777, 0o700);
  await stop(started);
  t.is(statSync(socketDir, { throwIfNoEntry: false }), undefined);
});
