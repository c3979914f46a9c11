import { newId } from '#shared/ids.ts';
import { startTestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { CLAIM, enroll, test } from './pairing-stand.ts';

test('a code in any spelling makes the panel a display of the user, once', async (t) => {
  const owner = await registerUser(t.context.client);
  const { thingName, claim } = await enroll(t.context);
  const typed = ` ${claim.code.slice(0, 3).toLowerCase()}-${claim.code.slice(3).toLowerCase()} `;
  const { status, body } = await owner.post(CLAIM, { body: { code: typed, nickname: '  Kitchen ' } });
  t.is(status, 201);
  t.like(body, { thingName, name: 'Kitchen', nickname: 'Kitchen', tags: [], online: false });
  t.truthy(body.boundAt);
  t.deepEqual((await owner.get('/api/app/v1/displays')).body.items, [body]);
  for (const who of [owner, await registerUser(t.context.client)]) {
    const again = await who.post(CLAIM, { body: { code: claim.code } });
    t.is(again.status, 404);
    t.is(again.body.error.code, 'claim_code_not_found');
  }
});

test('codes that are wrong, malformed or expired claim nothing', async (t) => {
  const { app } = t.context;
  const owner = await registerUser(t.context.client);
  const { claim } = await enroll(t.context);
  await app.app.db('display.claim_codes').where({ code: claim.code }).update({ expires_at: new Date() });
  for (const code of [claim.code, 'AAAAAA', '', 'O0O0O0', 'x'.repeat(60)])
    t.is((await owner.post(CLAIM, { body: { code } })).status, 404);
  for (const body of [{}, { code: 7 }, { code: claim.code, nickname: '' }, { code: claim.code, nickname: 3 }])
    t.is((await owner.post(CLAIM, { body })).status, 400);
  t.is((await t.context.client.post(CLAIM, { body: { code: claim.code } })).status, 401);
  t.deepEqual((await owner.get('/api/app/v1/displays')).body.items, []);
});

test('claims are limited for each user', async (t) => {
  const app = await startTestApp({ settings: { RATE_LIMITS: 'on', RATE_CLAIM_PER_15_MINUTES: '2' } });
  const client = createClient(app);
  const guesser = await registerUser(client);
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await guesser.post(CLAIM, { body: { code: 'AAAAAA' } })).status);
  t.deepEqual(statuses, [404, 404, 429]);
  t.is((await (await registerUser(client)).post(CLAIM, { body: { code: 'AAAAAA' } })).status, 404);
  await app.close();
});

test('attempts to claim are counted per user and per address across all api processes, even in parallel', async (t) => {
  const limits = { RATE_CLAIM_PER_15_MINUTES: '10', RATE_CLAIM_PER_ADDRESS_PER_15_MINUTES: '25' };
  const settings = { RATE_LIMITS: 'on', RATE_REGISTER_PER_HOUR: '100', TRUST_PROXY: '1', ...limits };
  const one = await startTestApp({ settings });
  const { DATABASE_URL, PUBLIC_URL } = one.config;
  const other = await startTestApp({ settings: { ...settings, DATABASE_URL, PUBLIC_URL } });
  const processes = [one.config, other.config].map(({ HTTP_PORT }) =>
    createClient({ url: `http://127.0.0.1:${HTTP_PORT}`, surfaces: one.surfaces }),
  );
  const register = async (_: unknown, n: number) => {
    const account = { email: `guesser${n}@example.org`, username: `guesser${n}`, password: 'correct horse' };
    return (await createClient(one).post('/auth/register', { body: account })).body.accessToken;
  };
  const tokens: string[] = await Promise.all(Array.from({ length: 7 }, register));
  /** How many attempts come through of dozens at once, half of them at each process. */
  const passed = async (count: number, userOf: (n: number) => number, addressOf: (n: number) => string) => {
    const attempts = Array.from({ length: count }, (_, n) => {
      const call = { body: { code: 'AAAAAA' }, headers: { 'x-forwarded-for': addressOf(n) } };
      return (processes[n % 2] as Client).as(tokens[userOf(n)] as string).post(CLAIM, call);
    });
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    t.true(statuses.every((status) => status === 404 || status === 429));
    return statuses.filter((status) => status === 404).length;
  };
  const [guesser, network] = [() => 0, (n: number) => 1 + (n % 6)];
  t.is(await passed(40, guesser, (n) => `192.0.2.${n}`), 10, 'one user from many addresses');
  t.is(await passed(60, network, (n) => `2001:db8::${n}`), 25, 'six users from one network');
  await other.close();
  await one.close();
});

test('nickname, tags, queue policy and tone can be changed, by the owner only', async (t) => {
  const { app } = t.context;
  const owner = await registerUser(t.context.client);
  const { claim } = await enroll(t.context);
  const { id, thingName } = (await owner.post(CLAIM, { body: { code: claim.code, nickname: 'Hall' } })).body;
  const path = `/api/app/v1/displays/${id}`;
  const patched = await owner.patch(path, {
    body: { tags: ['a', ' b ', 'a'], queuePolicy: 'latest', toneExponent: 1.8, tone: 'plain' },
  });
  t.deepEqual([patched.body.nickname, patched.body.tags], ['Hall', ['a', 'b']]);
  const row = await app.app.db('display.devices').where({ id }).first();
  t.like(row, { queue_policy: 'latest', tone_exponent: 1.8, tone: 'plain' });
  const settings = {
    ...{ queuePolicy: 'latest', toneExponent: 1.8, tone: 'plain' },
    ...{ timeZone: null, quietHours: [], dwellSeconds: null, pollSeconds: null, button: null, greys: null },
  };
  t.deepEqual([patched.body.settings, (await owner.get(`${path}/settings`)).body], [settings, settings]);
  t.is((await owner.patch(path, { body: { nickname: null } })).body.name, thingName);
  t.is((await owner.patch(path, { body: { greys: 4 } })).status, 409, 'a panel on MQTT chooses its greys');
  const bad = await owner.patch(path, {
    body: { nickname: ' ', tags: 'a', queuePolicy: 'none', toneExponent: 99, tone: 'loud' },
  });
  t.is(bad.status, 400);
  t.is(bad.body.error.details.fields.length, 5);
  const stranger = await registerUser(t.context.client);
  t.is((await stranger.patch(path, { body: { nickname: 'Mine' } })).status, 403);
  t.is((await stranger.get(`${path}/settings`)).status, 403);
  t.is((await stranger.delete(path)).status, 403);
  t.is((await owner.delete(`/api/app/v1/displays/${newId()}`)).status, 404);
  t.is((await owner.delete('/api/app/v1/displays/7')).status, 400);
});

test('quiet hours, dwell time and time zone of a display are in the app API and not in the facade', async (t) => {
  const owner = await registerUser(t.context.client);
  const { claim } = await enroll(t.context);
  const { id } = (await owner.post(CLAIM, { body: { code: claim.code } })).body;
  const path = `/api/app/v1/displays/${id}`;
  const set = {
    timeZone: 'Europe/Berlin',
    quietHours: [{ days: [1, 2, 3], from: '22:00', to: '07:00' }],
    ...{ dwellSeconds: 600, pollSeconds: 300, button: 'advance' },
  };
  const repeated = [{ days: [3, 1, 2, 1], from: '22:00', to: '07:00' }];
  const patched = await owner.patch(path, { body: { ...set, quietHours: repeated } });
  t.is(patched.status, 200);
  t.like(patched.body, set);
  t.like((await owner.get(path)).body, set);
  t.like((await owner.get('/api/app/v1/displays')).body.items[0], set);
  t.like((await owner.get(`${path}/settings`)).body, set);
  t.like((await owner.patch(path, { body: { dwellSeconds: null } })).body, { ...set, dwellSeconds: null });
  const none = { timeZone: null, quietHours: null, dwellSeconds: null, pollSeconds: null, button: null };
  t.like((await owner.patch(path, { body: none })).body, { ...none, quietHours: [] });

  const { token } = (await owner.post('/auth/tokens', { body: { name: 'sdk' } })).body;
  const facade = (await t.context.client.as(token).get(`/api/sdk/v1/displays/${id}`)).body;
  t.deepEqual(
    Object.keys(none).filter((name) => name in facade),
    [],
  );
});

test('every wrong setting of a display is named', async (t) => {
  const owner = await registerUser(t.context.client);
  const { claim } = await enroll(t.context);
  const { id } = (await owner.post(CLAIM, { body: { code: claim.code } })).body;
  const path = `/api/app/v1/displays/${id}`;
  const window = { days: [1], from: '22:00', to: '07:00' };
  const bad = await owner.patch(path, {
    body: {
      timeZone: 'Berlin',
      quietHours: [{ days: [0, 8], from: '24:00', to: '7:00' }, { ...window, days: [] }, window],
      ...{ dwellSeconds: -1, pollSeconds: 29, button: 'rewind' },
    },
  });
  t.is(bad.status, 400);
  t.deepEqual(bad.body.error.details.fields.map((field: { path: string }) => field.path).sort(), [
    ...['button', 'dwellSeconds', 'pollSeconds'],
    ...['quietHours.0.days.0', 'quietHours.0.days.1', 'quietHours.0.from', 'quietHours.0.to'],
    ...['quietHours.1.days', 'timeZone'],
  ]);
  const many = await owner.patch(path, { body: { quietHours: Array.from({ length: 8 }, () => window) } });
  t.is(many.body.error.details.fields[0].path, 'quietHours');
  for (const timeZone of ['+01:00', 'x'.repeat(65), 7])
    t.is((await owner.patch(path, { body: { timeZone } })).status, 400);
});

test('an unknown setting of a display is refused with the one that was probably meant', async (t) => {
  const owner = await registerUser(t.context.client);
  const { claim } = await enroll(t.context);
  const { id } = (await owner.post(CLAIM, { body: { code: claim.code } })).body;
  const path = `/api/app/v1/displays/${id}`;
  const window = { days: [1], from: '22:00', to: '07:00' };
  const typed = await owner.patch(path, {
    body: {
      ...{ nickname: 'Hall', quiet_hour: [window], dwell: 60 },
      quietHours: [{ ...window, until: '08:00', day: [2] }],
    },
  });
  t.is(typed.status, 400);
  const fields: { path: string; message: string }[] = typed.body.error.details.fields;
  t.deepEqual(fields.map((field) => [field.path, field.message]).sort(), [
    ['dwell', 'is not known. Did you mean dwellSeconds?'],
    ['quietHours.0.day', 'is not known. Did you mean days?'],
    ['quietHours.0.until', 'is not known. Known: days, from, to.'],
    ['quiet_hour', 'is not known. Did you mean quietHours?'],
  ]);
  t.not((await owner.get(path)).body.nickname, 'Hall', 'nothing of it was done');
  const settings = (await owner.get(`${path}/settings`)).body;
  t.is((await owner.patch(path, { body: settings })).status, 200, 'what is read can be sent back');
});

test('an unbound panel has no owner, a new code, and nothing of the former owner', async (t) => {
  const { app } = t.context;
  const owner = await registerUser(t.context.client);
  const { claim, thingName } = await enroll(t.context);
  const { id } = (await owner.post(CLAIM, { body: { code: claim.code, nickname: 'Hall' } })).body;
  await owner.patch(`/api/app/v1/displays/${id}`, { body: { tags: ['secret'], queuePolicy: 'latest' } });
  const unbound = await owner.delete(`/api/app/v1/displays/${id}`);
  t.deepEqual([unbound.status, unbound.body], [200, { ok: true }]);
  t.is((await owner.get(`/api/app/v1/displays/${id}`)).status, 404);
  const { code } = await app.app.db('display.claim_codes').where({ device_id: id }).first('code');
  t.not(code, claim.code);
  const next = await registerUser(t.context.client);
  const { body } = await next.post(CLAIM, { body: { code } });
  t.like(body, { id, thingName, nickname: null, tags: [], currentPresentationId: null });
  t.is((await owner.get(`/api/app/v1/displays/${id}`)).status, 403);
});
