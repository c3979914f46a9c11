import { gzipSync } from 'node:zlib';
import test from 'ava';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const stand = await startStand();
const { client } = stand;
test.after.always(() => stand.close());

/** Every endpoint that takes a JSON body, with a good one. */
const BODIES: [string, string, Record<string, unknown>, boolean][] = [
  ['POST', '/auth/register', { email: 'a@example.com', username: 'abc', password: '12345678' }, false],
  ['POST', '/auth/login', { identifier: 'abc', password: '12345678' }, false],
  ['POST', '/auth/refresh', { refreshToken: 'plc_rt_x' }, false],
  ['POST', '/auth/password/reset', { token: 'x', password: '12345678' }, false],
  ['POST', '/auth/oauth/apple/native', { identityToken: 'x' }, false],
  ['POST', '/auth/logout', { refreshToken: 'plc_rt_x' }, true],
  ['PUT', '/auth/me', { username: 'abc', password: '12345678', currentPassword: '12345678' }, true],
  ['POST', '/auth/tokens', { name: 'n' }, true],
  ['DELETE', '/auth/account', { confirm: true, password: '12345678' }, true],
];

/** Far more than a loaded machine needs. */
const AT_ONCE_MS = 60_000;

const raw = (method: string, path: string, body: string, token?: string) =>
  fetch(stand.url + path, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  });

test('values of the wrong kind are 400 in every field of every endpoint', async (t) => {
  const account = await register(client);
  for (const [method, path, good, guarded] of BODIES) {
    const caller = guarded ? account.client : client;
    for (const field of Object.keys(good)) {
      for (const wrong of [[], ['x'], {}, { $ne: '' }, 7, '\u0000', '\ud800', 'a\u0000b']) {
        const response = await caller.call(method, path, { body: { ...good, [field]: wrong } });
        t.is(response.status, 400, `${method} ${path} ${field} ${JSON.stringify(wrong)}`);
      }
    }
    for (const wrong of ['[]', 'null', '"text"', '7', '{', 'undefined', '{"a":1}}']) {
      const response = await raw(method, path, wrong, guarded ? account.accessToken : undefined);
      t.is(response.status, 400, `${method} ${path} ${wrong}`);
    }
  }
  t.is((await account.client.get('/auth/me')).status, 200);
});

test('__proto__ and similar keys have no effect', async (t) => {
  const { email, password } = await register(client);
  const login = `"identifier":"${email}","password":"${password}"`;
  t.is((await raw('POST', '/auth/login', `{${login},"__proto__":{"admin":true}}`)).status, 400);
  t.is(
    (await raw('POST', '/auth/login', `{${login},"constructor":{"prototype":{"admin":true}},"toString":1}`))
      .status,
    200,
  );
  t.is((await raw('POST', '/auth/login', `{"__proto__":{${login}}}`)).status, 400);
  t.is(({} as Record<string, unknown>).admin, undefined);
});

test('10,000-deep JSON is 400 at once', async (t) => {
  const depth = 10_000;
  const begin = performance.now();
  for (const body of [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    '['.repeat(depth),
  ]) {
    t.is((await raw('POST', '/auth/login', body)).status, 400);
  }
  t.true(performance.now() - begin < AT_ONCE_MS);
});

test('a body over 64 KiB is 413, also one of 50 MB and one without a stated length', async (t) => {
  const body = `{"identifier":"${'x'.repeat(50_000_000)}"}`;
  const begin = performance.now();
  const slightly = await raw('POST', '/auth/login', body.slice(0, 64 * 1024 + 1));
  t.is(slightly.status, 413);
  const far = await raw('POST', '/auth/login', body);
  t.is(far.status, 413);
  t.is(((await far.json()) as { error: { code: string } }).error.code, 'payload_too_large');
  const chunked = await fetch(`${stand.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  t.is(chunked.status, 413);
  t.true(performance.now() - begin < AT_ONCE_MS);
});

test('compressed bodies count unpacked', async (t) => {
  const body = gzipSync(JSON.stringify({ identifier: 'x'.repeat(20 * 1024 * 1024) }));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  t.is((await fetch(`${stand.url}/auth/login`, { method: 'POST', headers, body })).status, 413);
  const broken = Buffer.from('no gzip at all');
  t.is((await fetch(`${stand.url}/auth/login`, { method: 'POST', headers, body: broken })).status, 400);
});

test('unknown endpoints and methods are 404', async (t) => {
  const { accessToken } = await register(client);
  for (const [method, path] of [
    ['GET', '/auth'],
    ['GET', '/auth/register'],
    ['PATCH', '/auth/me'],
    ['GET', '/auth/nothing'],
    ['POST', '/auth/oauth/google/callback'],
  ] as const) {
    const response = await fetch(stand.url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    t.is(response.status, 404, `${method} ${path}`);
    t.is(((await response.json()) as { error: { code: string } }).error.code, 'not_found');
  }
});
