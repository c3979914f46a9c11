import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import anyTest, { type TestFn } from 'ava';
import { WebSocket } from 'ws';
import { freePort } from '#test/support/free-port.ts';
import { until } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';
import {
  closeCode,
  openWebSocket,
  startPlainGateway,
  startTunnel,
  type TunnelStand,
} from './tunnel-stand.ts';

interface Context {
  stand: GatewayStand;
  tunnel: TunnelStand;
}

const test = anyTest as TestFn<Context>;
test.before(async (t) => {
  const stand = await startGatewayStand(
    { MQTT_MAX_CONNECTIONS_PER_ADDRESS: '20' },
    { connectTimeout: 3_000 },
  );
  t.context = { stand, tunnel: await startTunnel(stand.gateway.port, { trustProxy: 1 }) };
});
test.after.always(async (t) => {
  await t.context.tunnel?.close(0);
  await t.context.stand?.close();
});

const UPGRADE = {
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol': 'mqtt',
};

/** Sends a request to upgrade as it is given; returns all that comes back until the server closes. */
async function upgrade(port: number, changes: Record<string, string>, line = 'GET /mqtt HTTP/1.1') {
  const socket = connect(port, '127.0.0.1');
  const headers = { Host: 'x', Connection: 'Upgrade, close', ...UPGRADE, ...changes };
  const lines = Object.entries(headers).filter(([, value]) => value);
  socket.write(`${line}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('a panel shows and confirms a picture over WebSocket', async (t) => {
  const { stand, tunnel } = t.context;
  const { panel, show } = await stand.simulate({ mqttUrl: `${tunnel.wsUrl}?from=anywhere` });
  await panel.connect();
  const presentation = await show();
  await panel.confirmed(presentation);
  await panel.sleep();
  t.is(panel.screen?.presentationId, presentation);
});

test('the gateway counts the address that the proxy in front of HTTP gives', async (t) => {
  const few = await startGatewayStand({ MQTT_MAX_CONNECTIONS_PER_ADDRESS: '2' });
  const tunnel = await startTunnel(few.gateway.port, { trustProxy: 1 });
  const connectFrom = async (address: string) => {
    const { thingName, password } = await few.newPanel();
    const login = { clientId: thingName, username: thingName, password };
    const wsOptions = { headers: { 'X-Forwarded-For': `203.0.113.9, ${address}` } };
    return rawClient(tunnel.wsUrl, { ...login, wsOptions });
  };
  const clients = [await connectFrom('198.51.100.1'), await connectFrom('198.51.100.1')];
  await t.throwsAsync(connectFrom('198.51.100.1'));
  clients.push(
    await connectFrom('198.51.100.2'),
    await connectFrom('2001:db8::1'),
    await connectFrom('unknown'),
  );
  for (const client of clients) await client.endAsync();
  await tunnel.close(0);
  await few.close();
});

test('the tunnel limits connections per address and in all', async (t) => {
  // This one never closes a connection that does not go on to MQTT.
  const gateway = await startPlainGateway();
  const tunnel = await startTunnel(gateway.port, { trustProxy: 1, perAddress: 1, most: 2 });
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  const first = await openWebSocket(tunnel.wsUrl, from('198.51.100.1'));
  await t.throwsAsync(openWebSocket(tunnel.wsUrl, from('198.51.100.1')), { message: /429/ });
  await openWebSocket(tunnel.wsUrl, from('198.51.100.2'));
  await t.throwsAsync(openWebSocket(tunnel.wsUrl, from('198.51.100.3')), { message: /503/ });
  first.terminate();
  await until('room for another one', () =>
    openWebSocket(tunnel.wsUrl, from('198.51.100.1')).catch(() => null),
  );
  await tunnel.close(0);
  gateway.server.close();
  t.pass();
});

test('a WebSocket that does not carry MQTT is refused with an explanation', async (t) => {
  const { port } = t.context.tunnel;
  for (const [changes, status, says] of [
    [{ 'Sec-WebSocket-Protocol': '' }, 400, 'subprotocol must be `mqtt`'],
    [{ 'Sec-WebSocket-Protocol': 'chat, mqttx' }, 400, 'subprotocol must be `mqtt`'],
    [{ 'Sec-WebSocket-Protocol': 'mqtt,,' }, 400, 'Invalid Sec-WebSocket-Protocol'],
    [{ 'Sec-WebSocket-Key': '' }, 400, 'Sec-WebSocket-Key'],
    [{ 'Sec-WebSocket-Version': '7' }, 400, 'Sec-WebSocket-Version: 13\r\n'],
  ] as const) {
    const response = await upgrade(port, changes as Record<string, string>);
    t.true(response.startsWith(`HTTP/1.1 ${status} `), response);
    t.true(response.includes(says), response);
    t.regex(response, /"error":\{"code":"invalid_request","message":".+","requestId":"req_/);
  }
  // Requests that want another path or protocol get a response as if they had not asked.
  for (const [changes, line] of [
    [{}, 'GET /mqtt/x HTTP/1.1'],
    [{}, 'GET / HTTP/1.1'],
    [{ 'Content-Length': '0' }, 'POST /mqtt HTTP/1.1'],
    [{ Upgrade: 'h2c' }, 'GET /mqtt HTTP/1.1'],
  ] as const)
    t.regex(await upgrade(port, changes, line), /^HTTP\/1.1 404 .*no upgrade$/s);
});

test('the subprotocol is negotiated, and compression is not', async (t) => {
  const { tunnel } = t.context;
  for (const [offered, agreed] of [
    [['mqttv3.1'], 'mqttv3.1'],
    [['chat', 'mqttv3.1', 'mqtt'], 'mqtt'],
  ] as const) {
    const socket = new WebSocket(tunnel.wsUrl, [...offered], { perMessageDeflate: true });
    await once(socket, 'open');
    t.is(socket.protocol, agreed);
    t.is(socket.extensions, '');
    socket.terminate();
  }
});

test('without a gateway the response to the upgrade is 503', async (t) => {
  const tunnel = await startTunnel(await freePort());
  const response = await upgrade(tunnel.port, {});
  t.regex(response, /^HTTP\/1.1 503 .*Retry-After: 10\r\n.*"processing_unavailable"/s);
  await tunnel.close(0);
});

test('a gateway that ends a connection closes the WebSocket properly, and one that dies with an error code', async (t) => {
  const gateway = await startPlainGateway();
  const tunnel = await startTunnel(gateway.port);
  for (const [end, code] of [
    ['end', 1000],
    ['resetAndDestroy', 1012],
  ] as const) {
    const accepted = gateway.accepted();
    const socket = await openWebSocket(tunnel.wsUrl);
    (await accepted)[end]();
    t.is(await closeCode(socket), code);
  }
  await tunnel.close(0);
  gateway.server.close();
});

test('a WebSocket that never connects to MQTT is closed soon', async (t) => {
  const socket = await openWebSocket(t.context.tunnel.wsUrl);
  t.is(await closeCode(socket), 1000);
});

test('a gateway learns at once that a panel is gone', async (t) => {
  const { stand, tunnel } = t.context;
  const { panel, deviceId } = await stand.simulate({ mqttUrl: tunnel.wsUrl });
  await panel.connect();
  panel.cutPower();
  await stand.disconnected(deviceId);
  t.pass();
});

test('frames that violate the protocol close their connection with the code for it', async (t) => {
  const { port } = t.context.tunnel;
  const frame = (first: number, length: number, payload = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from([first, 0x80 | length, 0, 0, 0, 0]), payload]);
  const long = (length: number) =>
    Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0, length >> 8, length & 255, 0, 0, 0, 0]);
  for (const [what, bytes, code] of [
    ['a text', frame(0x81, 2, Buffer.from('{}')), 1003],
    ['a message of 60,000 bytes, announced only', long(60_000), 1009],
    ['a compressed one', frame(0xc2, 4, Buffer.from('ab78', 'hex')), 1002],
    ['one that is not masked', Buffer.from([0x82, 2, 0x10, 0x00]), 1002],
    [
      'fragments without end',
      Buffer.concat([
        frame(0x02, 1, Buffer.from([0x10])),
        ...Array.from({ length: 100 }, () => frame(0x00, 1, Buffer.from([0x20]))),
      ]),
      1008,
    ],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    const head = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET /mqtt HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n${head.join('')}\r\n`);
    await once(socket, 'readable');
    socket.read();
    socket.write(bytes);
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    t.is(response[0], 0x88, `${what}: a close frame`);
    t.is(response.readUInt16BE(2), code, what);
  }
});

test('a panel that does not respond to a ping is disconnected, others stay connected', async (t) => {
  const gateway = await startPlainGateway();
  const tunnel = await startTunnel(gateway.port, { pingMs: 1_000 });
  const alive = await openWebSocket(tunnel.wsUrl);
  const pinged = once(alive, 'ping');
  const gone = await openWebSocket(tunnel.wsUrl, { autoPong: false });
  t.is(await closeCode(gone), 1006);
  await pinged;
  for (let n = 0; n < 2; n++) await once(alive, 'ping');
  t.is(alive.readyState, WebSocket.OPEN);
  await tunnel.close(0);
  gateway.server.close();
});

test('a server that stops closes its WebSockets with the code for it', async (t) => {
  const gateway = await startPlainGateway();
  const tunnel = await startTunnel(gateway.port);
  const socket = await openWebSocket(tunnel.wsUrl);
  const code = closeCode(socket);
  await tunnel.close(5_000);
  t.is(await code, 1001);
  gateway.server.close();
});
