import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '#shared/log.ts';
import { freePort } from '#test/support/free-port.ts';
import type { Mosquitto } from '#test/support/mosquitto.ts';
import { createCertificate, type Identity } from '../embedded/certificates.ts';
import { clientOf, testWithMosquitto } from './stand.ts';

const authority = createCertificate('Brokers');
let tlsPort = 0;

async function install({ folder }: Mosquitto, { key, cert }: Identity): Promise<void> {
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
}

const test = testWithMosquitto(async (mosquitto) => {
  const { folder, gatewayPort } = mosquitto;
  tlsPort = await freePort();
  await install(mosquitto, createCertificate('localhost', { issuer: authority }));
  await writeFile(join(folder, 'ca.pem'), authority.cert);
  return {
    MQTT_BROKER_URL: `mqtts://gateways:a%20password@127.0.0.1:${gatewayPort}`,
    MQTT_BROKER_CA: join(folder, 'ca.pem'),
    MQTT_TLS_KEY: join(folder, 'key.pem'),
    MQTT_TLS_CERT: join(folder, 'cert.pem'),
    MQTT_TLS_PORT: String(tlsPort),
  };
});

test.serial('gateways and panels reach the broker over TLS, also after it has been away', async (t) => {
  const { mosquitto, simulate, ready, gateway, until } = t.context;
  const { panel, show } = await simulate();
  await panel.connect();
  await panel.confirmed(await show());
  await mosquitto.stop();
  const there = async () =>
    gateway.checks.broker?.().then(
      () => true,
      () => false,
    );
  await until(there, (connected) => connected === false);
  await mosquitto.start();
  await ready();
  const late = await show();
  await panel.confirmed(late);
  t.is(panel.screen?.presentationId, late);
  await panel.sleep();
});

test.serial('a panel can connect over TLS with its password, and not without', async (t) => {
  const { newPanel, until, device } = t.context;
  const account = await newPanel();
  const url = `mqtts://127.0.0.1:${tlsPort}`;
  const client = await clientOf(url, account, { ca: authority.cert });
  await client.publishAsync(`placard/dev/${account.thingName}/up/state`, '{"over":"tls"}', { qos: 1 });
  await until(
    () => device(account.deviceId),
    ({ state }) => (state as { over?: string } | null)?.over === 'tls',
  );
  await client.endAsync();
  await t.throwsAsync(clientOf(url, { ...account, password: 'x' }, { ca: authority.cert }), {
    message: /Not authorized/,
  });
});

test.serial(
  'a broker with an untrusted certificate does not get the password, and the log has the reason',
  async (t) => {
    const stand = t.context;
    const { mosquitto, context, gateway } = stand;
    const { folder } = mosquitto;
    await gateway.close();
    const elsewhere = createCertificate('Elsewhere');
    await writeFile(join(folder, 'elsewhere.pem'), elsewhere.cert);
    const expired = createCertificate('localhost', { issuer: authority, days: -1 });
    const good = createCertificate('localhost', { issuer: authority });
    const logged: string[] = [];
    const { log, config } = context;
    context.log = createLog('gateway', 'warn', { write: (line) => void logged.push(line) });

    const reasonOf = async (ca: string) => {
      logged.length = 0;
      context.config = { ...config, MQTT_BROKER_CA: join(folder, ca) };
      const { gateway: refusing } = await stand.addGateway();
      await stand.until(
        async () => logged.length,
        (lines) => lines > 0,
      );
      await t.throwsAsync(async () => refusing.checks.broker?.());
      await refusing.close();
      t.is(logged.length, 1);
      return JSON.parse(logged[0] as string);
    };
    const before = mosquitto.log().length;
    const { msg, broker, reason } = await reasonOf('elsewhere.pem');
    t.is(msg, 'cannot connect to the broker, retrying');
    t.is(broker, `127.0.0.1:${mosquitto.gatewayPort}`);
    t.regex(reason, /^unable to verify the first certificate/);
    await mosquitto.stop();
    await install(mosquitto, expired);
    await mosquitto.start();
    t.is((await reasonOf('ca.pem')).reason, 'certificate has expired');
    t.notRegex(mosquitto.log().slice(before), /New client connected/);

    Object.assign(context, { log, config });
    await mosquitto.stop();
    await install(mosquitto, good);
    await mosquitto.start();
    const { gateway: trusting } = await stand.addGateway();
    await stand.ready(trusting);
  },
);

test.serial('each reason why the broker cannot be reached is logged once', async (t) => {
  const stand = t.context;
  const { mosquitto, context } = stand;
  const lines: string[] = [];
  context.log = createLog('gateway', 'info', { write: (line) => void lines.push(line) });
  const { gateway } = await stand.addGateway();
  await stand.ready(gateway);
  const reasons = () => lines.flatMap((line) => JSON.parse(line).reason ?? []);
  const logged = (reason: RegExp) =>
    stand.until(
      async () => reasons(),
      (all) => all.some((one) => reason.test(one)),
    );
  await mosquitto.stop();
  await logged(/ECONNREFUSED/);
  await install(mosquitto, createCertificate('localhost', { issuer: authority, days: -1 }));
  await mosquitto.start();
  await logged(/certificate has expired/);
  await mosquitto.stop();
  await install(mosquitto, createCertificate('localhost', { issuer: authority }));
  await mosquitto.start();
  await stand.ready(gateway);
  t.is(new Set(reasons()).size, reasons().length);
});
