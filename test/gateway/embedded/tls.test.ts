import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import anyTest, { type TestFn } from 'ava';
import type { IClientOptions } from 'mqtt';
import { readTlsFiles } from '#gateway/embedded/tls-files.ts';
import { ConfigError, loadConfig } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { until } from '#test/support/until.ts';
import { type GatewayStand, rawClient, startGatewayStand } from '../gateway-stand.ts';
import { createCertificate, type Identity } from './certificates.ts';

interface Context {
  folder: string;
  stand: GatewayStand;
  url: string;
  authority: Identity;
  panelAuthority: Identity;
}

const test = anyTest as TestFn<Context>;

test.before(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-tls-'));
  const authority = createCertificate('Servers');
  const panelAuthority = createCertificate('Panels');
  await writeFile(join(folder, 'ca.pem'), panelAuthority.cert);
  await install(folder, createCertificate('localhost', { issuer: authority }));
  const stand = await startGatewayStand(
    {
      MQTT_TLS_PORT: '0',
      MQTT_TLS_KEY: join(folder, 'key.pem'),
      MQTT_TLS_CERT: join(folder, 'cert.pem'),
      MQTT_TLS_CLIENT_CA: join(folder, 'ca.pem'),
    },
    { certificateCheck: 20 },
  );
  const url = `mqtts://127.0.0.1:${stand.gateway.tlsPort}`;
  t.context = { folder, stand, url, authority, panelAuthority };
});
test.after.always(async (t) => {
  await t.context.stand?.close();
  await rm(t.context.folder, { recursive: true });
});

async function install(folder: string, { key, cert }: Identity): Promise<void> {
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
}

/** Connects a new panel, or one of this name, with whatever certificate `show` makes for it. */
async function connectShowing(
  { stand, url, authority }: Context,
  show: (thingName: string) => Pick<IClientOptions, 'key' | 'cert'>,
  password?: string,
) {
  const panel = await stand.newPanel();
  const { thingName } = panel;
  return rawClient(url, {
    clientId: thingName,
    username: thingName,
    password: password ?? panel.password,
    ca: authority.cert,
    ...show(thingName),
  });
}

test('a panel is served over TLS and over plain TCP at once', async (t) => {
  const { stand, url, authority } = t.context;
  for (const options of [{ mqttUrl: url, tls: { ca: authority.cert } }, {}]) {
    const { panel, show } = await stand.simulate(options);
    await panel.connect();
    const presentation = await show();
    await panel.confirmed(presentation);
    await panel.sleep();
  }
  t.pass();
});

test('a panel without a certificate, with its own, and with one that names no panel is accepted', async (t) => {
  const issuer = t.context.panelAuthority;
  for (const show of [
    () => ({}),
    (thingName: string) => createCertificate(thingName, { issuer }),
    () => createCertificate('Kitchen fleet', { issuer }),
  ]) {
    const client = await connectShowing(t.context, show);
    t.true(client.connected);
    await client.endAsync();
  }
});

test('a panel with the certificate of another panel is refused', async (t) => {
  const issuer = t.context.panelAuthority;
  const other = await t.context.stand.newPanel();
  const show = () => createCertificate(other.thingName, { issuer });
  const error = await t.throwsAsync(connectShowing(t.context, show));
  t.is((error as { code?: number }).code, 5);
});

test('a certificate does not replace the password', async (t) => {
  const issuer = t.context.panelAuthority;
  const show = (thingName: string) => createCertificate(thingName, { issuer });
  const error = await t.throwsAsync(connectShowing(t.context, show, 'x'.repeat(43)));
  t.is((error as { code?: number }).code, 4);
});

test('a certificate that is not valid is refused before MQTT begins', async (t) => {
  const { stand, panelAuthority: issuer } = t.context;
  for (const make of [
    (thingName: string) => createCertificate(thingName, { issuer, days: -1 }),
    (thingName: string) => createCertificate(thingName, { issuer: createCertificate('Panels') }),
    (thingName: string) => createCertificate(thingName),
  ])
    await t.throwsAsync(connectShowing(t.context, make));
  t.is(await stand.metric('placard_gateway_refused_total{reason="certificate"}'), 3);
});

/** The authority's name in the certificate that a new connection is shown. */
function issuerShown(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().issuer.CN));
      socket.destroy();
    }).on('error', reject);
  });
}

test('renewed files serve the next connection and do not affect open ones', async (t) => {
  const folder = await mkdtemp(join(t.context.folder, 'renewed-'));
  const [before, after] = [createCertificate('Before'), createCertificate('After')];
  await install(folder, createCertificate('localhost', { issuer: before }));
  const renewing = await startGatewayStand(
    {
      MQTT_TLS_PORT: '0',
      MQTT_TLS_KEY: join(folder, 'key.pem'),
      MQTT_TLS_CERT: join(folder, 'cert.pem'),
    },
    { certificateCheck: 5 },
  );
  t.teardown(() => renewing.close());
  const port = renewing.gateway.tlsPort ?? 0;
  const client = await connectShowing(
    { ...t.context, stand: renewing, url: `mqtts://127.0.0.1:${port}`, authority: before },
    () => ({}),
  );
  t.is(await issuerShown(port), 'Before');
  await install(folder, createCertificate('localhost', { issuer: after }));
  await until('the new certificate', async () => (await issuerShown(port)) === 'After');
  t.true(client.connected);
  await client.publishAsync(`placard/dev/${client.options.clientId}/up/state`, '{}', { qos: 1 });
  await client.endAsync();
});

test('unusable files are reported with the setting and the reason', async (t) => {
  const { folder, authority } = t.context;
  const one = createCertificate('one', { issuer: authority });
  const other = createCertificate('other', { issuer: authority });
  const path = (name: string) => join(folder, name);
  await writeFile(path('one.key'), one.key);
  await writeFile(path('one.crt'), one.cert);
  await writeFile(path('other.crt'), other.cert);
  await writeFile(path('text'), 'no PEM at all');
  const good = {
    MQTT_TLS_KEY: path('one.key'),
    MQTT_TLS_CERT: path('one.crt'),
    MQTT_TLS_CLIENT_CA: undefined,
  };
  t.is((await readTlsFiles(good)).cert, one.cert);
  for (const [wrong, reason] of [
    [{ MQTT_TLS_KEY: path('none') }, /^MQTT_TLS_KEY: .*none cannot be read \(ENOENT\)/],
    [{ MQTT_TLS_KEY: path('text') }, /^MQTT_TLS_KEY: .*text holds no private key/],
    [{ MQTT_TLS_CERT: path('text') }, /^MQTT_TLS_CERT: .*text holds no certificate/],
    [{ MQTT_TLS_CERT: path('other.crt') }, /^MQTT_TLS_CERT: .* for another key than MQTT_TLS_KEY/],
    [{ MQTT_TLS_CLIENT_CA: path('text') }, /^MQTT_TLS_CLIENT_CA: .*text holds no certificate/],
  ] as const) {
    const error = await t.throwsAsync(readTlsFiles({ ...good, ...wrong }), { instanceOf: StartError });
    t.regex(error.message, reason);
  }
});

test('settings that need each other are required together', (t) => {
  const needed = { DATABASE_URL: 'postgres://localhost/x', PLACARD_SECRET: 'x'.repeat(40) };
  for (const [given, missing] of [
    [{ MQTT_TLS_KEY: 'key.pem' }, /MQTT_TLS_CERT: is not set/],
    [{ MQTT_TLS_CERT: 'cert.pem' }, /MQTT_TLS_KEY: is not set/],
    [{ MQTT_TLS_CLIENT_CA: 'ca.pem' }, /MQTT_TLS_CLIENT_CA: client certificates need/],
  ] as const)
    t.regex(
      t.throws(() => loadConfig({ ...needed, ...given }), { instanceOf: ConfigError }).message,
      missing,
    );
  const both = { MQTT_TLS_KEY: 'key.pem', MQTT_TLS_CERT: 'cert.pem', PUBLIC_URL: 'http://box.example' };
  t.is(loadConfig({ ...needed, ...both }).MQTT_PUBLIC_URL, 'mqtts://box.example:8883');
});
