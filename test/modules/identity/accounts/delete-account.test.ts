import test from 'ava';
import { freePort } from '#test/support/free-port.ts';
import { appleSettings } from '../providers/apple-settings.ts';
import { fragment, openBrowser } from '../providers/browser.ts';
import { startIdentityProvider } from '../providers/identity-provider.ts';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const apple = await startIdentityProvider(await freePort());
const stand = await startStand(appleSettings(apple.issuer));
const { client, clock, db, ports } = stand;
test.after.always(async () => {
  await stand.close();
  await apple.stop();
});
test.beforeEach(() => {
  ports.cancelSubscription = async () => {};
  ports.eraseUserData = async () => {};
  apple.revocation = { status: 200 };
  apple.revocations.length = 0;
});

const remove = (caller: typeof client, body: unknown) => caller.delete('/auth/account', { body });

/** What is left of a user, in every table of the module. */
async function traces(userId: string): Promise<number> {
  const columns = await db('information_schema.columns')
    .where({ table_schema: 'identity', column_name: 'user_id' })
    .pluck('table_name');
  const counts = await Promise.all(
    columns.map((table) => db(`identity.${table}`).where({ user_id: userId }).count<{ count: number }[]>()),
  );
  const users = await db('identity.users').where({ id: userId });
  return users.length + counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

let people = 0;
/** A user who only signs in through Apple. */
async function viaApple() {
  people += 1;
  apple.persona = { sub: `d-${people}`, email: `d${people}@example.com`, email_verified: true };
  const end = await openBrowser().signIn(`${stand.url}/auth/oauth/apple?client=web`, { formPost: true });
  const caller = client.as(fragment(end).accessToken ?? '');
  return { caller, userId: (await caller.get('/auth/me')).body.id as string };
}

test.serial('all data of the user is deleted, and no data of others', async (t) => {
  const [account, other] = [await register(client), await register(client)];
  const { body: pat } = await account.client.post('/auth/tokens', { body: { name: 'n' } });
  await client.post('/auth/refresh', { body: { refreshToken: account.refreshToken } });
  const before = await traces(other.userId);
  const erased: string[] = [];
  ports.eraseUserData = async (trx, userId) => {
    t.true(trx.isTransaction);
    erased.push(userId);
  };
  const response = await remove(account.client, { confirm: true, password: account.password });
  t.is(response.status, 204);
  t.is(response.text, '');
  t.deepEqual(erased, [account.userId]);
  t.is(await traces(account.userId), 0);
  t.is(await traces(other.userId), before);
  t.is((await account.client.get('/auth/me')).status, 401);
  t.is((await client.as(pat.token).get('/probe')).status, 401);
  const { email: identifier, password } = account;
  t.is((await client.post('/auth/login', { body: { identifier, password } })).status, 401);
  const again = { email: account.email, username: account.username, password };
  t.is((await client.post('/auth/register', { body: again })).status, 201, 'address and name are free again');
});

test.serial('repeated: 404, as long as the token has not expired', async (t) => {
  const account = await register(client);
  const body = { confirm: true, password: account.password };
  t.is((await remove(account.client, body)).status, 204);
  const again = await remove(account.client, body);
  t.is(again.status, 404);
  t.is(again.body.error.code, 'user_not_found');
  clock.move({ hours: 73 });
  t.is((await remove(account.client, body)).status, 401);
});

test.serial('confirm must be true and the password right', async (t) => {
  const account = await register(client);
  const { password } = account;
  for (const body of [
    {},
    { password },
    { confirm: false, password },
    { confirm: 'true', password },
    { confirm: true },
  ]) {
    t.is((await remove(account.client, body)).status, 400, JSON.stringify(body));
  }
  const wrong = await remove(account.client, { confirm: true, password: 'wrong' });
  t.is(wrong.status, 401);
  t.is(wrong.body.error.code, 'invalid_credentials');
  t.is((await account.client.get('/auth/me')).status, 200);
  t.is((await remove(client, { confirm: true, password })).status, 401);
});

test.serial('a session that was ended cannot delete', async (t) => {
  const account = await register(client);
  await account.client.post('/auth/logout');
  t.is((await remove(account.client, { confirm: true, password: account.password })).status, 401);
  t.true((await traces(account.userId)) > 0);
});

test.serial('Apple’s grant is revoked first; a user without a password needs none', async (t) => {
  const { caller, userId } = await viaApple();
  t.is((await remove(caller, { confirm: true })).status, 204);
  t.is(apple.revocations.length, 1);
  t.like(apple.revocations[0], { client_id: 'com.example.web', token_type_hint: 'refresh_token' });
  t.regex(apple.revocations[0]?.token ?? '', /^grant-of-com\.example\.web/);
  t.is(await traces(userId), 0);
});

test.serial('every grant of Apple is revoked, of the app and of the web', async (t) => {
  const { caller, userId } = await viaApple();
  const identityToken = await apple.idToken({ ...apple.persona, aud: 'com.example.app' });
  const native = await client.post('/auth/oauth/apple/native', {
    body: { identityToken, authorizationCode: 'one-time' },
  });
  t.is(native.body.user.id, userId);
  t.is((await remove(caller, { confirm: true })).status, 204);
  t.deepEqual(apple.revocations.map(({ client_id }) => client_id).sort(), [
    'com.example.app',
    'com.example.web',
  ]);
  for (const { client_id, token } of apple.revocations) t.true(token?.startsWith(`grant-of-${client_id}`));
  t.is(await traces(userId), 0);
});

test.serial('while Apple is down nothing is deleted; afterwards it is', async (t) => {
  const { caller, userId } = await viaApple();
  const before = await traces(userId);
  for (const status of [500, 503]) {
    apple.revocation = { status };
    const response = await remove(caller, { confirm: true });
    t.is(response.status, 500);
    t.is(response.body.error.code, 'internal_error');
  }
  await apple.stop();
  t.is((await remove(caller, { confirm: true })).status, 500);
  t.is(await traces(userId), before);
  await apple.start();
  apple.revocation = { status: 200 };
  t.is((await remove(caller, { confirm: true })).status, 204);
  t.is((await remove(caller, { confirm: true })).status, 404);
});

test.serial('a grant that Apple has already revoked does not stop the deletion', async (t) => {
  const { caller } = await viaApple();
  apple.revocation = { status: 400, body: { error: 'invalid_grant' } };
  t.is((await remove(caller, { confirm: true })).status, 204);
});

test.serial(
  'while billing is down nothing is deleted; afterwards it is, and Apple is not asked again',
  async (t) => {
    const { caller, userId } = await viaApple();
    ports.cancelSubscription = async () => {
      throw new Error('Stripe does not answer');
    };
    t.is((await remove(caller, { confirm: true })).status, 500);
    t.is((await caller.get('/auth/me')).status, 200);
    t.true((await traces(userId)) > 0);
    const cancelled: string[] = [];
    ports.cancelSubscription = async (id) => void cancelled.push(id);
    t.is((await remove(caller, { confirm: true })).status, 204);
    t.deepEqual(cancelled, [userId]);
    t.is(apple.revocations.length, 1);
  },
);

test.serial('when another module cannot erase, nothing is deleted', async (t) => {
  const account = await register(client);
  const before = await traces(account.userId);
  ports.eraseUserData = async (trx, userId) => {
    await trx('identity.users').where({ id: userId }).update({ username: 'half-way' });
    throw new Error('no');
  };
  const body = { confirm: true, password: account.password };
  t.is((await remove(account.client, body)).status, 500);
  t.is(await traces(account.userId), before);
  t.is((await account.client.get('/auth/me')).body.username, account.username);
  ports.eraseUserData = async () => {};
  t.is((await remove(account.client, body)).status, 204);
});

test.serial('a grant that arrives while the others are revoked is revoked, too', async (t) => {
  const { caller, userId } = await viaApple();
  let first = true;
  ports.cancelSubscription = async () => {
    if (!first) return;
    first = false;
    await openBrowser().signIn(`${stand.url}/auth/oauth/apple?client=web`, { formPost: true });
  };
  t.is((await remove(caller, { confirm: true })).status, 204);
  t.is(apple.revocations.length, 2);
  t.is(await traces(userId), 0);
});

test.serial('requests that race the deletion get 401, and nothing is left behind', async (t) => {
  for (let round = 0; round < 5; round++) {
    const account = await register(client);
    const { email: identifier, password, refreshToken, userId } = account;
    const racers = await Promise.all([
      remove(account.client, { confirm: true, password }),
      remove(account.client, { confirm: true, password }),
      ...Array.from({ length: 4 }, () => account.client.post('/auth/tokens', { body: { name: 'n' } })),
      ...Array.from({ length: 4 }, () => client.post('/auth/login', { body: { identifier, password } })),
      ...Array.from({ length: 4 }, () => client.post('/auth/refresh', { body: { refreshToken } })),
      ...Array.from({ length: 4 }, () =>
        account.client.put('/auth/me', { body: { username: `race${round}` } }),
      ),
    ]);
    const [one, two, ...others] = racers.map(({ status }) => status);
    t.deepEqual([one, two].sort(), [204, 404]);
    for (const status of others) t.true([200, 201, 401].includes(status ?? 0), String(status));
    t.is(await traces(userId), 0);
  }
});
