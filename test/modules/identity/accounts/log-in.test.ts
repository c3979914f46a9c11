import test from 'ava';
import { startStand } from '../stand.ts';
import { register } from './account.ts';

const stand = await startStand();
const { client } = stand;
test.after.always(() => stand.close());

test('address and user name log in, in any spelling', async (t) => {
  const { email, username, password, userId } = await register(client);
  for (const identifier of [email, ` ${email.toUpperCase()} `, username, username.toUpperCase()]) {
    const response = await client.post('/auth/login', { body: { identifier, password } });
    t.is(response.status, 200, identifier);
    t.is(response.body.user.id, userId);
    t.is((await client.as(response.body.accessToken).get('/auth/me')).status, 200);
  }
});

test('a missing field is 400', async (t) => {
  for (const body of [{ identifier: 'ada' }, { password: 'x' }, {}, { identifier: '', password: 'x' }]) {
    t.is((await client.post('/auth/login', { body })).status, 400);
  }
  t.is((await client.post('/auth/login')).status, 400);
});

test('known and unknown accounts get the same response', async (t) => {
  const { email } = await register(client);
  const wrong = { password: 'wrong horse battery' };
  const known = await client.post('/auth/login', { body: { identifier: email, ...wrong } });
  const unknown = await client.post('/auth/login', { body: { identifier: 'nobody@example.com', ...wrong } });
  const noName = await client.post('/auth/login', { body: { identifier: 'nobody', ...wrong } });
  const noForm = await client.post('/auth/login', { body: { identifier: '@@', ...wrong } });
  for (const response of [known, unknown, noName, noForm]) {
    t.is(response.status, 401);
    t.is(response.body.error.code, 'invalid_credentials');
    t.is(response.body.error.message, known.body.error.message);
    t.is(response.headers.get('content-length'), known.headers.get('content-length'));
  }
});

test.serial('an unknown account takes the same hash as a known one', async (t) => {
  const { email } = await register(client);
  // Of the processor, in this process: what else the machine does hardly counts.
  const cost = async (identifier: string) => {
    const before = process.cpuUsage();
    await client.post('/auth/login', { body: { identifier, password: 'wrong horse battery' } });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // In turns, and the least of many: whatever disturbs can only add.
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 15; round++) {
    known.push(await cost(email));
    unknown.push(await cost('nobody@example.com'));
  }
  const [knownMs, unknownMs] = [Math.min(...known), Math.min(...unknown)];
  t.log({ knownMs, unknownMs });
  t.true(unknownMs > knownMs * 0.6 && unknownMs < knownMs * 1.6);
});

test('a session remembers user agent and address, and the list marks the current one', async (t) => {
  const { email, password, client: first } = await register(client);
  const response = await client.post('/auth/login', {
    body: { identifier: email, password },
    headers: { 'user-agent': 'Kitchen/1.0' },
  });
  const second = client.as(response.body.accessToken);
  const list = (await second.get('/auth/sessions')).body;
  t.is(list.length, 2);
  t.like(list[0], { userAgent: 'Kitchen/1.0', ip: '127.0.0.1', current: true });
  t.like(list[1], { current: false });
  t.is((await first.get('/auth/sessions')).body[1].current, true);
});
