import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { json, startFlakyServer } from '../flaky-server.ts';
import { runInTerminal, runPiped, settingsFolder, terminalTest } from './command-line.ts';

const PASSWORD = 'correct horse 8 batteries';

let app: TestApp;
test.before(async () => {
  app = await startTestApp();
});
test.after.always(() => app?.close());

let people = 0;
async function newAccount(t: ExecutionContext) {
  const email = `cli${++people}@example.org`;
  const client = createClient(app);
  const { body } = await client.post('/auth/register', {
    body: { email, username: `cli${people}`, password: PASSWORD },
  });
  const folder = await settingsFolder(t);
  const path = join(folder, 'placard', 'config.json');
  return { email, session: client.as(body.accessToken), path, env: { XDG_CONFIG_HOME: folder } };
}

const piped = (email: string) => `${email}\n${PASSWORD}\n`;

terminalTest(
  'login in a terminal neither shows nor keeps the password, and logout revokes the token',
  async (t) => {
    const { email, session, path, env } = await newAccount(t);
    // Typed at once, as by a user who is quicker than the prompt.
    const typed = `${email}\r${PASSWORD}\r`;
    const { code, stdout } = await runInTerminal(['login', app.url], { env, answers: [['E-mail', typed]] });
    t.is(code, 0, stdout);
    t.true(stdout.includes(email));
    t.true(stdout.includes('Password: '));
    t.false(stdout.includes(PASSWORD));
    t.regex(stdout, /Signed in to/);

    const kept = await readFile(path, 'utf8');
    t.false(kept.includes(PASSWORD));
    t.is((await stat(path)).mode & 0o777, 0o600);
    t.deepEqual(Object.keys(JSON.parse(kept).tokens), [`${app.url}/`]);
    const tokens = (await session.get('/auth/tokens')).body;
    t.is(tokens[0].name, hostname());
    t.is((await runPiped(['displays', '--json'], { env })).stdout, '[]\n');
    const sessions = (await session.get('/auth/sessions')).body;
    t.is(sessions.length, 1, 'the session that made the token has ended');

    const [secret = ''] = Object.values<string>(JSON.parse(kept).tokens);
    t.is((await runInTerminal(['logout'], { env })).code, 0);
    t.is((await createClient(app).as(secret).get('/api/sdk/v1/displays')).status, 401);
    t.false((await readFile(path, 'utf8')).includes('plc_pat_'));
    t.is((await runPiped(['displays'], { env })).code, 4);
    t.is((await runPiped(['logout'], { env })).code, 4);
  },
);

test('login in a pipe reads a line for each question, and a second one replaces the token', async (t) => {
  const { email, session, path, env } = await newAccount(t);
  const first = await runPiped(['login', app.url], { env, input: piped(email) });
  t.like(first, { code: 0, stderr: '', stdout: `Signed in to ${app.url}/.\n` });
  const former = await readFile(path, 'utf8');
  const again = await runPiped(['login', '--email', email], { env, input: `${PASSWORD}\n` });
  t.is(again.code, 0, again.stderr);
  t.not(await readFile(path, 'utf8'), former);
  const tokens = (await session.get('/auth/tokens')).body;
  t.is(tokens.length, 1, 'the former one is revoked');
});

test('a wrong password is refused and not printed or stored', async (t) => {
  const { email, path, env } = await newAccount(t);
  const { code, stdout, stderr } = await runPiped(['login', app.url], { env, input: `${email}\nsesame\n` });
  t.is(code, 1);
  t.is(stdout, '');
  t.regex(stderr, /e-mail address or the password is wrong/);
  t.false(stderr.includes('sesame'));
  await t.throwsAsync(readFile(path));
  t.is((await runPiped(['login', app.url], { env, input: email })).code, 2);
});

test('a token made elsewhere is tested before it is stored', async (t) => {
  const { session, path, env } = await newAccount(t);
  const { token } = (await session.post('/auth/tokens', { body: { name: 'portal' } })).body;
  const login = ['login', app.url, '--with-token'];
  t.is((await runPiped(login, { env, input: 'plc_pat_wrong\n' })).code, 4);
  t.is((await runPiped(login, { env, input: 'a password\n' })).code, 1);
  await t.throwsAsync(readFile(path));
  t.is((await runPiped(login, { env, input: `${token}\n` })).code, 0);
  t.true((await readFile(path, 'utf8')).includes(token));
});

test('a stored token is sent only to the address that it was made for', async (t) => {
  const { email, env } = await newAccount(t);
  await runPiped(['login', app.url], { env, input: piped(email) });
  const other = await startFlakyServer([json(200, { items: [], nextCursor: null, hasMore: false })]);
  t.teardown(() => other.close());
  const elsewhere = await runPiped(['displays'], { env: { ...env, PLACARD_URL: other.url } });
  t.is(elsewhere.code, 4);
  t.true(elsewhere.stderr.includes(`placard login ${other.url}/`));
  t.is(other.requests.length, 0);
  const named = { ...env, PLACARD_URL: other.url, PLACARD_TOKEN: 'plc_pat_mine' };
  t.is((await runPiped(['displays'], { env: named })).code, 0);
  t.is(other.requests[0]?.headers.authorization, 'Bearer plc_pat_mine');
});

test('settings that others can read, or that are damaged, are reported', async (t) => {
  const { email, path, env } = await newAccount(t);
  await runPiped(['login', app.url], { env, input: piped(email) });
  await chmod(path, 0o644);
  const warned = await runPiped(['displays'], { env });
  t.is(warned.code, 0);
  t.regex(warned.stderr, /others can read .*chmod 600/);
  await writeFile(path, '{"url":');
  t.like(await runPiped(['displays'], { env }), { code: 1, stdout: '' });
});
