import { once } from 'node:events';
import anyTest, { type TestFn } from 'ava';
import { randomNumbers } from '#test/support/images.ts';
import { until } from '#test/support/until.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { connectPacket, packet, publishPacket, text } from './packets.ts';
import { rawSocket, socketClosed } from './proxied.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand({ MQTT_MAX_CONNECTIONS_PER_ADDRESS: '1000' });
});
test.after.always(async (t) => t.context.close());

const SESSIONS = 300;
const PANELS = 8;
const random = randomNumbers(20_261_122);
const below = (count: number) => random() % count;
const oneOf = <T>(all: T[]) => all[below(all.length)] as T;
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const few = (make: () => Buffer) => Array.from({ length: 1 + below(3) }, make);

/** A packet that may follow CONNECT, good or bad: everything that a panel can have dealt with, in any order. */
function anyPacket(root: string): Buffer {
  const filter = () =>
    text(oneOf([`${root}/down/#`, `${root}/down/+`, `${root}/down/cmd`, '#', '$SYS/#', '__proto__']));
  const id = Buffer.from([0, 1 + below(3)]);
  const topic = `${root}/up/${oneOf(['state', 'heartbeat', 'confirm', 'request_claim'])}`;
  return oneOf([
    () => packet(0x82, id, ...few(() => Buffer.concat([filter(), Buffer.from([below(3)])]))),
    () => packet(0xa2, id, ...few(filter)),
    () => publishPacket(topic, '{"a":1}'),
    () => packet(oneOf([0x32, 0x33, 0x3a, 0x34]), text(topic), id, Buffer.from('{}')),
    () => Buffer.concat([bytes(oneOf(['4002', '5002', '6202', '7002'])), id]),
    () => bytes('c000'),
  ])();
}

test(`after ${SESSIONS} random sessions of hostile panels, their gateway still serves all others`, async (t) => {
  const stand = t.context;
  const panels = await Promise.all(Array.from({ length: PANELS }, () => stand.newPanel()));
  async function session(n: number): Promise<void> {
    const { thingName, password } = panels[n % PANELS] as (typeof panels)[0];
    const packets = few(() => Buffer.concat(few(() => anyPacket(`placard/dev/${thingName}`))));
    if (below(3) === 0) packets[0]?.writeUInt8(below(256), below(packets[0].length));
    const socket = await rawSocket(stand.gateway.port, connectPacket(thingName, password));
    const over = socketClosed(socket);
    await Promise.race([once(socket, 'data').catch(() => {}), over]);
    for (const some of packets) socket.write(some);
    socket.end(bytes('e000'));
    await over;
  }
  const waiting = Array.from({ length: SESSIONS }, (_, n) => n);
  const worker = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await session(n);
  };
  await Promise.all(Array.from({ length: PANELS }, worker));

  const { panel, show } = await stand.simulate();
  await panel.connect();
  await panel.confirmed(await show());
  await panel.sleep();
  await until('no connection', async () => (await stand.metric('placard_gateway_connections')) === 0);
  t.pass();
});
