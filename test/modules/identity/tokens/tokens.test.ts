import { crc32 } from 'node:zlib';
import test from 'ava';
import { until } from '#test/support/until.ts';
import { register } from '../accounts/account.ts';
import { startStand } from '../stand.ts';

const stand = await startStand();
const { client, clock } = stand;
test.after.always(() => stand.close());

const probe = (token: string) => client.as(token).get('/probe');
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 in base62, computed another way than the implementation does. */
function checksum(text: string): string {
  const value = BigInt(crc32(text));
  return [5n, 4n, 3n, 2n, 1n, 0n].map((place) => ALPHABET[Number((value / 62n ** place) % 62n)]).join('');
}

test.serial('a token is shown once, works on its own surface only, and carries a checksum', async (t) => {
  const account = await register(client);
  const created = await account.client.post('/auth/tokens', { body: { name: ' kitchen ' } });
  t.is(created.status, 201);
  const { token, ...shown } = created.body;
  t.regex(token, /^plc_pat_[0-9A-Za-z]{38}$/);
  t.is(token.slice(-6), checksum(token.slice(0, -6)));
  t.true(token.startsWith(shown.prefix));
  t.is(shown.name, 'kitchen');
  t.is(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt), 365 * 86_400_000);
  t.deepEqual((await account.client.get('/auth/tokens')).body, [shown]);
  t.is((await probe(token)).body.userId, account.userId);
  t.is((await client.as(token).get('/auth/me')).status, 401, 'a token is no session');
  t.is((await probe(account.accessToken)).status, 401, 'a session is no token');
});

test.serial('a token lasts a given number of days, or for ever', async (t) => {
  const account = await register(client);
  const create = (expiresInDays: unknown) =>
    account.client.post('/auth/tokens', { body: { name: 'n', expiresInDays } });
  const [day, ever] = [await create(1), await create(null)];
  t.is(ever.body.expiresAt, null);
  t.is((await probe(day.body.token)).status, 200);
  clock.move({ days: 1 });
  t.is((await probe(day.body.token)).status, 401);
  t.is((await probe(ever.body.token)).status, 200);
  for (const wrong of [0, -1, 1.5, '7', 1e9]) t.is((await create(wrong)).status, 400, String(wrong));
});

test.serial('every refusal has the same body', async (t) => {
  const account = await register(client);
  const { body } = await account.client.post('/auth/tokens', { body: { name: 'n' } });
  const altered = `plc_pat_${'A'.repeat(32)}`;
  const texts = new Set<string>();
  for (const token of [
    altered + checksum(altered),
    `${body.token.slice(0, -1)}_`,
    'nonsense',
    account.accessToken,
  ]) {
    const response = await probe(token);
    t.is(response.status, 401);
    texts.add(response.text.replace(response.body.error.requestId, ''));
  }
  const none = await client.get('/probe');
  texts.add(none.text.replace(none.body.error.requestId, ''));
  t.is(texts.size, 1);
});

test.serial('revoking ends a token at once; others’ tokens are 404', async (t) => {
  const [account, other] = [await register(client), await register(client)];
  const { body } = await account.client.post('/auth/tokens', { body: { name: 'n' } });
  const refused = await other.client.delete(`/auth/tokens/${body.id}`);
  t.is(refused.status, 404);
  t.is(refused.body.error.code, 'token_not_found');
  t.is((await probe(body.token)).status, 200);
  t.deepEqual((await account.client.delete(`/auth/tokens/${body.id}`)).body, { ok: true });
  t.is((await probe(body.token)).status, 401);
  t.is((await account.client.delete(`/auth/tokens/${body.id}`)).status, 404);
  t.is((await account.client.delete('/auth/tokens/nonsense')).status, 404);
  t.deepEqual((await account.client.get('/auth/tokens')).body, []);
});

test.serial('the last use is recorded, at most once a minute', async (t) => {
  const account = await register(client);
  const { body } = await account.client.post('/auth/tokens', { body: { name: 'n' } });
  const lastUsed = async () => (await account.client.get('/auth/tokens')).body[0].lastUsedAt;
  t.is(await lastUsed(), null);
  await probe(body.token);
  await until('the first use to be noted', lastUsed);
  const first = clock.now().toISOString();
  clock.move({ seconds: 59 });
  await probe(body.token);
  t.is(await lastUsed(), first);
  clock.move({ seconds: 2 });
  await probe(body.token);
  await until('the use to be noted', async () => (await lastUsed()) !== first);
  t.is(await lastUsed(), clock.now().toISOString());
});

test.serial('names are checked', async (t) => {
  const account = await register(client);
  for (const name of ['', '  ', 'n'.repeat(101), 7, null]) {
    t.is((await account.client.post('/auth/tokens', { body: { name } })).status, 400);
  }
});

test.serial('a user has at most a hundred live tokens, also with parallel calls', async (t) => {
  const account = await register(client);
  const create = (expiresInDays: number | null) =>
    account.client.post('/auth/tokens', { body: { name: 'n', expiresInDays } });
  const expiring = await create(1);
  for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 9 }, () => create(null)));
  const responses = await Promise.all(Array.from({ length: 20 }, () => create(null)));
  t.is(responses.filter(({ status }) => status === 201).length, 9);
  for (const { status, body } of responses.filter((response) => response.status !== 201)) {
    t.is(`${status} ${body.error.code}`, '409 invalid_state');
    t.is(body.error.details.limit, 100);
  }
  t.is((await account.client.get('/auth/tokens')).body.length, 100);
  clock.move({ days: 1 });
  t.is((await create(null)).status, 201, 'one that has expired does not count');
  t.is((await create(null)).status, 409);
  const [newest] = (await account.client.get('/auth/tokens')).body;
  await account.client.delete(`/auth/tokens/${newest.id}`);
  t.is((await create(null)).status, 201, 'nor one that is revoked');
  t.is((await probe(expiring.body.token)).status, 401);
});
