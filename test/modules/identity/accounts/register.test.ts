import test from 'ava';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const stand = await startStand();
const { client } = stand;
test.after.always(() => stand.close());

const password = 'correct horse battery';

test('a registration returns a session that works at once', async (t) => {
  const body = { email: '  Ada@Example.COM ', username: 'Ada', password };
  const created = await client.post('/auth/register', { body });
  t.is(created.status, 201);
  t.is(created.body.user.email, 'ada@example.com');
  t.is(created.body.user.username, 'Ada');
  t.regex(created.body.refreshToken, /^plc_rt_[\w-]{43}$/);
  const me = await client.as(created.body.accessToken).get('/auth/me');
  t.is(me.status, 200);
  t.like(me.body, { ...created.body.user, hasPassword: true, oauthAccounts: [], subscription: null });
});

test('every wrong field is named at once', async (t) => {
  const response = await client.post('/auth/register', {
    body: { email: 'nobody', username: 'a@b', password: 'short' },
  });
  t.is(response.status, 400);
  t.is(response.body.error.code, 'invalid_request');
  t.deepEqual(response.body.error.details.fields.map(({ path }: { path: string }) => path).sort(), [
    'email',
    'password',
    'username',
  ]);
});

test('an address without a dot is refused with the reason', async (t) => {
  const attempt = async (email: string) => {
    const response = await client.post('/auth/register', { body: { email, username: 'local', password } });
    t.is(response.status, 400);
    return response.body.error.details.fields[0];
  };
  t.deepEqual(await attempt('me@localhost'), {
    path: 'email',
    message:
      'must have a domain with a dot, such as example.com. On a network without mail, the operator can allow others with REGISTRATION_EMAIL=any.',
  });
  t.is((await attempt('me')).message, 'must be an e-mail address of at most 254 characters.');
});

test('REGISTRATION_EMAIL=any takes addresses of a network without mail', async (t) => {
  const lan = await startStand({ REGISTRATION_EMAIL: 'any' });
  t.teardown(() => lan.close());
  for (const [n, email] of ['me@localhost', 'Ada@NAS', 'me@example.com'].entries()) {
    const body = { email, username: `local${n}`, password };
    t.is((await lan.client.post('/auth/register', { body })).status, 201, email);
    const login = { identifier: email.toUpperCase(), password };
    t.is((await lan.client.post('/auth/login', { body: login })).status, 200, email);
  }
  for (const email of ['me', '@localhost', 'me@', 'me@-x', 'me@.', 'a b@nas', 'me@nas.']) {
    const body = { email, username: 'nobody', password };
    t.is((await lan.client.post('/auth/register', { body })).status, 400, email);
  }
});

test('passwords have 8 characters to 1024 bytes, and are not altered', async (t) => {
  const attempt = (username: string, text: string) =>
    client.post('/auth/register', {
      body: { email: `${username}@example.com`, username, password: text },
    });
  t.is((await attempt('seven', '1234567')).status, 400);
  t.is((await attempt('four-emoji', '😀😀😀😀')).status, 400); // eight UTF-16 units
  t.is((await attempt('long', 'é'.repeat(513))).status, 400);
  t.is((await attempt('longest', 'é'.repeat(512))).status, 201);
  t.is((await attempt('spaces', '  spaces  ')).status, 201);
  const trimmed = await client.post('/auth/login', { body: { identifier: 'spaces', password: 'spaces' } });
  t.is(trimmed.status, 401);
  const verbatim = await client.post('/auth/login', {
    body: { identifier: 'spaces', password: '  spaces  ' },
  });
  t.is(verbatim.status, 200);
});

test('an address or name counts as taken in any case and Unicode form', async (t) => {
  const first = await client.post('/auth/register', {
    body: { email: 'jos\u00e9@b\u00fccher.example', username: 'jose', password },
  });
  t.is(first.status, 201);
  for (const email of [
    'JOSE\u0301@B\u00dcCHER.example',
    'jos\u00e9@xn--bcher-kva.example',
    '\uff4aos\u00e9@b\u00fccher.example',
  ]) {
    const again = await client.post('/auth/register', { body: { email, username: 'other', password } });
    t.is(again.status, 409, email);
    t.is(again.body.error.code, 'email_taken');
  }
  const name = await client.post('/auth/register', {
    body: { email: 'other@example.com', username: 'JOSE', password },
  });
  t.is(name.status, 409);
  t.is(name.body.error.code, 'username_taken');
});

test('of 20 parallel registrations of one address, one succeeds', async (t) => {
  const forms = [
    'zo\u00eb@example.com',
    'ZO\u00cb@example.com',
    'zoe\u0308@example.com',
    'Zo\u00eb@EXAMPLE.com',
  ];
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.post('/auth/register', {
        body: { email: forms[index % forms.length], username: `zoe${index}`, password },
      }),
    ),
  );
  t.is(responses.filter(({ status }) => status === 201).length, 1);
  t.is(responses.filter(({ status }) => status === 409).length, 19);
  const rows = await stand.db('identity.users').whereLike('username', 'zoe%');
  t.is(rows.length, 1);
});

test('neither password nor tokens are stored or logged in the clear', async (t) => {
  const account = await register(client);
  await client.post('/auth/login', { body: { identifier: account.email, password: account.password } });
  const tables = await stand.db('pg_tables').where({ schemaname: 'identity' }).pluck('tablename');
  const rows = await Promise.all(tables.map((table) => stand.db(`identity.${table}`)));
  const everything = JSON.stringify(rows) + stand.logged.join('\n');
  t.true(everything.includes(account.email));
  t.true(stand.logged.length > 0);
  for (const secret of [account.password, account.accessToken, account.refreshToken]) {
    t.false(everything.includes(secret));
  }
});
