import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { freePort } from '#test/support/free-port.ts';
import { until } from '#test/support/until.ts';
import { register, type TestAccount } from '../accounts/account.ts';
import { fragment, openBrowser } from '../providers/browser.ts';
import { startIdentityProvider } from '../providers/identity-provider.ts';
import { startStand } from '../stand.ts';

const google = await startIdentityProvider(await freePort());
const stand = await startStand({
  GOOGLE_CLIENT_ID: 'our-client',
  GOOGLE_CLIENT_SECRET: 'our-secret',
  GOOGLE_ISSUER: google.issuer,
});
const { client, db, url } = stand;
test.after.always(async () => {
  await stand.close();
  await google.stop();
});

const signIn = async () => fragment(await openBrowser().signIn(`${url}/auth/oauth/google?client=web`));
const ownerOf = ({ email }: TestAccount) => {
  google.persona = { sub: `owner of ${email}`, email, email_verified: true };
};

/**
 * Holds the user's row until `count` requests wait for it, in the order of `begin`, then lets them go: each has been
 * authenticated while the session was live.
 */
async function lineUp<T>(
  userId: string,
  begin: (() => Promise<T>)[],
  beforeRelease = async () => {},
): Promise<T[]> {
  const held = await db.transaction();
  // Lining up may take long on a busy machine.
  await held.raw('set local idle_in_transaction_session_timeout = 0');
  await held('identity.users').where({ id: userId }).forUpdate();
  const responses: Promise<T>[] = [];
  for (const one of begin) {
    responses.push(one());
    await untilWaiting(responses.length);
  }
  await beforeRelease();
  await held.commit();
  return Promise.all(responses);
}

/** @throws when so many requests do not wait in time: one of them was answered early */
async function untilWaiting(count: number): Promise<void> {
  await until(`${count} requests that wait for the row`, async () => (await waiting()) >= count);
}

async function waiting(): Promise<number> {
  const [row] = await db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()')
    .count<{ count: number }[]>();
  return row?.count ?? 0;
}

test.serial('a session that ends while it makes a token or changes the account leaves nothing', async (t) => {
  const account = await register(client);
  const { client: caller, password, username, userId } = account;
  const requests = [
    () => caller.post('/auth/tokens', { body: { name: 'late' } }),
    () => caller.put('/auth/me', { body: { username: `${username}-x` } }),
    () => caller.put('/auth/me', { body: { password: 'another password', currentPassword: password } }),
    () => caller.delete('/auth/account', { body: { confirm: true, password } }),
  ];
  // The session ends while the four wait.
  const [token, rename, change, removal] = await lineUp(userId, requests, async () => {
    await db('identity.sessions').where({ user_id: userId }).update({ ended_at: stand.clock.now() });
  });
  for (const response of [token, rename, change, removal]) {
    t.is(response?.status, 401);
    t.is(response?.body.error.code, 'authentication_failed');
  }
  t.is((await client.post('/auth/login', { body: { identifier: username, password } })).status, 200);
  t.deepEqual(await db('identity.personal_access_tokens').where({ user_id: userId }), []);
});

test.serial('linking ends every request that a squatter had under way', async (t) => {
  const squatter = await register(client);
  ownerOf(squatter);
  const unbound: string[] = [];
  stand.ports.unbindPanels = async (_trx, userId) => void unbound.push(userId);
  const caller = squatter.client;
  const [signedIn, ...responses] = await lineUp<any>(squatter.userId, [
    signIn,
    ...Array.from(
      { length: 6 },
      (_, n) => () => caller.post('/auth/tokens', { body: { name: `late ${n}` } }),
    ),
    () => caller.put('/auth/me', { body: { username: `mine-${squatter.username}` } }),
  ]);
  t.is(signedIn.notice, 'password_removed');
  t.deepEqual(unbound, [squatter.userId]);
  t.deepEqual(
    responses.map(({ status }) => status),
    responses.map(() => 401),
  );
  const owner = client.as(signedIn.accessToken);
  t.like((await owner.get('/auth/me')).body, { username: squatter.username, hasPassword: false });
  t.deepEqual((await owner.get('/auth/tokens')).body, []);
});

test.serial('a squatter without a password cannot set one during the linking', async (t) => {
  google.persona = { sub: 'squatter', email: 'shared@example.com', email_verified: false };
  const squatter = client.as((await signIn()).accessToken ?? '');
  const { id } = (await squatter.get('/auth/me')).body;
  google.persona = { sub: 'owner', email: 'shared@example.com', email_verified: true };
  const [signedIn, change] = await lineUp<any>(id, [
    signIn,
    () => squatter.put('/auth/me', { body: { password: 'a back door' } }),
  ]);
  t.is(change.status, 401);
  t.is((await client.as(signedIn.accessToken).get('/auth/me')).body.hasPassword, false);
});

test.serial('none of dozens of calls that race a revocation leaves valid access', async (t) => {
  for (let round = 0; round < 4; round++) {
    const squatter = await register(client);
    ownerOf(squatter);
    const caller = squatter.client;
    const later = (n: number) => pause(n % 8);
    const [signedIn, ...responses] = await Promise.all([
      later(round * 2).then(signIn),
      ...Array.from({ length: 36 }, (_, n) =>
        later(n).then(() => caller.post('/auth/tokens', { body: { name: `t${n}` } })),
      ),
      caller.put('/auth/me', { body: { password: 'a back door', currentPassword: squatter.password } }),
    ]);
    const made = responses.filter(({ status }) => status === 201);
    for (const { body } of made) t.is((await client.as(body.token).get('/probe')).status, 401);
    t.true(responses.every(({ status }) => [200, 201, 401].includes(status)));
    const owner = client.as(signedIn.accessToken ?? '');
    t.is((await owner.get('/auth/me')).body.hasPassword, false);
    t.deepEqual((await owner.get('/auth/tokens')).body, []);
    t.is((await owner.get('/auth/sessions')).body.length, 1);
  }
});

test.serial('two sessions that end each other at once do not both end', async (t) => {
  const account = await register(client);
  const { identifier, password } = { identifier: account.email, password: account.password };
  for (let round = 0; round < 5; round++) {
    const pairs = await Promise.all(
      [0, 1].map(async () => (await client.post('/auth/login', { body: { identifier, password } })).body),
    );
    const callers = pairs.map(({ accessToken }) => client.as(accessToken));
    const ids = await Promise.all(
      callers.map(async (one) => {
        const { body } = await one.get('/auth/sessions');
        return body.find(({ current }: { current: boolean }) => current).id as string;
      }),
    );
    const responses = await Promise.all(callers.map((one, n) => one.delete(`/auth/sessions/${ids[1 - n]}`)));
    t.deepEqual(responses.map(({ status }) => status).sort(), [200, 401]);
  }
});
