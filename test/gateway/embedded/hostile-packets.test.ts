import anyTest, { type TestFn } from 'ava';
import { closed, type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';
import { connectPacket, packet, publishPacket, subscribePacket, text } from './packets.ts';
import { rawSocket, socketClosed } from './proxied.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand({}, { connectTimeout: 3_000 });
});
test.after.always(async (t) => t.context.close());

const bytes = (hex: string) => Buffer.from(hex, 'hex');

const beforeConnect: [string, Buffer][] = [
  ['a message', publishPacket('placard/dev/x/up/state', '{}')],
  ['a subscription', subscribePacket('#')],
  ['a ping', bytes('c000')],
  ['another protocol', packet(0x10, text('MQTX'), bytes('0402003c'), text('placard-000000000000'))],
  ['a reserved flag', packet(0x10, text('MQTT'), bytes('0403003c'), text('placard-000000000000'))],
  ['a name that is cut off', packet(0x10, text('MQTT'), bytes('04c2003c'), bytes('00ff61'))],
  ['a length of five bytes', bytes('10ffffffff01')],
  ['a reserved type', bytes('0000')],
  ['the other reserved type', bytes('f000')],
  ['an answer of a server', bytes('20020000')],
  ['a CONNECT of 2,049 bytes', Buffer.concat([bytes('108110'), Buffer.alloc(2049)])],
];

for (const [what, malformed] of beforeConnect) {
  test(`closed before CONNECT: ${what}`, async (t) => {
    const socket = await rawSocket(t.context.gateway.port, malformed);
    await socketClosed(socket);
    t.true(socket.destroyed);
  });
}

const afterConnect: [string, Buffer][] = [
  ['a second CONNECT', connectPacket('placard-000000000000', 'x')],
  ['QoS 3', packet(0x36, text('a'), bytes('0001'))],
  ['a message without a topic', packet(0x30, text(''), Buffer.from('{}'))],
  ['a message whose topic is cut off', packet(0x30, bytes('00ff61'))],
  ['a topic that is no text', packet(0x30, bytes('0002c328'))],
  ['a topic with a NUL', packet(0x30, text('placard/\0'))],
  ['a topic with a wildcard', publishPacket('placard/dev/+/up/state', '{}')],
  ['a subscription to nothing', packet(0x82, bytes('0001'))],
  ['a subscription with QoS 3', packet(0x82, bytes('0001'), text('a'), bytes('03'))],
  ['a subscription with wrong flags', packet(0x80, bytes('0001'), text('a'), bytes('01'))],
  ['a subscription of 1,025 bytes', Buffer.concat([bytes('828108'), Buffer.alloc(1025)])],
  ['an answer of a server', bytes('d000')],
  ['a reserved type', bytes('f000')],
];

for (const [what, malformed] of afterConnect) {
  test(`closed after CONNECT: ${what}`, async (t) => {
    const { thingName, password } = await t.context.newPanel();
    const login = { clientId: thingName, username: thingName, password };
    const client = await rawClient(`mqtt://127.0.0.1:${t.context.gateway.port}`, login);
    client.stream.write(malformed);
    await closed(client);
    t.false(client.connected);
  });
}
