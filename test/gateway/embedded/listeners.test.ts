import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { createKeys } from '#shared/keys.ts';
import { writeProxyHeader } from '#shared/proxy-protocol/write-header.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { createCertificate, type Identity } from './certificates.ts';
import { clientBehind, rawSocket, socketClosed } from './proxied.ts';

interface Context {
  folder: string;
  authority: Identity;
  /** Trusts this machine as a proxy. */
  behind: GatewayStand;
  /** Trusts no proxy. */
  open: GatewayStand;
}

const test = anyTest as TestFn<Context>;
const quick = { connectTimeout: 3_000 };
const proof = (secret: string) => (text: string) => createKeys(secret).sign('tunnel', text);
const from = (address: string) => `PROXY TCP4 ${address} 10.0.0.1 60000 1883\r\n`;

test.before(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-listeners-'));
  const authority = createCertificate('Servers');
  const { key, cert } = createCertificate('localhost', { issuer: authority });
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const settings = {
    MQTT_TLS_PORT: '0',
    MQTT_TLS_KEY: join(folder, 'key.pem'),
    MQTT_TLS_CERT: join(folder, 'cert.pem'),
    MQTT_MAX_CONNECTIONS_PER_ADDRESS: '2',
  };
  const behind = await startGatewayStand(
    { ...settings, MQTT_TRUSTED_PROXIES: '10.9.0.0/16, 127.0.0.1' },
    quick,
  );
  const open = await startGatewayStand({ ...settings, MQTT_TRUSTED_PROXIES: '10.9.0.0/16' }, quick);
  t.context = { folder, authority, behind, open };
});
test.after.always(async (t) => {
  await Promise.all([t.context.behind?.close(), t.context.open?.close()]);
  await rm(t.context.folder, { recursive: true });
});

/** Connects a new panel behind a header. */
async function connectBehind(stand: GatewayStand, header: Buffer | string, ca?: string) {
  const { thingName, password } = await stand.newPanel();
  const port = ca ? stand.gateway.tlsPort : stand.gateway.port;
  const login = { clientId: thingName, username: thingName, password };
  return clientBehind(header, { port: port ?? 0 }, { ...login, ...(ca && { ca }) });
}

test.serial(
  'a trusted proxy gives the address of the panel, with and without TLS, and limits count that address',
  async (t) => {
    const { behind, authority } = t.context;
    const unsigned = () => '';
    const clients = [
      await connectBehind(behind, from('192.0.2.1')),
      await connectBehind(behind, from('192.0.2.1'), authority.cert),
      await connectBehind(behind, writeProxyHeader('192.0.2.2', unsigned)),
      await connectBehind(behind, writeProxyHeader('2001:db8::1', unsigned), authority.cert),
      await connectBehind(behind, 'PROXY UNKNOWN\r\n'),
      await connectBehind(behind, writeProxyHeader('2001:db8::2', unsigned)),
    ];
    t.true(clients.every(({ connected }) => connected));
    const refused = 'placard_gateway_refused_total{reason="address"}';
    t.is(await behind.metric(refused), 0);
    await t.throwsAsync(connectBehind(behind, from('192.0.2.1')));
    await t.throwsAsync(connectBehind(behind, from('192.0.2.1'), authority.cert));
    await t.throwsAsync(
      connectBehind(behind, writeProxyHeader('2001:db8::3', unsigned)),
      undefined,
      'one /64 network',
    );
    t.is(await behind.metric(refused), 3);
    for (const client of clients) await client.endAsync();
    await (await connectBehind(behind, from('192.0.2.1'))).endAsync();
  },
);

test.serial('a header may arrive in pieces, and together with the bytes after it', async (t) => {
  const { port } = t.context.behind.gateway;
  const connect = Buffer.from('101000044d5154540402003c00046e6f6e65', 'hex');
  for (const writes of [
    [from('192.0.2.9'), connect],
    [...Buffer.concat([Buffer.from(from('192.0.2.9')), connect])].map((byte) => Buffer.from([byte])),
    [Buffer.concat([Buffer.from(from('192.0.2.9')), connect])],
  ]) {
    const socket = await rawSocket(port, ...writes);
    const [response] = (await socket.take(1).toArray()) as [Buffer];
    t.is(response.toString('hex'), '20020002', 'the CONNACK for a client id of no panel');
  }
});

test.serial('a trusted proxy must begin with a header', async (t) => {
  const { behind, authority } = t.context;
  await t.throwsAsync(connectBehind(behind, ''));
  await t.throwsAsync(connectBehind(behind, '', authority.cert));
});

test.serial('other addresses may not send a header', async (t) => {
  const { open, authority } = t.context;
  await t.throwsAsync(connectBehind(open, from('192.0.2.1')));
  await t.throwsAsync(connectBehind(open, 'PROXY UNKNOWN\r\n'));
  await t.throwsAsync(connectBehind(open, from('192.0.2.1'), authority.cert));
  await t.throwsAsync(
    connectBehind(
      open,
      writeProxyHeader('192.0.2.1', () => ''),
    ),
  );
  await t.throwsAsync(connectBehind(open, writeProxyHeader('192.0.2.1', proof('another secret'))));
});

test.serial(
  'a header with a valid proof of our own counts, from any address and after that of a proxy',
  async (t) => {
    const { open, behind } = t.context;
    const ours = writeProxyHeader('192.0.2.5', proof(TEST_SECRET));
    const clients = [await connectBehind(open, ours), await connectBehind(open, ours)];
    await t.throwsAsync(
      connectBehind(open, ours),
      undefined,
      'the limit of the panel, not of who carries it',
    );
    clients.push(await connectBehind(open, writeProxyHeader('192.0.2.6', proof(TEST_SECRET))));
    clients.push(await connectBehind(behind, Buffer.concat([Buffer.from(from('10.0.0.7')), ours])));
    for (const client of clients) await client.endAsync();
  },
);

test.serial(
  'headers that are malformed, too long or never finished close only their own connection',
  async (t) => {
    const { behind } = t.context;
    const client = await connectBehind(behind, from('192.0.2.77'));
    const v2 = (rest: string) => Buffer.from(`0d0a0d0a000d0a515549540a${rest}`, 'hex');
    for (const bytes of [
      Buffer.from(`PROXY TCP4 ${'1'.repeat(200_000)}`),
      Buffer.from('PROXY TCP4 1.2.3 10.0.0.1 1 1\r\n'),
      Buffer.from('PROXY'),
      v2('2111ffff'),
      v2('2111000c'),
      v2('9911000cc00002070a000001ea60075b'),
      Buffer.from('0d0a0d0a', 'hex'),
      Buffer.from('160301', 'hex'),
      Buffer.alloc(0),
    ])
      await socketClosed(await rawSocket(behind.gateway.port, bytes));
    t.true(client.connected);
    await client.endAsync();
  },
);

test.serial(
  'a TLS handshake that is malformed, or stops half-way, closes only its own connection',
  async (t) => {
    const { open, authority } = t.context;
    const client = await connectBehind(open, '', authority.cert);
    const hello = Buffer.from('16030100c8010000c40303', 'hex'); // the first bytes of a ClientHello
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(70_000, 0x16),
      hello,
      Buffer.alloc(0),
    ])
      await socketClosed(await rawSocket(open.gateway.tlsPort ?? 0, bytes));
    t.true(client.connected);
    await client.endAsync();
  },
);
