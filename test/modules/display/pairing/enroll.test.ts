import { newId } from '#shared/ids.ts';
import { startTestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { registerUser } from '#test/support/person.ts';
import { CLAIM, ENROLL, enroll, type PairingStand, test } from './pairing-stand.ts';

/** A panel that `owner` has claimed. */
async function owned(stand: PairingStand, owner: Client) {
  const panel = await enroll(stand);
  const { body: display } = await owner.post(CLAIM, { body: { code: panel.claim.code } });
  const { panels } = stand.app.app.display;
  const letIn = async (password: string) => {
    const found = await panels.authenticate(panel.thingName, password);
    if (found) await panels.connected(found.deviceId, newId(), found.credential);
    return found !== null;
  };
  return { display, letIn, ...panel };
}

test('enrolling gives a name, a password and a claim code', async (t) => {
  const { app, client } = t.context;
  const { status, body } = await client.post(ENROLL, {
    body: {
      hardwareId: 'aa:bb:cc:00:11:22',
      model: 'T5',
      firmware: '2.1',
      format: 'raw4',
      width: 800,
      height: 480,
    },
  });
  t.is(status, 201);
  t.regex(body.thingName, /^placard-[a-z0-9]{12}$/);
  t.true(Buffer.from(body.password, 'base64url').length >= 32);
  t.is(body.mqtt.url, app.config.MQTT_PUBLIC_URL);
  t.regex(body.claim.code, /^[A-Z0-9]{6}$/);
  t.is(body.claim.url, `${app.url}/claim?code=${body.claim.code}`);
  const life = (Date.parse(body.claim.expiresAt) - Date.now()) / 1000;
  t.true(life > 895 && life <= 900);
  const row = await app.app.db('display.devices').where({ thing_name: body.thingName }).first();
  t.like(row, { model: 'T5', firmware: '2.1', format: 'raw4', width: 800, height: 480 });
  t.false(JSON.stringify(row).includes(body.password));
});

test('a panel without an owner may enrol again, which ends its old password and its old code', async (t) => {
  const { app, client } = t.context;
  const hardwareId = `hw-${newId()}`;
  const first = (await client.post(ENROLL, { body: { hardwareId, format: 'raw2' } })).body;
  const second = (await client.post(ENROLL, { body: { hardwareId } })).body;
  t.is(second.thingName, first.thingName);
  t.not(second.claim.code, first.claim.code);
  const owner = await registerUser(client);
  t.is((await owner.post(CLAIM, { body: { code: first.claim.code } })).status, 404);
  t.is(await app.app.display.panels.authenticate(first.thingName, first.password), null);
  t.truthy(await app.app.display.panels.authenticate(first.thingName, second.password));
  const { format } = await app.app.db('display.devices').where({ hardware_id: hardwareId }).first('format');
  t.is(format, 'raw2');
  t.is((await owner.post(CLAIM, { body: { code: second.claim.code } })).status, 201);
});

test('a panel with an owner is refused, unless it proves its password; the old one works until the new one does', async (t) => {
  const { client } = t.context;
  const { hardwareId, password, letIn, thingName } = await owned(
    t.context,
    await registerUser(t.context.client),
  );
  for (const body of [{ hardwareId }, { hardwareId, password: 'wrong' }]) {
    const refused = await client.post(ENROLL, { body });
    t.is(refused.status, 409);
    t.is(refused.body.error.code, 'already_enrolled');
  }
  const again = await client.post(ENROLL, { body: { hardwareId, password } });
  t.is(again.status, 201);
  t.is(again.body.thingName, thingName);
  t.is(again.body.claim, null);
  t.true(await letIn(password));
  t.true(await letIn(again.body.password));
  t.false(await letIn(password));
});

test('the owner can let a panel that lost its password enrol again, and no other user can', async (t) => {
  const { app, client } = t.context;
  const owner = await registerUser(t.context.client);
  const { hardwareId, display, letIn } = await owned(t.context, owner);
  const path = `/api/app/v1/displays/${display.id}/reset-enrollment`;
  t.is((await (await registerUser(t.context.client)).post(path)).status, 403);
  const { body } = await owner.post(path);
  const window = (Date.parse(body.enrollmentOpenUntil) - Date.now()) / 1000;
  t.true(window > 895 && window <= 900);
  // Its answer may get lost: it can ask again until it has connected.
  await client.post(ENROLL, { body: { hardwareId } });
  const again = await client.post(ENROLL, { body: { hardwareId } });
  t.is(again.status, 201);
  t.true(await letIn(again.body.password));
  t.is((await client.post(ENROLL, { body: { hardwareId } })).status, 409);

  await owner.post(path);
  await app.app.db('display.devices').where({ id: display.id }).update({ enrollment_open_until: new Date() });
  t.is((await client.post(ENROLL, { body: { hardwareId } })).status, 409);
});

test('malformed enrolments are refused with every bad field, and nothing is stored', async (t) => {
  const { app, client } = t.context;
  const table: [unknown, string[]][] = [
    [{}, ['hardwareId']],
    [{ hardwareId: '' }, ['hardwareId']],
    [{ hardwareId: 'x'.repeat(65) }, ['hardwareId']],
    [{ hardwareId: 'a b' }, ['hardwareId']],
    [{ hardwareId: 'malformed', format: 'raw8', width: 0, height: 'tall' }, ['format', 'width', 'height']],
    [{ hardwareId: 'malformed', model: 'x'.repeat(65) }, ['model']],
    [[], ['']],
  ];
  for (const [body, fields] of table) {
    const response = await client.post(ENROLL, { body });
    t.is(response.status, 400);
    t.deepEqual(
      response.body.error.details.fields.map(({ path }: { path: string }) => path),
      fields,
    );
  }
  t.is((await app.app.db('display.devices').where({ hardware_id: 'malformed' })).length, 0);
});

test('enrolment can be closed or need a key, and is limited per address', async (t) => {
  const body = { hardwareId: 'fleet' };
  const closed = await startTestApp({ settings: { ENROLLMENT: 'closed' } });
  t.is((await createClient(closed).post(ENROLL, { body })).body.error.code, 'enrollment_closed');
  await closed.close();

  const key = 'a key for the whole fleet';
  const fleet = await startTestApp({
    settings: { ENROLLMENT: 'key', ENROLLMENT_KEY: key, RATE_LIMITS: 'on', RATE_ENROLL_PER_HOUR: '3' },
  });
  const client = createClient(fleet);
  const enroll = (headers: Record<string, string>) => client.post(ENROLL, { body, headers });
  t.is((await enroll({})).status, 401);
  t.is((await enroll({ 'x-enrollment-key': `${key}!` })).status, 401);
  t.is((await enroll({ 'x-enrollment-key': key })).status, 201);
  const limited = await enroll({ 'x-enrollment-key': key });
  t.is(limited.status, 429);
  t.true(Number(limited.headers.get('retry-after')) > 0);
  await fleet.close();
});
