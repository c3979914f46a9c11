import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { closed } from '../gateway-stand.ts';
import { clientOf, mutePanel, testWithMosquitto } from './stand.ts';

const test = testWithMosquitto();
const NOT_AUTHORIZED = 5;

/** The return code with which a client is refused; null when it is let in. */
async function refusal(connecting: Promise<mqtt.MqttClient>): Promise<number | null> {
  try {
    await (await connecting).endAsync();
    return null;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

test('anonymous clients and wrong passwords are refused', async (t) => {
  const { mqttUrl, newPanel } = t.context;
  const { thingName, password } = await newPanel();
  const other = await newPanel();
  const options = { reconnectPeriod: 0, clientId: thingName };
  t.is(await refusal(mqtt.connectAsync(mqttUrl, options, false)), NOT_AUTHORIZED);
  for (const wrong of ['', 'x', `${password}x`, other.password])
    t.is(await refusal(clientOf(mqttUrl, { thingName, password: wrong })), NOT_AUTHORIZED);
  t.is(await refusal(clientOf(mqttUrl, { thingName: 'placard-000000000000', password })), NOT_AUTHORIZED);
  t.is(await refusal(clientOf(mqttUrl, { thingName, password })), null);
});

test("a panel that names another's client id does not end its connection", async (t) => {
  const { mqttUrl, newPanel } = t.context;
  const [victim, thief] = [await newPanel(), await newPanel()];
  const first = await mutePanel(mqttUrl, victim);
  const second = await clientOf(mqttUrl, thief, { clientId: victim.thingName });
  await second.publishAsync(`placard/dev/${thief.thingName}/up/state`, '{}', { qos: 1 });
  t.true(first.client.connected);
  await first.say('state', {});
  t.true(first.client.connected);
  await second.endAsync();
  await first.client.endAsync();
});

test('a panel can publish only on its own topics', async (t) => {
  const { mqttUrl, newPanel, device, until } = t.context;
  const [victim, thief] = [await newPanel(), await newPanel()];
  const own = `placard/dev/${thief.thingName}`;
  const will = {
    topic: `placard/dev/${victim.thingName}/up/state`,
    payload: Buffer.from('{"forged":1}'),
    qos: 1 as const,
    retain: false,
  };
  const listening = await mutePanel(mqttUrl, victim);
  const received: string[] = [];
  listening.client.on('message', (topic) => received.push(topic));
  const client = await clientOf(mqttUrl, thief, { will });
  const foreign = [
    `placard/dev/${victim.thingName}/up/state`,
    `placard/dev/${victim.thingName}/down/cmd`,
    `${own}/down/cmd`,
    `${own}/up/else`,
    'placard/gateways/gone',
    'elsewhere',
  ];
  for (const topic of foreign) await client.publishAsync(topic, '{"forged":1}', { qos: 1 });
  await client.publishAsync(`${own}/up/state`, '{"own":1}', { qos: 1 });
  client.stream.destroy();
  await until(
    () => device(thief.deviceId),
    ({ state }) => (state as { own?: number } | null)?.own === 1,
  );
  // Later than anything of the thief, its will included.
  await listening.say('state', { own: 2 });
  const { state } = await until(
    () => device(victim.deviceId),
    (row) => row.state !== null,
  );
  t.deepEqual(state, { own: 2 });
  t.deepEqual(received, []);
  await listening.client.endAsync();
});

test('a panel can receive only its own commands, and no message meant for the gateways', async (t) => {
  const { mqttUrl, newPanel, simulate, until, device } = t.context;
  const spy = await newPanel();
  const client = await clientOf(mqttUrl, spy);
  const received: string[] = [];
  client.on('message', (topic) => received.push(topic));
  const filters = [
    '#',
    'placard/#',
    'placard/dev/+/down/#',
    'placard/dev/+/up/+',
    '$SYS/#',
    'placard/gateways/#',
  ];
  for (const share of ['placard', 'gateways']) filters.push(`$share/${share}/placard/dev/+/up/+`);
  await client.subscribeAsync(filters, { qos: 1 });
  const { panel, show, deviceId } = await simulate();
  await panel.connect();
  await panel.confirmed(await show());
  for (let n = 1; n <= 12; n++) {
    await panel.sendState({ n });
    await until(
      () => device(deviceId),
      ({ state }) => (state as { n?: number } | null)?.n === n,
    );
  }
  t.deepEqual(received, []);
  await panel.sleep();
  await client.endAsync();
});

test('a packet that is too large or retained ends the connection', async (t) => {
  const { mqttUrl, newPanel } = t.context;
  const account = await newPanel();
  const topic = `placard/dev/${account.thingName}/up/state`;
  for (const [payload, options] of [
    ['x'.repeat(20_000), { qos: 1 }],
    ['{}', { qos: 1, retain: true }],
  ] as const) {
    const client = await clientOf(mqttUrl, account);
    client.publish(topic, payload, options);
    await closed(client);
    client.end(true);
  }
  t.pass();
});

test('the accounts of panels and of gateways work on their own listener only', async (t) => {
  const { mqttUrl, mosquitto, newPanel } = t.context;
  const gateways = `mqtt://127.0.0.1:${mosquitto.gatewayPort}`;
  const service = { thingName: 'gateways', password: 'a password' };
  t.is(await refusal(clientOf(gateways, await newPanel())), NOT_AUTHORIZED);
  t.is(await refusal(clientOf(mqttUrl, service)), NOT_AUTHORIZED);
  t.is(await refusal(clientOf(gateways, { ...service, password: 'another' })), NOT_AUTHORIZED);
  t.is(await refusal(clientOf(gateways, service, { clientId: 'operator' })), null);
});

test('a new password replaces the old one, and ends the connection that used it', async (t) => {
  const { mqttUrl, newPanel, until, device } = t.context;
  const hardwareId = 'aa:bb:cc';
  const old = await newPanel(hardwareId);
  const connected = await clientOf(mqttUrl, old);
  const { password } = await t.context.enrol({ hardwareId });
  await closed(connected);
  t.is(await refusal(clientOf(mqttUrl, old)), NOT_AUTHORIZED);
  const panel = await mutePanel(mqttUrl, { ...old, password });
  await panel.heartbeat();
  await until(
    () => device(old.deviceId),
    (row) => row.firmware === '1',
  );
  await panel.client.endAsync();
  t.pass();
});

test('a panel with an owner proves itself by its old password until the new one has been used', async (t) => {
  const { mqttUrl, simulate, until, device } = t.context;
  const { panel, deviceId } = await simulate();
  const { hardwareId } = panel.options;
  const { thingName, password: first } = panel.credentials as { thingName: string; password: string };
  await t.context.enrol({ hardwareId, password: first }); // the response is lost
  const { password } = await t.context.enrol({ hardwareId, password: first });
  const account = { thingName, password };
  await until(
    () => refusal(clientOf(mqttUrl, account)),
    (refused) => refused === null,
  );
  const used = await mutePanel(mqttUrl, account);
  // At first the broker may still keep a connection with the older one.
  await until(
    async () => {
      await used.heartbeat();
      return device(deviceId);
    },
    (row) => row.next_secret_hash === null,
  );
  await t.throwsAsync(t.context.enrol({ hardwareId, password: first }), { code: 'already_enrolled' });
  await used.client.endAsync();
});

test('a former owner cannot use a password that was obtained and never used; that of the panel is valid again', async (t) => {
  const { mqttUrl, simulate, until, db, addUser } = t.context;
  const { panel, deviceId, userId } = await simulate();
  const { hardwareId } = panel.options;
  const { thingName, password } = panel.credentials as { thingName: string; password: string };
  await t.context.resetEnrollment({ userId, displayId: deviceId });
  const dormant = await t.context.enrol({ hardwareId });
  await until(
    () => refusal(clientOf(mqttUrl, { thingName, password })),
    (refused) => refused === NOT_AUTHORIZED,
  );
  await t.context.unbind({ userId, displayId: deviceId });
  await until(
    () => refusal(clientOf(mqttUrl, { thingName, password })),
    (refused) => refused === null,
  );
  t.is(await refusal(clientOf(mqttUrl, dormant)), NOT_AUTHORIZED);
  const { code } = await db('display.claim_codes').where({ device_id: deviceId }).first('code');
  await t.context.claim({ userId: await addUser(), code, nickname: null });
  const used = await mutePanel(mqttUrl, { thingName, password });
  t.is(await refusal(clientOf(mqttUrl, dormant)), NOT_AUTHORIZED);
  t.true(used.client.connected);
  await used.client.endAsync();
});

test('a newer password that the panel uses is the one that stays when it loses its owner', async (t) => {
  const { mqttUrl, simulate, until, device } = t.context;
  const { panel, deviceId, userId } = await simulate();
  const { thingName, password: older } = panel.credentials as { thingName: string; password: string };
  const before = await mutePanel(mqttUrl, { thingName, password: older });
  await before.heartbeat();
  const { hardwareId } = panel.options;
  const { password } = await t.context.enrol({ hardwareId, password: older });
  await closed(before.client);
  const used = await mutePanel(mqttUrl, { thingName, password });
  // It is connected all the time as far as gateways know, and the broker may still have been reading its file.
  await until(
    async () => {
      await used.heartbeat();
      return device(deviceId);
    },
    (row) => row.next_secret_hash === null,
  );
  await t.context.unbind({ userId, displayId: deviceId });
  await until(
    () => refusal(clientOf(mqttUrl, { thingName, password: older })),
    (refused) => refused === NOT_AUTHORIZED,
  );
  t.true(used.client.connected);
  await used.client.endAsync();
});

test('a panel that was removed cannot connect any more', async (t) => {
  const { mqttUrl, newPanel, db, until } = t.context;
  const panel = await newPanel();
  const long = new Date('2026-01-01');
  await db('display.devices')
    .where({ id: panel.deviceId })
    .update({ created_at: long, updated_at: long, last_seen_at: null });
  await t.context.display.cleanUp();
  await until(
    () => refusal(clientOf(mqttUrl, panel)),
    (refused) => refused === NOT_AUTHORIZED,
  );
  t.pass();
});

test('the account files are readable by their owner only, and replaced atomically', async (t) => {
  const { folder } = t.context.mosquitto;
  for (const name of ['panels.passwords', 'gateways.passwords']) {
    const { mode } = await stat(join(folder, name));
    t.is(mode & 0o027, 0, name);
    t.notRegex(await readFile(join(folder, name), 'utf8'), /a password/);
  }
});
