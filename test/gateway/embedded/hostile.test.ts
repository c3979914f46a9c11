import { once } from 'node:events';
import { connect as tcpConnect } from 'node:net';
import anyTest, { type TestFn } from 'ava';
import { connect, type IClientOptions, type IConnackPacket } from 'mqtt';
import { newId } from '#shared/ids.ts';
import { until } from '#test/support/until.ts';
import { closed, type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';

interface Context {
  stand: GatewayStand;
  /** Credentials of the hostile panel, which are good. */
  own: { thingName: string; password: string; deviceId: string };
  other: { thingName: string; password: string; deviceId: string };
}

const test = anyTest as TestFn<Context>;
test.before(async (t) => {
  const stand = await startGatewayStand(
    { MQTT_MAX_CONNECTIONS_PER_ADDRESS: '200' },
    { connectTimeout: 5_000, messagesPerSecond: 1000, messageBurst: 1000 },
  );
  t.context = { stand, own: await stand.newPanel(), other: await stand.newPanel() };
});
test.after.always(async (t) => t.context.stand.close());

/** A new panel that is let in. */
async function connected({ stand }: Context, options: IClientOptions = {}) {
  const panel = await stand.newPanel();
  const { thingName, password, deviceId } = panel;
  const client = await rawClient(stand.mqttUrl, {
    clientId: thingName,
    username: thingName,
    password,
    ...options,
  });
  client.on('error', () => {});
  const row = () => stand.db('display.devices').where({ id: deviceId }).first();
  return { ...panel, client, root: `placard/dev/${thingName}`, row };
}

type Credentials = { own: Context['own']; other: Context['other'] };
const refusedConnects: [string, number, (given: Credentials) => IClientOptions][] = [
  ['nobody', 4, ({ own }) => ({ clientId: own.thingName })],
  ['no password', 4, ({ own }) => ({ clientId: own.thingName, username: own.thingName })],
  ['a wrong password', 4, ({ own }) => ({ ...login(own), password: 'x'.repeat(43) })],
  ['the password of another panel', 4, ({ own, other }) => ({ ...login(own), password: other.password })],
  ['the client id of another panel', 4, ({ own, other }) => ({ ...login(own), clientId: other.thingName })],
  ['an unknown panel', 4, ({ own }) => ({ ...login({ ...own, thingName: 'placard-000000000000' }) })],
  ['no client id', 2, ({ own }) => ({ ...login(own), clientId: '' })],
  ['a client id of no panel', 2, ({ own }) => ({ ...login(own), clientId: '__proto__' })],
  ['a client id with a wildcard', 2, ({ own }) => ({ ...login(own), clientId: 'placard-+/#' })],
  [
    'a will on the topic of another',
    5,
    ({ own, other }) => willOn(own, `placard/dev/${other.thingName}/up/state`),
  ],
  ['a will with a wildcard', 5, ({ own }) => willOn(own, `placard/dev/${own.thingName}/up/+`)],
  ['a will on a shared topic', 5, ({ own }) => willOn(own, `$share/g/placard/dev/${own.thingName}/up/state`)],
  ['a will on $SYS', 5, ({ own }) => willOn(own, '$SYS/x/new/clients')],
  ['a will on its own commands', 5, ({ own }) => willOn(own, `placard/dev/${own.thingName}/down/cmd`)],
];

function login({ thingName, password }: Context['own']): IClientOptions {
  return { clientId: thingName, username: thingName, password };
}
function willOn(own: Context['own'], topic: string): IClientOptions {
  return { ...login(own), will: { topic, payload: Buffer.from('{}'), qos: 1, retain: true } };
}

for (const [what, code, options] of refusedConnects) {
  test(`refused: ${what}`, async (t) => {
    const { stand, own, other } = t.context;
    const error = await t.throwsAsync(rawClient(stand.mqttUrl, options({ own, other })));
    t.is((error as { code?: number }).code, code);
  });
}

test('refused: MQTT 5, with the code for an unsupported version', async (t) => {
  const { stand, own } = t.context;
  const socket = tcpConnect(Number(new URL(stand.mqttUrl).port), '127.0.0.1');
  const id = Buffer.from(own.thingName);
  const body = Buffer.concat([Buffer.from([0, 4, 77, 81, 84, 84, 5, 2, 0, 60, 0, 0, id.length]), id]);
  socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]));
  const [response] = (await once(socket, 'data')) as [Buffer];
  t.is(response[0], 0x20);
  t.is(response.at(3), 1);
  await once(socket, 'close');
});

const refusedTopics: [string, 0 | 1 | 2, (root: string, other: string) => string][] = [
  ['the heartbeat of another panel', 1, (_root, other) => `placard/dev/${other}/up/heartbeat`],
  ['its own commands', 1, (root) => `${root}/down/cmd`],
  ['a forged $SYS message', 0, () => '$SYS/x/new/clients'],
  ['a shared subscription', 0, (root) => `$share/g/${root}/up/state`],
  ['an unknown message', 1, (root) => `${root}/up/firmware`],
  ['a topic below its own', 1, (root) => `${root}/up/state/x`],
  ['a very deep topic', 0, () => 'a/'.repeat(500)],
  ['the topic of no panel', 0, () => 'placard/dev//up/state'],
  ['an empty level', 0, (root) => `${root}//up/state`],
  ['QoS 2', 2, (root) => `${root}/up/state`],
];

for (const [what, qos, topicOf] of refusedTopics) {
  test(`closed for publishing: ${what}`, async (t) => {
    const { client, root, row } = await connected(t.context);
    client.publish(topicOf(root, t.context.other.thingName), '{}', { qos, retain: true });
    await closed(client);
    t.is((await row()).state, null);
  });
}

test('a password ends when its panel enrols again, and its connection when the panel reconnects', async (t) => {
  const { stand } = t.context;
  const hardwareId = `sim-${newId()}`;
  const revoked = await stand.newPanel(hardwareId);
  const thief = await rawClient(stand.mqttUrl, login(revoked));
  thief.on('error', () => {});
  const renewed = await stand.newPanel(hardwareId);
  t.is(renewed.thingName, revoked.thingName);
  const gone = closed(thief);
  const panel = await rawClient(stand.mqttUrl, login(renewed));
  await gone;
  const error = await t.throwsAsync(rawClient(stand.mqttUrl, login(revoked)));
  t.is((error as { code?: number }).code, 4);
  t.true(panel.connected);
  await panel.endAsync();
});

test('retained messages are not stored', async (t) => {
  const { client, root, row } = await connected(t.context);
  await client.publishAsync(`${root}/up/state`, '{"a":1}', { qos: 1, retain: true });
  t.deepEqual((await row()).state, { a: 1 });
  client.on('message', () => t.fail());
  await client.subscribeAsync(`${root}/down/#`, { qos: 1 });
  await client.publishAsync(`${root}/up/state`, '{"a":2}', { qos: 1 });
  await client.endAsync();
});

test('a panel can subscribe only to its own commands', async (t) => {
  const { client, root } = await connected(t.context);
  const other = `placard/dev/${t.context.other.thingName}`;
  const refused = [
    '#',
    '+/#',
    'placard/#',
    'placard/dev/+/down/cmd',
    '$SYS/#',
    `$share/g/${root}/down/cmd`,
    `${other}/down/cmd`,
    `${other}/down/#`,
    `${root}/up/#`,
    `${root}/#`,
  ];
  const grants = await new Promise<number[]>((resolve) => {
    client.subscribe(refused, { qos: 1 }, (_error, _granted, packet) =>
      resolve((packet as unknown as { granted: number[] }).granted),
    );
  });
  t.deepEqual(
    grants,
    refused.map(() => 128),
  );
  for (const own of [`${root}/down/#`, `${root}/down/cmd`]) {
    const [grant] = await client.subscribeAsync(own, { qos: 2 });
    t.not(grant?.qos as number, 128);
  }
  await client.endAsync();
});

test('the session is always a clean one', async (t) => {
  const { client, root, thingName, password } = await connected(t.context, { clean: false });
  await client.subscribeAsync(`${root}/down/#`, { qos: 1 });
  await client.endAsync();
  const options = { ...login({ thingName, password, deviceId: '' }), clean: false };
  const again = connect(t.context.stand.mqttUrl, options);
  const packet = await new Promise<IConnackPacket>((resolve) => again.once('connect', resolve));
  t.false(packet.sessionPresent);
  await again.endAsync();
});

const hash = 'a'.repeat(64);
const malformed: [string, string, string | Buffer][] = [
  ['heartbeat', 'no JSON', '{"ts":'],
  ['heartbeat', 'no object', '17'],
  ['heartbeat', 'nothing in it', '{}'],
  ['heartbeat', 'a wrong type', JSON.stringify({ ts: 1, firmware: 'x', battery: 'full' })],
  ['heartbeat', 'an impossible battery', JSON.stringify({ ts: 1, firmware: 'x', battery: 1e9 })],
  [
    'heartbeat',
    'no such presentation id',
    JSON.stringify({ ts: 1, firmware: 'x', battery: 1, presentationId: 'x' }),
  ],
  ['heartbeat', 'a NUL', JSON.stringify({ ts: 1, firmware: 'x\0', battery: 1 })],
  ['heartbeat', 'bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
  ['heartbeat', 'nothing at all', ''],
  ['state', 'a list', '[1,2,3]'],
  ['state', 'null', 'null'],
  ['state', 'a NUL deep inside', JSON.stringify({ a: [{ b: '\0' }] })],
  ['state', 'half a character', '{"a":"\\ud800"}'],
  ['state', 'one byte too many', JSON.stringify({ a: 'x'.repeat(8185) })],
  ['state', 'great depth', `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`],
  ['confirm', 'neither good nor bad', JSON.stringify({ commandId: 'c', presentationId: null, sha256: hash })],
  ['confirm', 'a failure without a reason', JSON.stringify({ commandId: 'c', sha256: hash, ok: false })],
  ['confirm', 'a hash that is none', JSON.stringify({ commandId: 'c', sha256: 'abc', ok: true })],
];

test('malformed messages are acknowledged and leave nothing behind', async (t) => {
  const { client, root, row } = await connected(t.context);
  const before = await row();
  for (const [kind, what, payload] of malformed) {
    await client.publishAsync(`${root}/up/${kind}`, payload, { qos: 1 });
    t.deepEqual(await row(), before, `${kind} with ${what}`);
  }
  t.true(client.connected);
  t.is(await t.context.stand.metric('placard_gateway_messages_total{kind="state",outcome="malformed"}'), 6);
  await client.endAsync();
});

test('a packet that is too large is refused at its first bytes before and after CONNECT', async (t) => {
  const { stand } = t.context;
  const socket = tcpConnect(Number(new URL(stand.mqttUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])); // a CONNECT of 256 MB
  await once(socket, 'close');

  const { client, root, row } = await connected(t.context);
  await client.publishAsync(`${root}/up/state`, JSON.stringify({ a: 'x'.repeat(8000) }), { qos: 1 });
  t.is((await row()).state.a.length, 8000);
  client.stream.write(Buffer.from([0x32, 0x80, 0x80, 0x01])); // a PUBLISH of 16 KiB, not followed by anything
  await closed(client);
});

test('a socket that sends nothing, or half a CONNECT, is closed soon', async (t) => {
  const port = Number(new URL(t.context.stand.mqttUrl).port);
  for (const bytes of [[], [0x10], [0x10, 0x20, 0x00, 0x04]]) {
    const socket = tcpConnect(port, '127.0.0.1');
    socket.on('error', () => {});
    if (bytes.length > 0) socket.write(Buffer.from(bytes));
    await once(socket, 'close');
    t.true(socket.destroyed);
  }
});

test('random bytes close only their own connection', async (t) => {
  const { client } = await connected(t.context);
  const port = Number(new URL(t.context.stand.mqttUrl).port);
  for (let n = 1; n <= 30; n++) {
    const socket = tcpConnect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(Buffer.from(Array.from({ length: 40 * n }, (_, i) => (i * i * n + 31 * i + n) & 255)));
    await once(socket, 'close');
  }
  t.true(client.connected);
  await client.endAsync();
});

test('a last will counts as a message of its panel, whatever QoS it asks for', async (t) => {
  const { stand, own } = t.context;
  const topic = `placard/dev/${own.thingName}/up/state`;
  const options = {
    ...login(own),
    will: { topic, payload: Buffer.from('{"died":true}'), qos: 2 as const, retain: true },
  };
  const client = await rawClient(stand.mqttUrl, options);
  client.on('error', () => {});
  client.stream.destroy();
  await until('the last will', async () => {
    const { state } = await stand.db('display.devices').where({ id: own.deviceId }).first('state');
    return state?.died;
  });
  t.pass();
});

test('the number of connections from one address is limited', async (t) => {
  const few = await startGatewayStand({ MQTT_MAX_CONNECTIONS_PER_ADDRESS: '3' });
  const port = Number(new URL(few.mqttUrl).port);
  const sockets = [1, 2, 3].map(() => tcpConnect(port, '127.0.0.1'));
  for (const socket of sockets) await once(socket, 'connect');
  const oneTooMany = tcpConnect(port, '127.0.0.1');
  oneTooMany.on('error', () => {});
  await once(oneTooMany, 'close');
  t.is(await few.metric('placard_gateway_refused_total{reason="address"}'), 1);
  for (const socket of sockets) socket.destroy();
  await few.close();
});
