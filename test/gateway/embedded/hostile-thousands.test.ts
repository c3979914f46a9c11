import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { openCrowd } from './crowd.ts';
import { type HostileContext, harmless, test } from './hostile-stand.ts';
import { connectPacket, frame, HALF_UPGRADE, UPGRADE } from './packets.ts';

/** Half-open sockets have 5 s; the rest is for a machine that is busy with a thousand others. */
const GONE_MS = 60_000;

/** What a real client says first. */
let hello: Buffer = Buffer.alloc(0);
test.before(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = tlsConnect({ port, host: '127.0.0.1' }).on('error', () => {});
  const [socket] = (await once(server, 'connection')) as [Socket];
  [hello] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  server.close();
});

const portOf = ({ gateway, api }: HostileContext) => ({
  plain: gateway.port,
  tls: gateway.tlsPort,
  http: api.port,
});
const halfConnect = Buffer.concat([Buffer.from('10d00f00044d5154540402003c', 'hex'), Buffer.alloc(1500)]);
/** A message of nearly the largest size there may be that is not the last of its fragments. */
const fragment = frame(0x02, Buffer.alloc(16_000));

/** What the sockets of one attack send, by turns, before they stop. */
const halfOpen: ['plain' | 'tls' | 'http', string, (() => Buffer | string)[]][] = [
  ['plain', 'a CONNECT or a PROXY header', [() => '', () => halfConnect, () => 'PROXY TCP4 1.']],
  ['tls', 'a handshake', [() => '', () => hello.subarray(0, 100), () => hello]],
  [
    'http',
    'an upgrade, or after it',
    [() => HALF_UPGRADE, () => UPGRADE, () => Buffer.concat([Buffer.from(UPGRADE), fragment])],
  ],
];

for (const [port, where, says] of halfOpen) {
  test(`2,700 sockets that send nothing, or stop within ${where}, are closed in time`, async (t) => {
    await harmless(t, async () => {
      const bytes = (index: number) => says[index % says.length]?.() ?? '';
      const crowd = await openCrowd(2700, portOf(t.context)[port], { bytes, addresses: 4 });
      const took = await crowd.gone;
      t.log(`gone ${Math.round(took)} ms after the last one`);
      t.true(took < GONE_MS);
    });
  });
}

test('a gateway with thousands of silent sockets still accepts a panel', async (t) => {
  const { stand, gateway } = t.context;
  await harmless(t, async () => {
    const crowd = await openCrowd(4500, gateway.port, { addresses: 5 });
    const { panel } = await stand.simulate({ mqttUrl: `mqtt://127.0.0.1:${gateway.port}` });
    await panel.connect();
    await panel.sleep();
    await crowd.gone;
  });
});

test('many connections at once, from one address and from many, are closed in the end', async (t) => {
  const { gateway } = t.context;
  await harmless(t, async () => {
    for (const addresses of [1, 200])
      for (let n = 0; n < 3; n++) (await openCrowd(1500, gateway.port, { addresses })).end();
  });
});

test('2,000 wrong passwords are refused', async (t) => {
  const { stand, gateway } = t.context;
  const { thingName } = await stand.newPanel();
  const packet = connectPacket(thingName, 'x'.repeat(43));
  await harmless(t, async () => {
    const responses: string[] = [];
    const crowd = await openCrowd(2000, gateway.port, {
      bytes: () => packet,
      addresses: 3,
      connected: (socket) =>
        socket.once('data', (response: Buffer) => responses.push(response.toString('hex'))),
    });
    await crowd.gone;
    t.is(responses.length, 2000);
    t.deepEqual([...new Set(responses)], ['20020004']);
  });
});

test('500 packets of 256 MB, and as many streams of random bytes, are closed at their first bytes', async (t) => {
  const ports = portOf(t.context);
  const random = (index: number) =>
    Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * index + 31 * i + index) & 255));
  for (const [port, bytes] of [
    [ports.plain, () => Buffer.from('10ffffff7f', 'hex')],
    [ports.plain, random],
    [ports.tls, random],
    [ports.http, random],
  ] as const)
    await harmless(t, async () => {
      const pump = (socket: Socket) => {
        const chunk = Buffer.alloc(64 * 1024);
        const more = () => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', more);
        more();
      };
      const crowd = await openCrowd(500, port, { bytes, connected: pump });
      t.true((await crowd.gone) < GONE_MS);
    });
});
