import test from 'ava';
import type { ApiResponse } from '#test/support/client.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';

const stand = await startStand({
  RATE_LIMITS: 'on',
  RATE_REGISTER_PER_HOUR: '20',
  RATE_LOGIN_PER_MINUTE: '30',
  RATE_REFRESH_PER_MINUTE: '5',
  RATE_PASSWORD_FAILURES_PER_15_MINUTES: '4',
  RATE_API_PER_MINUTE: '40',
  TRUST_PROXY: '1',
});
const { clock } = stand;
test.after.always(() => stand.close());

/** Each test calls from an address of its own. */
function from(address: string) {
  const headers = { 'x-forwarded-for': `203.0.113.99, ${address}` };
  const { client } = stand;
  return {
    post: (path: string, body: unknown, token?: string) => client.post(path, { body, headers, token }),
    put: (path: string, body: unknown, token: string) => client.put(path, { body, headers, token }),
    delete: (path: string, body: unknown, token: string) => client.delete(path, { body, headers, token }),
    get: (path: string, token: string) => client.get(path, { headers, token }),
  };
}

async function account(address: string) {
  const caller = from(address);
  return {
    ...(await register({ ...stand.client, post: (path, { body } = {}) => caller.post(path, body) })),
    caller,
  };
}

const isLimited = (response: ApiResponse) =>
  response.status === 429 &&
  response.body.error.code === 'rate_limited' &&
  /^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '');

test.serial(
  'failed password checks are limited per account and address, wherever they are made',
  async (t) => {
    const { caller, email, username, password, accessToken } = await account('192.0.2.1');
    const wrong = (identifier: string) => caller.post('/auth/login', { identifier, password: 'wrong' });
    t.is((await wrong(email)).status, 401);
    t.is((await wrong(username.toUpperCase())).status, 401);
    const change = { password: 'new password', currentPassword: 'wrong' };
    t.is((await caller.put('/auth/me', change, accessToken)).status, 401);
    t.is(
      (await caller.delete('/auth/account', { confirm: true, password: 'wrong' }, accessToken)).status,
      401,
    );
    for (const response of [
      await wrong(email),
      await caller.post('/auth/login', { identifier: email, password }),
      await caller.put('/auth/me', change, accessToken),
      await caller.delete('/auth/account', { confirm: true, password }, accessToken),
    ])
      t.true(isLimited(response));
    const elsewhere = await from('192.0.2.2').post('/auth/login', { identifier: email, password });
    t.is(elsewhere.status, 200, 'the owner at another address is not locked out');
    clock.move({ seconds: 1800 });
    t.is((await caller.post('/auth/login', { identifier: email, password })).status, 200);
  },
);

test.serial('successful logins do not count as failures', async (t) => {
  const { caller, email: identifier, password } = await account('192.0.2.3');
  for (let round = 0; round < 8; round++)
    t.is((await caller.post('/auth/login', { identifier, password })).status, 200);
});

test.serial('parallel guesses are limited, and unknown names in the same way', async (t) => {
  const { caller, email } = await account('192.0.2.4');
  for (const identifier of [email, 'nobody@example.com']) {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => caller.post('/auth/login', { identifier, password: 'wrong' })),
    );
    t.is(responses.filter(({ status }) => status === 401).length, 4, identifier);
    t.is(responses.filter(isLimited).length, 8, identifier);
  }
});

test.serial('logins are limited per address', async (t) => {
  const caller = from('192.0.2.5');
  const responses = [];
  for (let round = 0; round < 31; round++)
    responses.push(await caller.post('/auth/login', { identifier: `nobody${round}`, password: 'wrong' }));
  t.deepEqual(
    responses.slice(0, 30).map(({ status }) => status),
    Array(30).fill(401),
  );
  t.true(isLimited(responses[30] as ApiResponse));
  t.is((await from('192.0.2.6').post('/auth/login', { identifier: 'nobody', password: 'x' })).status, 401);
  const { status } = await caller.post('/auth/password/reset', { token: 'x', password: 'long enough' });
  t.is(status, 429, 'guessing reset codes counts too');
});

test.serial('an IPv6 network of 64 bits is one address to a limit', async (t) => {
  const guess = (address: string) =>
    from(address).post('/auth/login', { identifier: `nobody at ${address}`, password: 'wrong' });
  for (let host = 1; host <= 30; host++) t.is((await guess(`2001:db8:0:1::${host}`)).status, 401);
  t.true(isLimited(await guess('2001:db8:0:1:ffff::1')));
  t.is((await guess('2001:db8:0:2::1')).status, 401);
});

test.serial('a limit counts before a body is read, so malformed bodies count, too', async (t) => {
  const caller = from('192.0.2.11');
  for (let round = 0; round < 30; round++) t.is((await caller.post('/auth/login', [])).status, 400);
  t.true(isLimited(await caller.post('/auth/login', { identifier: 'nobody', password: 'wrong' })));
  const { status } = await from('192.0.2.12').post('/auth/login', { identifier: 'x'.repeat(70_000) });
  t.is(status, 413);
});

test.serial(
  'registrations are limited per address, and the caller’s own X-Forwarded-For does not help',
  async (t) => {
    for (let round = 0; round < 20; round++) await account('192.0.2.7');
    const body = { email: 'late@example.com', username: 'late', password: 'long enough' };
    t.true(isLimited(await from('192.0.2.7').post('/auth/register', body)));
    const headers = { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' };
    t.true(isLimited(await stand.client.post('/auth/register', { body, headers })));
    t.is((await from('192.0.2.8').post('/auth/register', body)).status, 201);
    clock.move({ hours: 2 });
    await t.notThrowsAsync(account('192.0.2.7'));
  },
);

test.serial('refreshes are limited per address', async (t) => {
  const { caller, refreshToken } = await account('192.0.2.9');
  for (let round = 0; round < 5; round++) await caller.post('/auth/refresh', { refreshToken: 'plc_rt_x' });
  t.true(isLimited(await caller.post('/auth/refresh', { refreshToken })));
  clock.move({ seconds: 120 });
  t.is((await caller.post('/auth/refresh', { refreshToken })).status, 200);
});

test.serial('requests are limited per session', async (t) => {
  const { caller, accessToken } = await account('192.0.2.10');
  const other = await account('192.0.2.10');
  for (let round = 0; round < 40; round++) await caller.get('/auth/sessions', accessToken);
  t.true(isLimited(await caller.get('/auth/sessions', accessToken)));
  t.is((await caller.get('/auth/sessions', other.accessToken)).status, 200);
});
