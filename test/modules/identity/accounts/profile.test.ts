import test from 'ava';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const stand = await startStand();
const { client, clock } = stand;
test.after.always(() => stand.close());

test('only given fields change', async (t) => {
  const { client: mine, username, email } = await register(client);
  const same = await mine.put('/auth/me', { body: {} });
  t.is(same.status, 200);
  t.is(same.body.username, username);
  clock.move({ seconds: 1 });
  const changed = await mine.put('/auth/me', { body: { username: `${username}.New` } });
  t.is(changed.status, 200);
  t.like(changed.body, { username: `${username}.New`, email });
  t.true(changed.body.updatedAt > same.body.updatedAt);
  t.is((await mine.get('/auth/me')).body.username, `${username}.New`);
});

test('a taken name is 409, another spelling of the own name is accepted', async (t) => {
  const [one, two] = [await register(client), await register(client)];
  const taken = await two.client.put('/auth/me', { body: { username: one.username.toUpperCase() } });
  t.is(taken.status, 409);
  t.is(taken.body.error.code, 'username_taken');
  t.is((await one.client.put('/auth/me', { body: { username: one.username.toUpperCase() } })).status, 200);
});

test('a new password needs the current one and ends every other session', async (t) => {
  const account = await register(client);
  const { email, password, client: mine } = account;
  const other = (await client.post('/auth/login', { body: { identifier: email, password } })).body;
  const next = 'a wholly new password';
  const missing = await mine.put('/auth/me', { body: { password: next } });
  t.is(missing.status, 400);
  t.is(missing.body.error.details.fields[0].path, 'currentPassword');
  const wrong = await mine.put('/auth/me', { body: { password: next, currentPassword: 'wrong' } });
  t.is(wrong.status, 401);
  t.is(wrong.body.error.code, 'invalid_credentials');
  t.is((await client.as(other.accessToken).get('/auth/me')).status, 200);
  t.is((await mine.put('/auth/me', { body: { password: next, currentPassword: password } })).status, 200);
  t.is((await client.as(other.accessToken).get('/auth/me')).status, 401);
  t.is((await client.post('/auth/refresh', { body: { refreshToken: other.refreshToken } })).status, 401);
  t.is((await mine.get('/auth/me')).status, 200);
  t.is((await client.post('/auth/login', { body: { identifier: email, password } })).status, 401);
  t.is((await client.post('/auth/login', { body: { identifier: email, password: next } })).status, 200);
});

test('bad fields are 400', async (t) => {
  const { client: mine } = await register(client);
  for (const body of [
    { username: 'a' },
    { username: 'a b c' },
    { password: 'short' },
    { username: null },
    [],
  ]) {
    t.is((await mine.put('/auth/me', { body })).status, 400, JSON.stringify(body));
  }
});

test('of two parallel password changes, one succeeds', async (t) => {
  const { client: mine, password } = await register(client);
  const change = (next: string) =>
    mine.put('/auth/me', { body: { password: next, currentPassword: password } });
  const responses = await Promise.all([change('the first new one'), change('the second new one')]);
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 401]);
});

test('the profile shows the subscription that billing knows', async (t) => {
  const { client: mine, userId } = await register(client);
  const ends = new Date('2027-01-01T00:00:00.000Z');
  stand.ports.subscriptionOf = async (id) =>
    id === userId
      ? { status: 'active', plan: 'pro', interval: 'year', currentPeriodEnd: ends, cancelAtPeriodEnd: false }
      : null;
  const { body } = await mine.get('/auth/me');
  t.deepEqual(body.subscription, {
    status: 'active',
    plan: 'pro',
    interval: 'year',
    currentPeriodEnd: '2027-01-01T00:00:00.000Z',
    cancelAtPeriodEnd: false,
  });
});

test('the e-mail address cannot be changed yet, and the refusal says so', async (t) => {
  const account = await register(client);
  for (const email of ['other@example.com', account.email, null]) {
    const body = { email, username: `${account.username}-x` };
    const response = await account.client.put('/auth/me', { body });
    t.is(response.status, 400);
    t.deepEqual(response.body.error.details.fields, [{ path: 'email', message: 'cannot be changed yet.' }]);
  }
  t.like((await account.client.get('/auth/me')).body, { email: account.email, username: account.username });
});
