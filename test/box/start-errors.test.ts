import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { freePort } from '#test/support/free-port.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { explainPostgresFailure } from '../../box/postgres-failure.ts';
import { makeFolder } from './run-script.ts';

/** Empties the screen of a terminal, colours what follows, and moves up to write over the line before. */
const ESCAPES = '\x1b[2J\x1b[31mhello\x9b1A\x07';
const SHOWN = '\\u{1b}[2J\\u{1b}[31mhello\\u{9b}1A\\u{7}';

/** What a program of the project, which does not start, says on standard error. */
async function complaint(script: string, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', script), 'none.ts'], {
    env: {
      ...COMPILE_CACHE,
      PATH: '/usr/bin:/bin',
      PLACARD_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [message] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return message;
}

/** The address of a database that refuses every connection, in words with escape sequences. */
async function startRefusingDatabase(t: ExecutionContext, code = '28000'): Promise<string> {
  const fields = [`SFATAL`, `C${code}`, `M${ESCAPES}`].map((field) => `${field}\0`).join('');
  const body = Buffer.from(`${fields}\0`);
  const message = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), body]);
  message.writeInt32BE(body.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(message));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return `postgres://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/placard`;
}

for (const script of [
  'modules/main.ts',
  'gateway/main.ts',
  'worker/main.ts',
  'box/migrate.ts',
  'box/main.ts',
])
  test(`${script}: control characters in a message of the database do not reach the terminal`, async (t) => {
    const settings = { DATABASE_URL: await startRefusingDatabase(t), DATA_DIR: makeFolder(t) };
    const message = await complaint(script, settings);
    t.true(message.includes(SHOWN), message);
    t.false(message.includes('\x1b') || message.includes('\x9b') || message.includes('\x07'));
  });

for (const script of ['box/with-database.ts', 'box/main.ts'])
  test(`${script}: control characters in the name of a folder do not reach the terminal`, async (t) => {
    const file = join(makeFolder(t), 'file');
    writeFileSync(file, '');
    const message = await complaint(script, { DATA_DIR: join(file, ESCAPES) });
    t.true(message.includes(SHOWN), message);
    t.false(message.includes('\x1b') || message.includes('\x9b') || message.includes('\x07'));
  });

for (const script of [
  'modules/display/commands/list-panels.ts',
  'box/backup/backup-command.ts',
  'box/migrate.ts',
])
  test(`${script}: an unreachable database is explained in one sentence`, async (t) => {
    const settings = {
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/placard`,
      DATA_DIR: makeFolder(t),
    };
    t.regex(
      await complaint(script, settings),
      /^The database of DATABASE_URL cannot be opened \(connect ECONNREFUSED [^)]*\): check the address, and that it runs\.\n$/,
    );
  });

test('box/main.ts: a first start on a full disk is explained in one sentence', async (t) => {
  const settings = { DATABASE_URL: await startRefusingDatabase(t, '53100'), DATA_DIR: makeFolder(t) };
  t.is(await complaint('box/main.ts', settings), `The disk is full: make room and start again. (${SHOWN})\n`);
});

test('a partial write of Postgres is reported as a full disk, not as damage', (t) => {
  const output =
    'FATAL:  could not extend file "base/1/2675": wrote only 4096 of 8192 bytes at block 7\nHINT:  Check free disk space.\n';
  t.regex(
    explainPostgresFailure('/data', output).message,
    /^The database in \/data cannot start: the disk is full;/,
  );
});

test('box/with-database.ts: creates no secret for a database that other processes use', async (t) => {
  const settings = {
    DATABASE_URL: 'postgres://127.0.0.1:1/placard',
    DATA_DIR: makeFolder(t),
    PLACARD_SECRET: '',
  };
  t.regex(await complaint('box/with-database.ts', settings), /^PLACARD_SECRET is not set.*set the same one/);
  t.deepEqual(readdirSync(settings.DATA_DIR), []);
});
