import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type Implementation, type TestFn } from 'ava';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { writeAccountFiles } from '#gateway/external/mosquitto/write-files.ts';
import type { GatewayLimits } from '#gateway/limits.ts';
import type { Command } from '#modules/display';
import { completeConfig, parseSettings } from '#shared/config.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { type Mosquitto, mosquittoProgram, prepareMosquitto } from '#test/support/mosquitto.ts';
import { whenReady } from '#test/support/processes.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { until } from '#test/support/until.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { adaptSample } from './sample-conf.ts';

export interface ExternalStand extends GatewayStand {
  mosquitto: Mosquitto;
  /** Resolves when a gateway of this process is connected to the broker. */
  ready(gateway?: GatewayStand['gateway']): Promise<void>;
  /** Another gateway, in a process of its own. Resolves when it shares the panels' messages. */
  forkGateway(): Promise<ChildProcess>;
  /** The first response of `read` that is expected. */
  until<T>(read: () => Promise<T>, expected: (value: T) => boolean): Promise<T>;
  device(deviceId: string): Promise<Record<string, unknown>>;
  /** Whether a panel counts as connected. */
  connected(deviceId: string): Promise<boolean>;
}

interface Account {
  thingName: string;
  password: string;
}

/** Settings beyond the usual ones, which may depend on where that mosquitto is. */
type MoreSettings =
  | Record<string, string>
  | ((mosquitto: Mosquitto) => Record<string, string> | Promise<Record<string, string>>);

/** Tests that need a mosquitto, with a stand for all of them. Where there is none they are skipped, and counted as such. */
export function testWithMosquitto(
  settings: MoreSettings = {},
  limits: Partial<GatewayLimits> = {},
): TestFn<ExternalStand> {
  const test = anyTest as TestFn<ExternalStand>;
  if (!mosquittoProgram) {
    const skip = (title: string, run: Implementation<[], ExternalStand>) => test.skip(title, run);
    return Object.assign(skip, { serial: test.serial.skip }) as unknown as TestFn<ExternalStand>;
  }
  test.before(async (t) => {
    t.context = await startExternalStand(settings, limits);
  });
  test.after.always(async (t) => (t.context as Partial<ExternalStand>).close?.());
  return test;
}

/** The display module and its gateway in this process, with a real mosquitto whose files they keep. */
async function startExternalStand(
  settings: MoreSettings,
  limits: Partial<GatewayLimits>,
): Promise<ExternalStand> {
  const mosquitto = await prepareMosquitto();
  const more = typeof settings === 'function' ? await settings(mosquitto) : settings;
  const broker = { ...brokerSettings(mosquitto), ...more };
  await writeFirstFiles(mosquitto, broker);
  const stand = await startGatewayStand(broker, limits);
  await mosquitto.start();
  const mqttUrl = `mqtt://127.0.0.1:${mosquitto.panelPort}`;
  const forked: ChildProcess[] = [];
  const external: ExternalStand = {
    ...stand,
    mosquitto,
    mqttUrl,
    async ready(gateway = stand.gateway) {
      await until('the gateway to be connected to the broker', async () => {
        const check = gateway.checks.broker?.() ?? Promise.resolve();
        return check.then(
          () => true,
          () => false,
        );
      });
    },
    async newPanel(hardwareId) {
      const panel = await stand.newPanel(hardwareId);
      await knows(mqttUrl, panel);
      return panel;
    },
    async simulate(options = {}) {
      const simulated = await stand.simulate({ mqttUrl, ...options });
      await knows(mqttUrl, simulated.panel.credentials as Account);
      return simulated;
    },
    async forkGateway() {
      const sessions = () => stand.db('display.broker_sessions').pluck('gateway_id');
      const before = (await sessions()).length;
      const { DATA_DIR, DATABASE_URL, PUBLIC_URL } = stand.context.config;
      const own = {
        DATA_DIR,
        DATABASE_URL,
        PUBLIC_URL,
        PLACARD_SECRET: TEST_SECRET,
        LOG_LEVEL: 'fatal',
        DISPLAY_MIN_DWELL_SECONDS: '0',
      };
      const child = fork(join(import.meta.dirname, '../../../gateway/main.ts'), {
        env: { ...COMPILE_CACHE, ...own, ...broker, MQTT_BROKER_FILES: '', MQTT_BROKER_PID_FILE: '' },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      forked.push(child);
      await whenReady(child, 'a gateway');
      await external.until(sessions, ({ length }) => length > before);
      const subscribed = new RegExp(`-${before} 0 placard/gateways/gone`);
      await until('the gateway to have subscribed', () => subscribed.test(mosquitto.log()));
      return child;
    },
    async until(read, expected) {
      let value = await read();
      await until(`what fits ${expected}`, async () => {
        value = await read();
        return expected(value);
      });
      return value;
    },
    device: (id) => stand.db('display.devices').where({ id }).first(),
    connected: async (id) =>
      (await stand.db('display.presence').where({ device_id: id }).first('epoch')) !== undefined,
    async close() {
      for (const child of forked) child.kill('SIGKILL');
      await stand.close();
      await mosquitto.close();
    },
  };
  await external.ready();
  return external;
}

/** The gateway's settings for a mosquitto. */
function brokerSettings({ folder, pidFile, panelPort, gatewayPort }: Mosquitto): Record<string, string> {
  return {
    MQTT_BROKER_URL: `mqtt://gateways:a%20password@127.0.0.1:${gatewayPort}`,
    MQTT_BROKER_FILES: folder,
    MQTT_BROKER_PID_FILE: pidFile,
    MQTT_PORT: String(panelPort),
    MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${panelPort}`,
  };
}

/** The adapted sample configuration, and what `make broker-files` writes before there are panels. */
async function writeFirstFiles(mosquitto: Mosquitto, broker: Record<string, string>): Promise<void> {
  const rest = { DATABASE_URL: 'postgres://nowhere', PLACARD_SECRET: TEST_SECRET };
  const config = completeConfig(parseSettings({ ...broker, ...rest }));
  await writeAccountFiles(mosquitto.folder, config, []);
  await writeFile(join(mosquitto.folder, 'mosquitto.conf'), await adaptSample(mosquitto, broker));
}

/** Resolves when the broker lets an account in: its files are written and read a moment after enrolment. */
async function knows(url: string, account: Account): Promise<void> {
  const letsIn = async () => {
    try {
      await (await clientOf(url, account)).endAsync();
      return true;
    } catch {
      return false;
    }
  };
  await until('the broker to know the account', letsIn);
}

/** A raw client of a panel. @throws when it is not let in, with the return code as `code` */
export async function clientOf(
  url: string,
  account: Account,
  options: IClientOptions = {},
): Promise<MqttClient> {
  const { thingName, password } = account;
  const credentials = { clientId: thingName, username: thingName, password };
  return mqtt.connectAsync(
    url,
    { ...credentials, reconnectPeriod: 0, connectTimeout: 60_000, ...options },
    false,
  );
}

/** A panel that does nothing by itself: it reports commands as they come, and confirms when the test calls for it. */
export async function mutePanel(url: string, account: Account) {
  const root = `placard/dev/${account.thingName}`;
  const client = await clientOf(url, account);
  const commands: Command[] = [];
  client.on('message', (_topic, payload) => {
    commands.push(JSON.parse(payload.toString()));
  });
  await client.subscribeAsync(`${root}/down/#`, { qos: 1 });
  const say = (kind: string, payload: Record<string, unknown>) =>
    client.publishAsync(`${root}/up/${kind}`, JSON.stringify(payload), { qos: 1 });
  return {
    client,
    commands,
    say,
    heartbeat: (glass: Record<string, unknown> = { presentationId: null, sha256: null }) =>
      say('heartbeat', { ts: 0, firmware: '1', battery: 50, ...glass }),
    /** Resolves with the command for a presentation. */
    showCommand: (presentationId: string) =>
      until(`a command for ${presentationId}`, () => {
        const shows = commands.filter((command) => command.kind === 'show');
        return shows.find((command) => command.presentationId === presentationId);
      }),
    confirm: ({ id, presentationId, sha256 }: Extract<Command, { kind: 'show' }>) =>
      say('confirm', { commandId: id, presentationId, sha256, shownAt: 0, ok: true }),
  };
}
