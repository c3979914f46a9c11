import test from 'ava';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const stand = await startStand({ REGISTRATION: 'open' });
const { client, clock, db } = stand;
test.after.always(() => stand.close());

/** Runs a command as `make` does. */
const run = (command: string, environment: Record<string, string> = {}) =>
  runOperatorCommand(`identity/commands/${command}`, {
    DATABASE_URL: stand.databaseUrl,
    PUBLIC_URL: stand.url,
    ...environment,
  });

const reset = (body: unknown) => client.post('/auth/password/reset', { body });

test.serial('user-reset prints a code that sets a new password once and ends every session', async (t) => {
  const account = await register(client);
  const { code, text } = await run('reset-user.ts', { EMAIL: account.email.toUpperCase() });
  t.is(code, 0);
  const token = /^ {2}(\S{43})$/m.exec(text)?.[1];
  t.truthy(token);
  t.false(JSON.stringify(await db('identity.password_resets')).includes(token ?? '?'));
  t.is((await reset({ token, password: 'short' })).status, 400);
  const next = 'a wholly new password';
  const responses = await Promise.all(Array.from({ length: 5 }, () => reset({ token, password: next })));
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 401, 401, 401, 401]);
  t.is((await account.client.get('/auth/me')).status, 401);
  t.is((await client.post('/auth/refresh', { body: { refreshToken: account.refreshToken } })).status, 401);
  const logIn = (password: string) =>
    client.post('/auth/login', { body: { identifier: account.email, password } });
  t.is((await logIn(account.password)).status, 401);
  t.is((await logIn(next)).status, 200);
  const again = await reset({ token, password: next });
  t.is(again.status, 401);
  t.is(again.body.error.code, 'invalid_reset_token');
});

test.serial('a code works for an hour, and a newer reset ends older codes', async (t) => {
  const account = await register(client);
  const code = async () => {
    const { text } = await run('reset-user.ts', { EMAIL: account.email });
    return /^ {2}(\S{43})$/m.exec(text)?.[1];
  };
  const [first, second, late] = [await code(), await code(), await code()];
  t.is((await reset({ token: first, password: 'the first new one' })).status, 200);
  t.is((await reset({ token: second, password: 'the second new one' })).status, 401);
  const third = await code();
  clock.move({ hours: 1, seconds: 300 }); // the commands go by the real time, which this clock may lag behind
  t.is((await reset({ token: third, password: 'the third new one' })).status, 401);
  t.is((await reset({ token: late, password: 'the third new one' })).status, 401);
});

test.serial('the printed curl command works', async (t) => {
  const account = await register(client);
  await db('identity.password_resets').delete();
  const { text } = await run('reset-user.ts', { EMAIL: account.username });
  const body = /-d '(\{.*\})'/.exec(text)?.[1] ?? '';
  t.true(text.includes(`curl -X POST ${stand.url}/auth/password/reset`));
  clock.move({ hours: -1 });
  t.is((await reset(JSON.parse(body))).status, 200);
});

test.serial('user-list prints every account and no secret', async (t) => {
  const account = await register(client);
  const { text } = await run('list-users.ts');
  const line = text.split('\n').find((row) => row.includes(account.email)) ?? '';
  t.true(line.includes(account.username) && line.includes('password'));
  t.false(text.includes('$argon2'));
});

test.serial('user-invite prints a code', async (t) => {
  const { text } = await run('invite-user.ts');
  t.regex(text, /^ {2}\S{20}$/m);
  t.true(text.includes('REGISTRATION=invite'), 'it says that registration is open anyway');
  t.is((await db('identity.invites')).length, 1);
});

test.serial('rotate-keys adds a key and keeps all sessions', async (t) => {
  const account = await register(client);
  const { code } = await run('rotate-keys.ts');
  t.is(code, 0);
  t.is((await db('identity.signing_keys')).length, 2);
  t.is((await account.client.get('/auth/me')).status, 200);
});

test.serial('wrong arguments are explained in one sentence', async (t) => {
  for (const [command, environment, words] of [
    ['reset-user.ts', { EMAIL: 'nobody@example.com' }, 'There is no account nobody@example.com'],
    ['reset-user.ts', {}, 'EMAIL is missing'],
    ['list-users.ts', { PLACARD_SECRET: 'x'.repeat(32) }, 'PLACARD_SECRET is not the one'],
    ['list-users.ts', { DATABASE_URL: '' }, 'DATABASE_URL: is not set'],
  ] as const) {
    const { code, text } = await run(command, environment);
    t.not(code, 0);
    t.true(text.includes(words), text);
    t.false(text.includes('    at '), text);
  }
});

test.serial('user-token prints a token that works, and another one the next time', async (t) => {
  const account = await register(client);
  const make = async () => {
    const { code, text } = await run('make-token.ts', { EMAIL: account.email.toUpperCase() });
    t.is(code, 0, text);
    return /^ {2}(plc_pat_\w+)$/m.exec(text)?.[1] ?? '';
  };
  const [first, second] = [await make(), await make()];
  t.not(first, second);
  for (const token of [first, second]) {
    t.is((await client.as(token).get('/probe')).body.userId, account.userId);
  }
  const missing = await run('make-token.ts', { EMAIL: 'absent@example.com' });
  t.is(missing.code, 1);
  t.regex(missing.text, /There is no account absent@example.com/);
});
