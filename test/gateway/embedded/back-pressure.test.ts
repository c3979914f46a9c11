import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import anyTest, { type TestFn } from 'ava';
import type { MqttClient } from 'mqtt';
import { gatewayLimits } from '#gateway/limits.ts';
import { until } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';
import { connectPacket, publishPacket } from './packets.ts';
import { rawSocket } from './proxied.ts';

const test = anyTest.serial as TestFn<GatewayStand>;
test.beforeEach(async (t) => {
  t.context = await startGatewayStand();
});
test.afterEach.always(async (t) => t.context.close());

interface Panel {
  client: MqttClient;
  deviceId: string;
  /** A heartbeat whose battery is its number; resolves when it is acknowledged. */
  beat(number: number, fields?: object): Promise<unknown>;
}

async function connect(stand: GatewayStand, count: number): Promise<Panel[]> {
  const panels: Panel[] = [];
  for (let n = 0; n < count; n++) {
    const { thingName, password, deviceId } = await stand.newPanel();
    const client = await rawClient(stand.mqttUrl, { clientId: thingName, username: thingName, password });
    const beat = (battery: number, fields: object = { presentationId: null, sha256: null }) => {
      const heartbeat = JSON.stringify({ ts: 0, firmware: '1', battery, ...fields });
      return client.publishAsync(`placard/dev/${thingName}/up/heartbeat`, heartbeat, { qos: 1 });
    };
    panels.push({ client, deviceId, beat });
  }
  return panels;
}

async function end(panels: Panel[]): Promise<void> {
  await Promise.all(panels.map(({ client }) => client.endAsync()));
}

async function batteries({ db }: GatewayStand): Promise<number[]> {
  return db('display.devices').pluck('battery_percent');
}

/** Waits until a number has stopped changing, for as long as the gateway, in this process, may take to look at more. */
async function settled(read: () => Promise<number>): Promise<void> {
  for (let last = await read(), turns = 0; turns < 10; turns++) {
    await turn();
    const now = await read();
    if (now !== last) turns = 0;
    last = now;
  }
}

const BEATS = 50;

test('2,000 heartbeats while the database does not respond take no memory, and all are acknowledged afterwards', async (t) => {
  const stand = t.context;
  const panels = await connect(stand, 40);
  const trx = await stand.db.transaction();
  await trx.raw('lock table display.devices in access exclusive mode');
  let acknowledged = 0;
  const beats = panels.flatMap(({ beat }) =>
    Array.from({ length: BEATS }, (_, number) => beat(number).then(() => acknowledged++)),
  );
  const replaced = () => stand.metric('placard_gateway_messages_total{kind="heartbeat",outcome="replaced"}');
  await until('a heartbeat replaced of each panel', async () => (await replaced()) >= panels.length);
  await settled(replaced);
  t.is(acknowledged, 0);
  // One that is being stored and one that waits: what else is said is folded into that, or not read yet.
  t.true((await stand.metric('placard_gateway_heartbeats_waiting')) <= 2 * panels.length);
  t.true((await replaced()) <= gatewayLimits.maxPendingMessages * panels.length);
  await trx.commit();
  await Promise.all(beats);
  t.deepEqual(new Set(await batteries(stand)), new Set([BEATS - 1]), 'the newest is what counts');
  t.is(await stand.metric('placard_gateway_heartbeats_waiting'), 0);
  await end(panels);
});

test('little is read from a panel that sends too much while its messages cannot be stored', async (t) => {
  const stand = t.context;
  const { thingName, password, deviceId } = await stand.newPanel();
  const socket = await rawSocket(stand.gateway.port, connectPacket(thingName, password));
  await once(socket, 'data');
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [deviceId]);
  const topic = `placard/dev/${thingName}/up/heartbeat`;
  const message = publishPacket(
    topic,
    '{"ts":0,"firmware":"1","battery":1,"presentationId":null,"sha256":null}',
  );
  const replaced = () => stand.metric('placard_gateway_messages_total{kind="heartbeat",outcome="replaced"}');
  for (let part = 0; part < 200; part++) {
    socket.write(Buffer.concat(Array.from({ length: 5 }, () => message)));
    for (let n = 0; n < 3; n++) await turn();
  }
  await settled(replaced);
  const read = 2 + (await replaced());
  // Once so many wait, no more is read; what the last read brought is taken in.
  t.true(
    read >= gatewayLimits.maxPendingMessages && read < 2 * gatewayLimits.maxPendingMessages,
    `${read} messages`,
  );
  await trx.commit();
  await until('more to be read', async () => (await replaced()) > 2 * read);
  t.false(socket.destroyed);
  socket.destroy();
});

test('a panel whose row is locked waits alone', async (t) => {
  const stand = t.context;
  const [held, ...others] = (await connect(stand, 20)) as [Panel, ...Panel[]];
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [held.deviceId]);
  let acknowledged = false;
  const waiting = held.beat(77).then(() => {
    acknowledged = true;
  });
  for (let round = 0; round < 3; round++) await Promise.all(others.map(({ beat }) => beat(round)));
  t.false(acknowledged);
  await trx.commit();
  await waiting;
  const { battery_percent: battery } = await stand
    .db('display.devices')
    .where({ id: held.deviceId })
    .first('battery_percent');
  t.is(battery, 77);
  await end([held, ...others]);
});

test('a heartbeat that replaces a waiting one keeps the picture that only the older one reports', async (t) => {
  const stand = t.context;
  const [panel] = (await connect(stand, 1)) as [Panel];
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [panel.deviceId]);
  const hash = 'ab'.repeat(32);
  const sent = [panel.beat(1), panel.beat(2, { presentationId: null, sha256: hash }), panel.beat(3, {})];
  await until(
    'a heartbeat that is replaced',
    async () =>
      (await stand.metric('placard_gateway_messages_total{kind="heartbeat",outcome="replaced"}')) >= 1,
  );
  await trx.commit();
  await Promise.all(sent);
  const row = await stand.db('display.devices').where({ id: panel.deviceId }).first();
  t.like(row, { battery_percent: 3, reported_sha256: hash });
  await end([panel]);
});

test('messages of a panel keep their order around a heartbeat that waits', async (t) => {
  const stand = t.context;
  const [panel] = (await connect(stand, 1)) as [Panel];
  const topic = `placard/dev/${panel.client.options.clientId}/up/state`;
  const trx = await stand.db.transaction();
  await trx.raw('select from display.devices where id = ? for update', [panel.deviceId]);
  const sent = [
    panel.beat(1),
    panel.beat(2),
    panel.client.publishAsync(topic, '{"after":2}', { qos: 1 }),
    panel.beat(3),
    panel.beat(4),
  ];
  const heartbeats = (outcome: string) =>
    stand.metric(`placard_gateway_messages_total{kind="heartbeat",outcome="${outcome}"}`);
  await until('a heartbeat that is replaced', async () => (await heartbeats('replaced')) >= 1);
  await trx.commit();
  await Promise.all(sent);
  t.true((await heartbeats('stored')) >= 2, 'none is taken out of its turn');
  t.deepEqual(await batteries(stand), [4]);
  await end([panel]);
});
