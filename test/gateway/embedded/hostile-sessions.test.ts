import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setInterval as ticks } from 'node:timers/promises';
import { Aedes } from 'aedes';
import anyTest, { type TestFn } from 'ava';
import type { MqttClient } from 'mqtt';
import { noRouting } from '#gateway/embedded/no-routing.ts';
import { until, within } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';
import { createPacketSplitter } from '../model/mqtt-packets.ts';
import { connectPacket, publishPacket, subscribePacket } from './packets.ts';
import { rawSocket, socketClosed } from './proxied.ts';

/** What a broker keeps of its clients and hands from one to the other, and what a gateway leaves of it. */
const test = anyTest.serial as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

/** A panel whose owner has a picture for it, connected by a client that does as the test says. */
async function panelWithPicture(stand: GatewayStand) {
  const { panel, deviceId, show } = await stand.simulate();
  await show();
  const { thingName = '', password = '' } = panel.credentials ?? {};
  const root = `placard/dev/${thingName}`;
  return { thingName, password, deviceId, filter: `${root}/down/#`, state: `${root}/up/state` };
}

/** The QoS of the next command. */
function nextCommand(client: MqttClient): Promise<number> {
  return new Promise((resolve) => client.once('message', (_topic, _payload, { qos }) => resolve(qos)));
}

/** Such a panel without a library: `next` resolves with the next packet of a kind. */
async function rawPanel(stand: GatewayStand) {
  const panel = await panelWithPicture(stand);
  const socket = await rawSocket(stand.gateway.port, connectPacket(panel.thingName, panel.password));
  const split = createPacketSplitter();
  async function next(kind: string) {
    for (;;) {
      const [bytes] = (await within(`a ${kind}`, once(socket, 'data'))) as [Buffer];
      const found = split(bytes).find((packet) => packet.kind === kind);
      if (found) return found;
    }
  }
  await next('connack');
  return { ...panel, socket, next };
}

test('a panel that subscribes again with another QoS is sent its commands with that one', async (t) => {
  const { thingName, password, filter } = await panelWithPicture(t.context);
  const login = { clientId: thingName, username: thingName, password };
  const client = await rawClient(t.context.mqttUrl, login);
  for (const qos of [1, 0, 1] as const) {
    await client.subscribeAsync(filter, { qos });
    await until(`a command with QoS ${qos}`, async () => (await nextCommand(client)) === qos, { everyMs: 0 });
  }
  t.true(client.connected);
  await client.endAsync();
});

test('a panel that has unsubscribed is sent nothing more', async (t) => {
  const stand = t.context;
  const { thingName, password, filter, state } = await panelWithPicture(stand);
  const client = await rawClient(stand.mqttUrl, { clientId: thingName, username: thingName, password });
  const command = nextCommand(client);
  await client.subscribeAsync([filter, filter.replace('#', 'cmd')], { qos: 1 });
  await command;
  await client.unsubscribeAsync(filter);
  await nextCommand(client); // the other subscription is enough
  await client.unsubscribeAsync(filter.replace('#', 'cmd'));
  client.on('message', () => t.fail());
  const sent = () => stand.metric('placard_gateway_commands_total{kind="show"}');
  const before = await sent();
  // A panel that speaks and does not follow gets the command again after 150 ms.
  for (const from = performance.now(); performance.now() < from + 600; )
    await client.publishAsync(state, '{}', { qos: 1 });
  t.is(await sent(), before);
  await client.endAsync();
});

test('a command that is never acknowledged is sent again under new packet ids, and the panel stays connected', async (t) => {
  const { socket, filter, next } = await rawPanel(t.context);
  socket.write(subscribePacket(filter));
  const ids = new Set<number | null>();
  for (let n = 0; n < 3; n++) ids.add((await next('publish')).packetId);
  t.is(ids.size, 3);
  t.false(socket.destroyed);
  socket.destroy();
});

test('handshakes of QoS 2 that were never begun are completed and forgotten', async (t) => {
  const { socket, state, next } = await rawPanel(t.context);
  for (const [sent, responded] of [
    ['50020007', 'pubrel'],
    ['62020007', 'pubcomp'],
  ] as const) {
    const response = next(responded);
    socket.write(Buffer.from(sent, 'hex'));
    t.deepEqual((await response).bytes.subarray(-2), Buffer.from([0, 7]));
  }
  socket.write(Buffer.from('70020007', 'hex'));
  socket.write(Buffer.from('40020007', 'hex'));
  socket.write(publishPacket(state, '{"still":"here"}'));
  const pong = next('pingresp');
  socket.write(Buffer.from('c000', 'hex'));
  await pong;
  t.false(socket.destroyed);
  socket.destroy();
});

test('a connection that is silent or withholds a packet is closed in time, for every keep-alive', async (t) => {
  const { gateway } = await t.context.addGateway({ maxKeepaliveSeconds: 0.2 });
  for (const keepAlive of [0, 65_535])
    for (const last of ['', '30', '30ff']) {
      const { thingName, password } = await t.context.newPanel();
      const socket = await rawSocket(gateway.port, connectPacket(thingName, password, keepAlive));
      const [connack] = (await once(socket, 'data')) as [Buffer];
      t.is(connack.toString('hex'), '20020000');
      if (last) socket.write(Buffer.from(last, 'hex'));
      await socketClosed(socket);
    }
});

test('the will of a connected panel is not published', async (t) => {
  const heartbeatInterval = 5;
  const played: string[] = [];
  const broker = await Aedes.createBroker({
    ...noRouting,
    heartbeatInterval,
    authorizePublish(_client, { topic }, done) {
      played.push(topic);
      done(null);
    },
  });
  const server = createServer((socket: Socket) => void broker.handle(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const will = { topic: 'will', payload: Buffer.from('{}'), qos: 1 as const, retain: false };
  const client = await rawClient(`mqtt://127.0.0.1:${port}`, { clientId: 'panel', will });
  // Aedes looks for wills of brokers that died at every fourth heartbeat.
  let looks = 0;
  for await (const _ of ticks(4 * heartbeatInterval)) if (++looks > 3) break;
  t.deepEqual(played, []);
  client.stream.destroy();
  await until('the will', () => played.length > 0);
  t.deepEqual(played, ['will']);
  server.close();
  await new Promise<void>((resolve) => broker.close(resolve));
});
