import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import test from 'ava';
import {
  ConfigError,
  completeConfig,
  loadConfig,
  parseSettings,
  readEnvironment,
  unknownSettings,
} from '#shared/config.ts';

const needed = {
  DATABASE_URL: 'postgres://localhost/placard',
  PLACARD_SECRET: '0123456789012345678901234567890123456789',
};

test('all wrong settings are reported at once, each with what to do', (t) => {
  const error = t.throws(
    () =>
      parseSettings({
        HTTP_PORT: 'abc',
        MQTT_PORT: '70000',
        PUBLIC_URL: 'ftp://example.com',
        DATABASE_URL: 'mysql://localhost/x',
        STORAGE_URL: 'nonsense',
        PLACARD_SECRET: 'short',
        LOG_LEVEL: 'loud',
        RATE_LIMITS: 'maybe',
        REFRESH_TOKEN_DAYS: '0',
        DATABASE_POOL: '1.5',
        REGISTRATION: 'OPEN',
        SCENE_VENDOR: 'Has Space',
      }),
    { instanceOf: ConfigError },
  );
  const lines = error.message.split('\n').slice(1);
  t.deepEqual(lines.sort(), [
    '  - DATABASE_POOL: must be a whole number.',
    '  - DATABASE_URL: must be an address that starts with postgres: or postgresql:',
    '  - HTTP_PORT: must be a number.',
    '  - LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent.',
    '  - MQTT_PORT: must be at most 65535.',
    '  - PLACARD_SECRET: must have at least 32 characters.',
    '  - PUBLIC_URL: must be an address that starts with http: or https:',
    '  - RATE_LIMITS: must be `on` or `off`.',
    '  - REFRESH_TOKEN_DAYS: must be at least 1.',
    '  - REGISTRATION: must be open, closed or invite.',
    '  - SCENE_VENDOR: must be 1 to 40 of a-z, 0-9, dot and hyphen.',
    '  - STORAGE_URL: must be an address that starts with file: or s3:',
  ]);
  t.false(error.message.includes('short'), 'secrets are not shown');
});

test('a process started alone reports every setting that it lacks', (t) => {
  const error = t.throws(() => loadConfig({}), { instanceOf: ConfigError });
  t.regex(error.message, /DATABASE_URL: is not set\..*\n.*PLACARD_SECRET: is not set\./);
});

test('empty and blank values count as not set', (t) => {
  t.is(parseSettings({ HTTP_PORT: '', MQTT_PORT: '  ', LOG_LEVEL: undefined }).HTTP_PORT, 3000);
  t.is(parseSettings({ MQTT_PORT: '  ' }).MQTT_PORT, 1883);
});

test('defaults that follow from other settings', (t) => {
  const config = loadConfig({ ...needed, HTTP_PORT: '4000', DATA_DIR: 'some where' });
  t.true(isAbsolute(config.DATA_DIR));
  t.is(config.STORAGE_URL, `file:${join(config.DATA_DIR, 'objects')}`);
  t.regex(config.PUBLIC_URL, /^http:\/\/\d+\.\d+\.\d+\.\d+:4000$/);
  t.regex(config.MQTT_PUBLIC_URL, /^mqtt:\/\/\d+\.\d+\.\d+\.\d+:1883$/);
  const behind = loadConfig({ ...needed, PUBLIC_URL: 'https://placard.example/' });
  t.is(behind.PUBLIC_URL, 'https://placard.example');
  t.is(behind.MQTT_PUBLIC_URL, 'mqtt://placard.example:1883');
  t.deepEqual(
    loadConfig({ ...needed, CORS_ORIGINS: ' https://a.example, ,https://b.example' }).CORS_ORIGINS,
    ['https://a.example', 'https://b.example'],
  );
  t.is(completeConfig(parseSettings(needed)).DATABASE_URL, needed.DATABASE_URL);
});

test('.env supplies settings that are missing in the environment', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-env-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const [name, value] = Object.entries(readEnvironment(folder)).find(([, text]) =>
    /^\S+$/.test(text ?? ''),
  ) as [string, string];
  await writeFile(join(folder, '.env'), `# a comment\nHTTP_PORT=4321\nLOG_LEVEL="debug"\n${name}=other\n`);
  const environment = readEnvironment(folder);
  t.is(environment.HTTP_PORT, '4321');
  t.is(environment.LOG_LEVEL, 'debug');
  t.is(environment[name], value);
  t.notThrows(() => readEnvironment(join(folder, 'without-a-file')));
});

test('names that are most likely misspelt are found', (t) => {
  const environment = {
    ...needed,
    PLACARD_SECERT: 'x',
    HTTP_PROT: '1',
    MQTT_PORT: '1',
    RATE_LIMIT: 'off',
    HTTP_PROXY: 'http://proxy',
    PATH: '/bin',
    HOME: '/root',
  };
  t.deepEqual(unknownSettings(environment), ['PLACARD_SECERT', 'HTTP_PROT', 'RATE_LIMIT']);
});

test('the address of a gateway for the api follows from its listener', (t) => {
  const gatewayOf = (given: Record<string, string>) => loadConfig({ ...needed, ...given }).MQTT_GATEWAY_URL;
  t.is(gatewayOf({ MQTT_PORT: '1884' }), 'mqtt://127.0.0.1:1884');
  t.is(gatewayOf({ MQTT_HOST: '192.0.2.1' }), 'mqtt://192.0.2.1:1883');
  t.is(gatewayOf({ MQTT_HOST: '192.0.2.1', MQTT_PLAIN_HOST: '::' }), 'mqtt://[::1]:1883');
  t.is(gatewayOf({ MQTT_GATEWAY_URL: 'mqtt://10.0.0.5:1883' }), 'mqtt://10.0.0.5:1883');
});

test('trusted proxies are addresses and networks', (t) => {
  const trusted = '10.0.0.0/8, 192.0.2.1,2001:db8::/32';
  t.deepEqual(parseSettings({ MQTT_TRUSTED_PROXIES: trusted }).MQTT_TRUSTED_PROXIES, [
    '10.0.0.0/8',
    '192.0.2.1',
    '2001:db8::/32',
  ]);
  for (const wrong of [
    'balancer.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '10.1',
  ])
    t.throws(() => parseSettings({ MQTT_TRUSTED_PROXIES: wrong }), {
      message: /MQTT_TRUSTED_PROXIES: must be/,
    });
});
