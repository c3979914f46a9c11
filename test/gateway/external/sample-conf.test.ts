import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { brokerAddress } from '#gateway/external/broker-address.ts';
import { FILE_NAMES } from '#gateway/external/mosquitto/file-texts.ts';
import { MAX_PAYLOAD_BYTES } from '#gateway/payload.ts';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { adaptSample, readSample } from './sample-conf.ts';

const test = anyTest as TestFn<{ folder: string }>;
test.before(async (t) => {
  t.context = { folder: await mkdtemp(join(tmpdir(), 'placard-conf-')) };
});
test.after.always((t) => rm(t.context.folder, { recursive: true }));

const configOf = (settings: Record<string, string>) =>
  completeConfig(
    parseSettings({ DATABASE_URL: 'postgres://nowhere', PLACARD_SECRET: TEST_SECRET, ...settings }),
  );

test("the sample has the protocol's limits, the default ports and the files that the gateway writes", async (t) => {
  const sample = await readSample();
  const config = configOf({});
  t.regex(sample, new RegExp(`^max_packet_size ${MAX_PAYLOAD_BYTES + 256}$`, 'm'));
  t.regex(sample, new RegExp(`^listener ${config.MQTT_PORT}$`, 'm'));
  t.regex(sample, new RegExp(`^#listener ${config.MQTT_TLS_PORT}$`, 'm'));
  t.regex(sample, new RegExp(`^max_connections ${config.MQTT_MAX_CONNECTIONS}$`, 'm'));
  const files = [...sample.matchAll(/^(?:password|acl)_file \/etc\/mosquitto\/placard\/(.+)$/gm)];
  t.deepEqual(files.map(([, name]) => name).sort(), Object.values(FILE_NAMES).toSorted());
});

test('no listener of the sample accepts a client without an account, even with all options switched on', async (t) => {
  const broker = { MQTT_BROKER_URL: 'wss://mqtt.example', MQTT_TLS_KEY: 'key.pem', MQTT_TLS_PORT: '3' };
  const conf = await adaptSample({ folder: '/files', panelPort: 1, gatewayPort: 2 }, broker);
  const listeners = conf.split(/^(?=listener )/m).slice(1);
  t.deepEqual(
    listeners.map((text) => text.split('\n')[0]),
    ['listener 1', 'listener 3', 'listener 2 127.0.0.1'],
  );
  for (const listener of listeners) {
    for (const setting of ['allow_anonymous false', 'password_file /files/', 'acl_file /files/'])
      t.true(listener.includes(`\n${setting}`), listener);
  }
});

test.serial('an authority file that is missing or not a certificate is named at the start', async (t) => {
  const file = join(t.context.folder, 'ca.pem');
  const settings = { MQTT_BROKER_URL: 'mqtts://mqtt.example', MQTT_BROKER_CA: file };
  const refused = {
    instanceOf: StartError,
    message: /^MQTT_BROKER_CA: .*ca\.pem holds no certificate \(.+\)/,
  };
  t.throws(() => brokerAddress(configOf(settings)), refused);
  await writeFile(file, 'not a certificate');
  t.throws(() => brokerAddress(configOf(settings)), refused);
});
