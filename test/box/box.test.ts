import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { freePort } from '#test/support/free-port.ts';
import { until } from '#test/support/until.ts';
import { isRunning } from '../../box/process-state.ts';
import { hasEnded, makeFolder, runScript } from './run-script.ts';

interface BoxOptions {
  children?: string[];
  settings?: Record<string, string>;
}

async function launch(t: ExecutionContext, folder: string, { children, settings }: BoxOptions = {}) {
  const port = settings?.HTTP_PORT ?? String(await freePort());
  const script = runScript(t, 'box', children ?? ['http', 'mqtt'], {
    settings: { DATA_DIR: folder, HTTP_PORT: port, LOG_LEVEL: 'warn', ...settings },
  });
  return { ...script, port };
}

/** A box that is ready, with the process ids of everything below it. */
async function start(t: ExecutionContext, folder: string, options?: BoxOptions) {
  const box = await launch(t, folder, options);
  const [, mqtt] = await box.says(/^placard ready http=http:\/\/\S+ mqtt=(\d+)$/m);
  const postgres = Number.parseInt(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
  t.teardown(() => isRunning(postgres) && process.kill(postgres, 'SIGKILL'));
  return { ...box, mqtt: Number(mqtt), postgres };
}

async function response(port: string): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
}

/** The first response that is not `old`, from the process that serves by then. */
async function nextAnswer(port: string, old: number): Promise<number> {
  return until('an answer of another process', async () => {
    const now = await response(port).catch(() => old);
    return now !== old && now;
  });
}

test.serial('is ready with one line, keeps its secret to itself, and leaves no process behind', async (t) => {
  const folder = makeFolder(t);
  const box = await start(t, folder);
  const http = await response(box.port);
  const secret = readFileSync(join(folder, 'secret'), 'utf8');
  t.is(statSync(join(folder, 'secret')).mode & 0o777, 0o600);
  t.is(box.stdout().match(/placard ready/g)?.length, 1);

  box.child.kill('SIGINT');
  t.deepEqual(await box.ended, { code: 0, signal: null });
  t.regex(
    box.stdout(),
    /^placard ready .*\n\n {2}http:\S+\/ .*\n {2}make claim /m,
    'a start says where to go next',
  );
  for (const pid of [http, box.mqtt, box.postgres]) t.false(isRunning(pid));

  const again = await start(t, folder);
  t.is(readFileSync(join(folder, 'secret'), 'utf8'), secret);
  again.child.kill('SIGTERM');
  t.is((await again.ended).code, 0);
});

test.serial('a child that is killed is restarted, and so is Postgres', async (t) => {
  const folder = makeFolder(t);
  const box = await start(t, folder);
  const first = await response(box.port);
  process.kill(first, 'SIGKILL');
  const second = await nextAnswer(box.port, first);
  t.true(isRunning(second));

  process.kill(box.postgres, 'SIGKILL');
  await hasEnded(box.postgres);
  const socketDir = encodeURIComponent(join(folder, 'postgres/socket'));
  const rows = await untilItWorks(() => ask(`postgresql://placard@localhost/placard?host=${socketDir}`));
  t.deepEqual(rows, [{ one: 1 }]);
  t.is(await response(box.port), second, 'the children stayed');

  box.child.kill('SIGTERM');
  t.is((await box.ended).code, 0);
  t.false(isRunning(second));
});

test.serial('a port that is taken ends the start with one sentence and stops everything', async (t) => {
  const folder = makeFolder(t);
  const other = createServer();
  await once(other.listen(await freePort(), '127.0.0.1'), 'listening');
  t.teardown(() => other.close());
  const port = String((other.address() as { port: number }).port);
  const box = await launch(t, folder, { settings: { HTTP_PORT: port } });
  t.is((await box.ended).code, 1);
  t.regex(box.stderr(), new RegExp(`^Port ${port} is taken by another program\\..*\\n$`));
  t.false(statSync(join(folder, 'postgres/data/postmaster.pid'), { throwIfNoEntry: false }) !== undefined);
});

test.serial('a lost secret is reported and never replaced by a new one', async (t) => {
  const folder = makeFolder(t);
  mkdirSync(join(folder, 'postgres/data'), { recursive: true });
  writeFileSync(join(folder, 'postgres/data/PG_VERSION'), '18\n');
  const box = await launch(t, folder);
  t.is((await box.ended).code, 1);
  t.regex(box.stderr(), /^\S+\/secret is missing: put the original back.*\n$/);
  t.deepEqual(readdirSync(folder), ['postgres']);
});

test.serial('a second run on the same folder is refused and disturbs nothing', async (t) => {
  const folder = makeFolder(t);
  const first = await start(t, folder);
  const second = await launch(t, folder);
  t.is((await second.ended).code, 1);
  t.regex(second.stderr(), /^Placard is already running on .*\n$/);
  t.true(Number.isInteger(await response(first.port)));
  first.child.kill('SIGTERM');
  t.is((await first.ended).code, 0);
});

test.serial('when the box itself is killed its children end, and the next run adopts Postgres', async (t) => {
  const folder = makeFolder(t);
  const first = await start(t, folder);
  const http = await response(first.port);
  first.child.kill('SIGKILL');
  await Promise.all([hasEnded(http), hasEnded(first.mqtt)]);
  t.true(isRunning(first.postgres));
  const second = await start(t, folder, { settings: { HTTP_PORT: first.port } });
  t.is(second.postgres, first.postgres);
  second.child.kill('SIGTERM');
  t.is((await second.ended).code, 0);
  t.false(isRunning(second.postgres));
});

test.serial('a second request to stop does not wait for a child that will not finish', async (t) => {
  const box = await start(t, makeFolder(t), { children: ['http', 'stubborn'] });
  box.child.kill('SIGTERM');
  const begin = performance.now();
  const again = setInterval(() => box.child.kill('SIGTERM'), 600);
  await hasEnded(box.mqtt);
  t.true(performance.now() - begin < 7_900, 'sooner than after the grace period of 8 s');
  t.deepEqual(await box.ended, { code: 0, signal: null });
  clearInterval(again);
  t.false(isRunning(box.postgres));
});

test.serial('a child that can never start ends the start', async (t) => {
  const box = await launch(t, makeFolder(t), { children: ['mqtt', 'broken'] });
  t.is((await box.ended).code, 1);
  t.regex(box.stderr(), /The broken process does not start; the lines above say why\.\n$/);
});

test.serial('invalid settings and an unreachable database are explained in words', async (t) => {
  const folder = makeFolder(t);
  const nonsense = await launch(t, folder, { settings: { MQTT_PORT: 'many', LOG_LEVEL: 'loud' } });
  t.is((await nonsense.ended).code, 1);
  t.regex(nonsense.stderr(), /MQTT_PORT: must be a number/);
  t.regex(nonsense.stderr(), /LOG_LEVEL: must be/);
  const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
  const absent = await launch(t, folder, { settings: { DATABASE_URL: nowhere } });
  t.is((await absent.ended).code, 1);
  t.regex(absent.stderr(), /^The database of DATABASE_URL cannot be opened .*\n$/);
  t.is(statSync(join(folder, 'postgres'), { throwIfNoEntry: false }), undefined, 'nothing embedded was made');
});

async function ask(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query('select 1 as one')).rows;
  } finally {
    await client.end();
  }
}

async function untilItWorks<T>(work: () => Promise<T>): Promise<T> {
  const worked = await until('it to work', async () => {
    try {
      return { result: await work() };
    } catch {
      return null;
    }
  });
  return worked.result;
}

test.serial('a command uses an existing database and never creates one', async (t) => {
  const folder = makeFolder(t);
  const command = join(import.meta.dirname, '../../box/with-database.ts');
  const list = join(import.meta.dirname, '../../modules/identity/commands/list-users.ts');
  const missing = join(folder, 'typo');
  const { status, stderr } = spawnSync(process.execPath, [command, list], {
    encoding: 'utf8',
    env: { ...COMPILE_CACHE, DATA_DIR: missing },
  });
  t.is(status, 1);
  t.is(
    stderr,
    `There is no database in ${missing}: DATA_DIR says where it is, and \`make run\` makes one.\n`,
  );
  t.false(existsSync(missing));
});
