import test from 'ava';
import { listen } from '#shared/db/notify.ts';
import { createLog } from '#shared/log.ts';
import { until } from '#test/support/until.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';

const stand = await startStand();
const { client, clock } = stand;
test.after.always(() => stand.close());

const logIn = async (account: { email: string; password: string }) => {
  const body = { identifier: account.email, password: account.password };
  return (await client.post('/auth/login', { body })).body as { accessToken: string; refreshToken: string };
};
const refresh = (refreshToken: unknown) => client.post('/auth/refresh', { body: { refreshToken } });

test.serial('endpoints that need a session are 401 without a token', async (t) => {
  for (const [method, path] of [
    ['GET', '/auth/me'],
    ['PUT', '/auth/me'],
    ['GET', '/auth/sessions'],
    ['DELETE', '/auth/sessions/1'],
    ['POST', '/auth/logout'],
    ['DELETE', '/auth/account'],
    ['GET', '/auth/tokens'],
    ['POST', '/auth/tokens'],
    ['DELETE', '/auth/tokens/1'],
  ] as const) {
    const response = await client.call(method, path, { body: method === 'GET' ? undefined : {} });
    t.is(response.status, 401, `${method} ${path}`);
    t.is(response.body.error.code, 'authentication_failed');
  }
});

test.serial('a refresh token works once and yields a new pair', async (t) => {
  const account = await register(client);
  const rotated = await refresh(account.refreshToken);
  t.is(rotated.status, 200);
  t.is(rotated.body.user.id, account.userId);
  t.not(rotated.body.refreshToken, account.refreshToken);
  t.is((await client.as(rotated.body.accessToken).get('/auth/me')).status, 200);
  t.is((await account.client.get('/auth/sessions')).body.length, 1, 'it is still one session');
  t.is((await refresh(rotated.body.refreshToken)).status, 200);
});

test.serial('wrong refresh tokens are 401, malformed bodies 400', async (t) => {
  t.is((await refresh('plc_rt_nonsense')).status, 401);
  t.is((await refresh(undefined)).status, 400);
  t.is((await refresh(['plc_rt_x'])).status, 400);
});

test.serial('a used refresh token within ten seconds is only refused', async (t) => {
  const account = await register(client);
  const rotated = await refresh(account.refreshToken);
  clock.move({ seconds: 9 });
  t.is((await refresh(account.refreshToken)).status, 401);
  t.is((await account.client.get('/auth/me')).status, 200);
  t.is((await refresh(rotated.body.refreshToken)).status, 200);
});

test.serial('a used refresh token after ten seconds ends every session of that user alone', async (t) => {
  const [account, other] = [await register(client), await register(client)];
  const elsewhere = await logIn(account);
  const rotated = await refresh(account.refreshToken);
  clock.move({ seconds: 11 });
  t.is((await refresh(account.refreshToken)).status, 401);
  for (const token of [account.accessToken, elsewhere.accessToken, rotated.body.accessToken]) {
    t.is((await client.as(token).get('/auth/me')).status, 401);
  }
  t.is((await refresh(rotated.body.refreshToken)).status, 401);
  t.is((await refresh(elsewhere.refreshToken)).status, 401);
  t.is((await other.client.get('/auth/me')).status, 200);
});

test.serial('of 50 parallel refreshes of one token, one succeeds', async (t) => {
  const account = await register(client);
  const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(account.refreshToken)));
  const winners = responses.filter(({ status }) => status === 200);
  t.is(winners.length, 1);
  t.is(responses.filter(({ status }) => status === 401).length, 49);
  t.is((await refresh(winners[0]?.body.refreshToken)).status, 200);
  t.is((await stand.db('identity.refresh_tokens').where({ user_id: account.userId })).length, 3);
});

test.serial('a session that is idle for 30 days ends, and any use prolongs it', async (t) => {
  const account = await register(client);
  clock.move({ days: 2 });
  const used = await account.client.get('/auth/me');
  t.is(used.status, 200);
  const recorded = () =>
    stand.db('identity.sessions').where({ user_id: account.userId }).first('last_used_at');
  await until('the use to be noted', async () => (await recorded()).last_used_at >= clock.now());
  clock.move({ days: 29 });
  const rotated = await refresh(account.refreshToken);
  t.is(rotated.status, 200, 'counted from the last use');
  clock.move({ days: 30, seconds: 1 });
  t.is((await refresh(rotated.body.refreshToken)).status, 401);
});

test.serial('no session lives longer than 180 days', async (t) => {
  const account = await register(client);
  let { refreshToken, accessToken } = account;
  for (let round = 0; round < 7; round++) {
    clock.move({ days: 25.4 });
    const rotated = await refresh(refreshToken);
    t.is(rotated.status, 200);
    ({ refreshToken, accessToken } = rotated.body);
  }
  clock.move({ days: 1 });
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  const { expires_at } = await stand
    .db('identity.sessions')
    .where({ user_id: account.userId })
    .first('expires_at');
  t.is(claims.exp, Math.floor(expires_at.getTime() / 1000), 'cut off at the limit');
  const late = await client.as(accessToken).get('/auth/me');
  t.is(late.status, 200);
  t.is(late.headers.get('x-renewed-token'), null, 'never renewed past the limit');
  clock.move({ days: 2 });
  t.is((await refresh(refreshToken)).status, 401);
  t.is((await client.as(accessToken).get('/auth/me')).status, 401);
});

test.serial('a token is renewed when less than a day is left, as long as its session lives', async (t) => {
  const account = await register(client);
  clock.move({ hours: 47 });
  t.is((await account.client.get('/auth/sessions')).headers.get('x-renewed-token'), null);
  clock.move({ hours: 2 });
  const response = await account.client.get('/auth/sessions');
  const renewed = response.headers.get('x-renewed-token') ?? '';
  clock.move({ hours: 24 });
  t.is((await account.client.get('/auth/me')).status, 401, 'the old one has expired');
  t.is((await client.as(renewed).get('/auth/me')).status, 200);
  clock.move({ hours: 30 });
  await client.as(renewed).post('/auth/logout', { body: {} });
  const dead = await client.as(renewed).get('/auth/me');
  t.is(dead.status, 401);
  t.is(dead.headers.get('x-renewed-token'), null);
});

test.serial('logout ends the session of the refresh token, else of the access token', async (t) => {
  const account = await register(client);
  const [second, third] = [await logIn(account), await logIn(account)];
  const byToken = await account.client.post('/auth/logout', { body: { refreshToken: second.refreshToken } });
  t.deepEqual(byToken.body, { ok: true });
  t.is((await client.as(second.accessToken).get('/auth/me')).status, 401);
  t.is((await refresh(second.refreshToken)).status, 401);
  t.is((await account.client.get('/auth/me')).status, 200);
  t.is((await account.client.post('/auth/logout')).status, 200, 'the body is optional');
  t.is((await account.client.get('/auth/me')).status, 401);
  t.is((await client.as(third.accessToken).get('/auth/me')).status, 200);
  t.is((await client.as(third.accessToken).post('/auth/logout', { body: { refreshToken: 7 } })).status, 400);
});

test.serial('repeated use of a logged-out token changes nothing', async (t) => {
  const account = await register(client);
  const second = await logIn(account);
  await client.as(second.accessToken).post('/auth/logout');
  t.is((await refresh(second.refreshToken)).status, 401);
  clock.move({ seconds: 20 });
  t.is((await refresh(second.refreshToken)).status, 401);
  t.is((await account.client.get('/auth/me')).status, 200);
});

test.serial('logging out with another user’s refresh token changes nothing', async (t) => {
  const [account, other] = [await register(client), await register(client)];
  const body = { refreshToken: other.refreshToken };
  t.is((await account.client.post('/auth/logout', { body })).status, 200);
  t.is((await account.client.get('/auth/me')).status, 200);
  t.is((await other.client.get('/auth/me')).status, 200);
  t.is((await refresh(other.refreshToken)).status, 200);
});

test.serial('revoking a session ends it and its refresh token at once, and notifies listeners', async (t) => {
  const account = await register(client);
  const second = await logIn(account);
  const list = (await account.client.get('/auth/sessions')).body;
  const { id } = list.find(({ current }: { current: boolean }) => !current);
  const notified = Promise.withResolvers<string>();
  const listener = await listen({
    url: stand.databaseUrl,
    log: createLog('test', 'silent'),
    channels: { credential_ended: notified.resolve },
    onConnect: () => {},
  });
  t.deepEqual((await account.client.delete(`/auth/sessions/${id}`)).body, { ok: true });
  t.is(await notified.promise, id);
  await listener.close();
  t.is((await client.as(second.accessToken).get('/auth/me')).status, 401);
  t.is((await refresh(second.refreshToken)).status, 401);
  t.is((await account.client.get('/auth/sessions')).body.length, 1);
  t.is((await account.client.delete(`/auth/sessions/${id}`)).status, 404);
});

test.serial('a session id that is unknown, of another user or malformed is 404', async (t) => {
  const [account, other] = [await register(client), await register(client)];
  const [{ id }] = (await other.client.get('/auth/sessions')).body;
  for (const name of [id, '019a8c1e-6d2f-7a31-9c44-2b1f0e7d5a90', 'nonsense', '%00']) {
    const response = await account.client.delete(`/auth/sessions/${name}`);
    t.is(response.status, 404, name);
    t.is(response.body.error.code, 'session_not_found');
  }
  t.is((await other.client.get('/auth/me')).status, 200);
});
