import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { type CredentialFile, openCredentials } from '#client/panel/credentials.ts';
import type { Credentials } from '#client/panel/enroll.ts';
import { createEventLog } from '#client/panel/event-log.ts';
import { readOptions } from '#gateway/simulator/options.ts';
import { runPanel } from '#gateway/simulator/run-panel.ts';
import { startTestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { freePort } from '#test/support/free-port.ts';
import { type GatewayStand, startGatewayStand } from '../gateway-stand.ts';
import { createMqttWire } from '../model/mqtt-wire.ts';

const test = anyTest as TestFn<GatewayStand>;
test.before(async (t) => {
  t.context = await startGatewayStand();
});
test.after.always(async (t) => t.context.close());

test('a simulated panel that loses its connection during its goodbye is asleep', async (t) => {
  const wire = await createMqttWire();
  t.teardown(wire.close);
  wire.target = t.context.gateway.port;
  const { panel } = await t.context.simulate({ mqttUrl: wire.url });
  await panel.connect();
  wire.hold('down');
  const unanswered = t.throwsAsync(panel.heartbeat());
  const sleeping = panel.sleep();
  wire.cut();
  await sleeping;
  await unanswered;
  wire.release();
  await panel.connect();
  await panel.sleep();
});

test('a simulated panel that is not connected can sleep', async (t) => {
  const wire = await createMqttWire();
  wire.target = t.context.gateway.port;
  const { panel } = await t.context.simulate({ mqttUrl: wire.url });
  await panel.connect();
  await wire.close();
  await panel.events.until(({ what }) => what === 'disconnected');
  await panel.sleep();
  await t.throwsAsync(panel.heartbeat(), { message: 'the panel is not connected' });
});

/** Runs the simulator with a panel of an owner until it is connected or has been refused so often. */
async function run(stand: GatewayStand, changed: Partial<Credentials>) {
  const { panel } = await stand.simulate();
  const credentials = { ...(panel.credentials as Credentials), ...changed };
  const stop = new AbortController();
  const saved = Promise.withResolvers<Credentials>();
  const kept: CredentialFile = {
    panel: () => ({ hardwareId: panel.options.hardwareId, credentials }),
    save: async (_index, now) => {
      if (now.password !== credentials.password) saved.resolve(now);
    },
  };
  const connected = Promise.withResolvers<void>();
  const print = (text: string) => {
    if (text.endsWith('is connected')) connected.resolve();
  };
  const options = {
    protocol: 'mqtt' as const,
    firmware: '',
    server: stand.context.config.PUBLIC_URL,
    mqttUrl: undefined,
    count: 1,
    format: 'raw1' as const,
    out: '/nonexistent',
    cycle: null,
    heartbeatSeconds: 60,
    battery: 90,
    faults: {},
    enrollmentKey: undefined,
    exec: undefined,
    draw: false,
  };
  const running = runPanel(options, 0, kept, { print, draw: () => {}, columns: 80, rows: 24 }, stop.signal, {
    retry: 20,
    unreachable: 60,
  });
  return {
    thingName: credentials.thingName,
    saved: saved.promise,
    connected: connected.promise,
    async end() {
      stop.abort();
      await running;
    },
  };
}

test('a panel whose MQTT address has changed enrols again with its password, and connects to the new address', async (t) => {
  const stand = t.context;
  Object.assign(stand.context.config, { MQTT_PUBLIC_URL: stand.mqttUrl });
  const moved = await run(stand, { mqttUrl: `mqtt://127.0.0.1:${await freePort()}` });
  const { thingName, mqttUrl } = await moved.saved;
  await moved.connected;
  t.is(thingName, moved.thingName);
  t.is(mqttUrl, stand.mqttUrl);
  await moved.end();
});

test('a simulated panel whose password a stranger has replaced enrols again and shows a code that claims it', async (t) => {
  const app = await startTestApp({ gateway: true, worker: true });
  const kept = await openCredentials(join(app.config.DATA_DIR, 'credentials.json'), app.url, 'sim');
  const { hardwareId } = kept.panel(0);
  const lines = createEventLog<string>((line) => line);
  const stop = new AbortController();
  const options = readOptions(['--server', app.url, '--out', app.config.DATA_DIR], false);
  const output = {
    print: (...printed: string[]) => lines.add(printed.join('\n')),
    draw: () => {},
    columns: 80,
    rows: 24,
  };
  // Long, so that it is the refusals (CONNACK 4) that it follows.
  const pauses = { retry: 100, unreachable: 3_600_000 };
  const running = runPanel(options, 0, kept, output, stop.signal, pauses);
  const until = (pattern: RegExp, from = 0) =>
    lines.until((line) => pattern.test(line), { from, timeoutMs: 120_000 });
  await until(/can be claimed/);

  const before = lines.list.length;
  const stranger = await createClient(app).post('/api/device/v1/enroll', { body: { hardwareId } });
  const shown = await until(/can be claimed/, before);
  const { code } = await app.app.db('display.claim_codes').first('code');
  t.not(code, stranger.body.claim.code);
  t.true(shown.includes([...code].join('   ')));
  stop.abort();
  await running;
  await app.close();
});
