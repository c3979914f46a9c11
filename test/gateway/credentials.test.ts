import anyTest, { type TestFn } from 'ava';
import type { MqttClient } from 'mqtt';
import type { Panel } from '#client/panel/panel.ts';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { until } from '#test/support/until.ts';
import type { Enrolled } from '../modules/display/owner-calls.ts';
import { closed, type GatewayStand, rawClient, startGatewayStand } from './gateway-stand.ts';

/** Who may connect as a panel while its owners change, over real MQTT. */
const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

const BAD_CREDENTIALS = 4;

function connect({ mqttUrl }: GatewayStand, account: { thingName: string; password: string }) {
  const { thingName, password } = account;
  return rawClient(mqttUrl, { clientId: thingName, username: thingName, password });
}

/** Whether the gateway lets a client in with these credentials; it is disconnected again. */
async function letIn(
  stand: GatewayStand,
  account: { thingName: string; password: string },
): Promise<boolean> {
  const client = await connect(stand, account).catch((error) => {
    if (error.code !== BAD_CREDENTIALS) throw error;
  });
  await client?.endAsync();
  return client !== undefined;
}

const hardwareOf = (panel: Panel) => panel.options.hardwareId;

async function codeOf({ db }: GatewayStand, deviceId: string): Promise<string> {
  return (await db('display.claim_codes').where({ device_id: deviceId }).first('code')).code;
}

/** A panel that is connected and shows a picture of its owner, who has opened the window and enrolled in its name. */
async function withDormantPassword(stand: GatewayStand) {
  const life = await stand.simulate();
  const { panel, deviceId, userId, show } = life;
  await panel.connect();
  await panel.confirmed(await show());
  await stand.resetEnrollment({ userId, displayId: deviceId });
  const dormant = await stand.enrol({ hardwareId: hardwareOf(panel) });
  return { ...life, dormant };
}

test('a former owner cannot use a password that was obtained and never used; the panel stays connected and is served', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId, dormant } = await withDormantPassword(stand);
  await stand.unbind({ userId, displayId: deviceId });
  await panel.command('unbound');
  t.false(await letIn(stand, dormant));
  await stand.renderAll();
  const code = await panel.claimCode();
  const heir = await stand.addUser();
  await stand.claim({ userId: heir, code, nickname: null });
  t.false(await letIn(stand, dormant));
  const picture = await stand.push(heir, { displayId: deviceId });
  await stand.render(picture);
  await panel.confirmed(picture);
  t.false(panel.events.list.some(({ what }) => what === 'disconnected'));
  await panel.sleep();
});

test('unbinding closes the window in which a panel may enrol', async (t) => {
  const stand = t.context;
  const { panel, deviceId, userId } = await withDormantPassword(stand);
  await stand.unbind({ userId, displayId: deviceId });
  const heir = await stand.addUser();
  await stand.claim({ userId: heir, code: await codeOf(stand, deviceId), nickname: null });
  const hardwareId = hardwareOf(panel);
  await t.throwsAsync(stand.enrol({ hardwareId }), { code: 'already_enrolled' });
  await panel.sleep();
});

test('claiming ends an earlier unused password and an earlier window to enrol', async (t) => {
  const stand = t.context;
  const { thingName, password, deviceId } = await stand.newPanel();
  const panel = await connect(stand, { thingName, password });
  const leftOver = 'the password of a former owner';
  await stand
    .db('display.devices')
    .where({ id: deviceId })
    .update({ next_secret_hash: sha256(leftOver), enrollment_open_until: new Date(Date.now() + 900_000) });
  const userId = await stand.addUser();
  await stand.claim({ userId, code: await codeOf(stand, deviceId), nickname: null });
  t.false(await letIn(stand, { thingName, password: leftOver }));
  t.true(panel.connected);
  const { hardware_id } = await stand.db('display.devices').where({ id: deviceId }).first('hardware_id');
  await t.throwsAsync(stand.enrol({ hardwareId: hardware_id }), { code: 'already_enrolled' });
  await panel.endAsync();
});

test('the newer password, once used, is the one that stays; the older one and its connection end', async (t) => {
  const stand = t.context;
  const { thingName, password: older, deviceId } = await stand.newPanel();
  const userId = await stand.addUser();
  await stand.claim({ userId, code: await codeOf(stand, deviceId), nickname: null });
  const before = await connect(stand, { thingName, password: older });
  const { hardware_id } = await stand.db('display.devices').where({ id: deviceId }).first('hardware_id');
  const { password } = await stand.enrol({ hardwareId: hardware_id, password: older });
  const superseded = closed(before);
  const panel = await connect(stand, { thingName, password });
  await superseded;
  await stand.unbind({ userId, displayId: deviceId });
  t.false(await letIn(stand, { thingName, password: older }));
  t.true(panel.connected);
  await panel.endAsync();
});

test('when a stranger enrols with the id of a panel without an owner, the panel enrols again, and its own code claims it', async (t) => {
  const stand = t.context;
  const { panel, deviceId } = await stand.simulate({ claimed: false });
  const first = await codeOf(stand, deviceId);
  await panel.connect();
  const stranger = await stand.enrol({ hardwareId: hardwareOf(panel) });
  await panel.events.until(({ what }) => what === 'disconnected');
  panel.cutPower();
  await t.throwsAsync(claim(stand, first), { code: 'claim_code_not_found' });
  const impostor = await connect(stand, stranger);

  await t.throwsAsync(panel.connect(), { message: /Not authorized|Bad username/i });
  const ended = closed(impostor);
  panel.credentials = await enrolAgain(stand, panel);
  await ended;
  t.false(await letIn(stand, stranger));
  await panel.connect();
  await t.throwsAsync(claim(stand, stranger.claim?.code ?? ''), { code: 'claim_code_not_found' });
  await stand.renderAll();
  const heir = await claim(stand, await panel.claimCode());
  const picture = await stand.push(heir, { displayId: deviceId });
  await stand.render(picture);
  await panel.confirmed(picture);
  await panel.sleep();
});

test('a connection that is being accepted while its password is replaced is refused', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const { thingName, password, deviceId } = await stand.newPanel();
  const { hardware_id } = await stand.db('display.devices').where({ id: deviceId }).first('hardware_id');
  const checked = await link.authenticate(thingName, password);
  await stand.enrol({ hardwareId: hardware_id });
  await t.throwsAsync(link.connected(deviceId, newId(), checked?.credential ?? ''), {
    code: 'authentication_failed',
  });
  t.is(await stand.db('display.presence').where({ device_id: deviceId }).first(), undefined);
});

test('of many connections with every earlier password, while a panel enrols, is claimed and unbound, one password and its connection stay', async (t) => {
  const stand = t.context;
  const { mqttUrl: elsewhere } = await stand.addGateway();
  for (let round = 0; round < 4; round++) {
    const hardwareId = `race-${newId()}`;
    const { thingName, deviceId } = await stand.newPanel(hardwareId);
    const userId = await stand.addUser();
    const issued: Enrolled[] = [];
    const clients: MqttClient[] = [];
    const enrol = async () => {
      const one = await stand.enrol({ hardwareId, password: issued.at(-1)?.password });
      issued.push(one);
    };
    const connectAs = async (n: number) => {
      const { password = '' } = issued[n % issued.length] ?? {};
      const url = n % 2 === 0 ? stand.mqttUrl : elsewhere;
      const options = { clientId: thingName, username: thingName, password };
      const client = await rawClient(url, options).catch(() => null);
      if (client) clients.push(client);
    };
    const change = async () => {
      const code = await codeOf(stand, deviceId).catch(() => '');
      await stand.claim({ userId, code, nickname: null });
      await stand.resetEnrollment({ userId, displayId: deviceId });
      await enrol();
      await stand.unbind({ userId, displayId: deviceId });
    };
    await enrol();
    await Promise.all(
      Array.from({ length: 36 }, async (_, n) => {
        if (n % 9 === 0) return enrol().catch(() => {});
        if (n % 9 === 4) return change().catch(() => {});
        return connectAs(n);
      }),
    );
    const connected = clients.filter((client) => client.connected);
    const topics = `placard/dev/${thingName}/down/#`;
    await Promise.all(connected.map((client) => client.subscribeAsync(topics).catch(() => {})));
    const device = await stand.db('display.devices').where({ id: deviceId }).first();
    const live = await stand.db('display.presence').where({ device_id: deviceId }).first();
    const stillConnected = () => clients.filter((client) => client.connected).length;
    await until('all but the live one to be let go', () => stillConnected() <= (live ? 1 : 0), {
      everyMs: 5,
    });
    const [open] = clients.filter((client) => client.connected);
    if (open) t.is(sha256(String(open.options.password)), device.secret_hash);
    if (!device.user_id) t.is(device.next_secret_hash, null);
    for (const client of clients) client.end(true);
  }
  t.pass();
});

async function claim(stand: GatewayStand, code: string): Promise<string> {
  const userId = await stand.addUser();
  await stand.claim({ userId, code, nickname: null });
  return userId;
}

/** As the protocol wants it of a panel that is refused. */
async function enrolAgain(stand: GatewayStand, panel: Panel) {
  const { password } = panel.credentials ?? {};
  const { thingName, ...enrolled } = await stand.enrol({
    hardwareId: hardwareOf(panel),
    password,
  });
  return { thingName, password: enrolled.password, mqttUrl: stand.mqttUrl };
}
