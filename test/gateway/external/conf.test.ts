import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { brokerAddress } from '#gateway/external/broker-address.ts';
import { writeConf } from '#gateway/external/mosquitto/write-files.ts';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { StartError } from '#shared/process.ts';
import { TEST_SECRET } from '#test/support/secret.ts';

const test = anyTest as TestFn<{ folder: string }>;
test.before(async (t) => {
  t.context = { folder: await mkdtemp(join(tmpdir(), 'placard-conf-')) };
});
test.after.always((t) => rm(t.context.folder, { recursive: true }));

const configOf = (settings: Record<string, string>) =>
  completeConfig(
    parseSettings({ DATABASE_URL: 'postgres://nowhere', PLACARD_SECRET: TEST_SECRET, ...settings }),
  );

/** The first lines of every listener, down to what is the same for all. */
async function listeners(folder: string, settings: Record<string, string>): Promise<string[]> {
  await writeConf(folder, configOf(settings));
  const conf = await readFile(join(folder, 'mosquitto.conf'), 'utf8');
  return [...conf.matchAll(/^(listener [\s\S]*?)\nallow_anonymous false$/gm)].map(([, text = '']) => text);
}

const TLS = { MQTT_TLS_KEY: '/tls/key.pem', MQTT_TLS_CERT: '/tls/cert.pem' };
const FILES = 'certfile /tls/cert.pem\nkeyfile /tls/key.pem';

test.serial('listeners are where the settings say that panels and gateways connect', async (t) => {
  const { folder } = t.context;
  const table: [Record<string, string>, string[]][] = [
    [{ MQTT_BROKER_URL: 'mqtt://127.0.0.1:1884' }, ['listener 1883', 'listener 1884 127.0.0.1']],
    [
      { MQTT_BROKER_URL: 'mqtt://[::1]:1884', MQTT_PORT: '2883', ...TLS },
      ['listener 2883', `listener 8883\n${FILES}`, 'listener 1884 ::1'],
    ],
    [
      {
        MQTT_BROKER_URL: 'mqtts://mqtt.example',
        MQTT_TLS_PORT: '8884',
        MQTT_PLAIN_HOST: '127.0.0.1',
        ...TLS,
      },
      ['listener 1883 127.0.0.1', `listener 8884\n${FILES}`, `listener 8883\n${FILES}`],
    ],
    [
      { MQTT_BROKER_URL: 'ws://10.0.0.5:9001', MQTT_HOST: '10.0.0.5' },
      ['listener 1883 10.0.0.5', 'listener 9001\nprotocol websockets'],
    ],
    [
      { MQTT_BROKER_URL: 'wss://mqtt.example/mqtt', ...TLS },
      ['listener 1883', `listener 8883\n${FILES}`, `listener 443\nprotocol websockets\n${FILES}`],
    ],
  ];
  for (const [settings, expected] of table) t.deepEqual(await listeners(folder, settings), expected);
});

test.serial('settings that do not fit are refused in words that say what to do', async (t) => {
  const { folder } = t.context;
  const refused = (settings: Record<string, string>, message: RegExp) =>
    t.throwsAsync(writeConf(folder, configOf(settings)), { instanceOf: StartError, message });
  await refused({ MQTT_BROKER_URL: 'mqtts://mqtt.example' }, /MQTT_TLS_KEY and MQTT_TLS_CERT must name/);
  await refused({ MQTT_BROKER_URL: 'mqtt://mqtt.example' }, /names port 1883, which is the panels'/);
  await refused({ MQTT_BROKER_URL: 'mqtts://mqtt.example', ...TLS }, /names port 8883, which is the panels'/);
});

test.serial('an authority that is missing or no certificate is told at the start', async (t) => {
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
