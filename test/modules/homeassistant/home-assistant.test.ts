import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import anyTest, { type TestFn } from 'ava';
import mqtt, { type MqttClient } from 'mqtt';
import { createHomeAssistant } from '#modules/homeassistant';
import { APP, claimDisplay, type LibraryStand, startLibrary } from '#test/modules/library/stand.ts';
import { type Mosquitto, mosquittoProgram, prepareMosquitto } from '#test/support/mosquitto.ts';
import { until } from '#test/support/until.ts';

// A real Mosquitto, and a client of it that stands for Home Assistant. Skipped, and counted so, where there is none.
const test = anyTest as TestFn;
const serial = mosquittoProgram ? test.serial : test.serial.skip;

let stand: LibraryStand;
let mosquitto: Mosquitto;
let home: MqttClient;
/** The retained messages at the broker. */
const retained = new Map<string, Buffer>();
/** How often each topic was published to. */
const published = new Map<string, number>();

test.before(async () => {
  if (!mosquittoProgram) return;
  mosquitto = await prepareMosquitto();
  const { gatewayPort, panelPort, folder } = mosquitto;
  const listeners = [gatewayPort, panelPort].map((port) => `listener ${port} 127.0.0.1`).join('\n');
  await writeFile(join(folder, 'mosquitto.conf'), `${listeners}\nallow_anonymous true\npersistence true\n`);
  await mosquitto.start();
  const url = `mqtt://127.0.0.1:${gatewayPort}`;
  stand = await startLibrary({ settings: { HOMEASSISTANT_MQTT_URL: url } });
  home = mqtt.connect(url, { reconnectPeriod: 100 });
  home.on('message', (topic, payload) => {
    published.set(topic, (published.get(topic) ?? 0) + 1);
    if (payload.length > 0) retained.set(topic, payload);
    else retained.delete(topic);
  });
  await home.subscribeAsync(['homeassistant/#', 'placard/#']);
});
test.after.always(async () => {
  await home?.endAsync(true);
  await stand?.close();
  await mosquitto?.close();
});

const configs = (displayId: string) =>
  [...retained.keys()].filter((topic) => topic.includes(displayId) && topic.endsWith('/config'));
const config = (displayId: string, entity: string) =>
  JSON.parse(
    String(retained.get(configs(displayId).find((topic) => topic.endsWith(`/${entity}/config`)) as string)),
  );
const state = (displayId: string) =>
  JSON.parse(
    String(
      retained.get([...retained.keys()].find((topic) => topic.endsWith(`${displayId}/state`)) as string) ??
        'null',
    ),
  );

type Check = (value: any) => boolean;
const isText: Check = (value) => typeof value === 'string' && value !== '';
/** As valid_publish_topic of homeassistant/components/mqtt/util.py. */
const isTopic: Check = (value) => isText(value) && /^[^+#\p{Cc}]+$/u.test(value) && value.length < 65_536;
const is =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const hasOnly = (checks: Record<string, Check>, value: Record<string, unknown>) =>
  Object.entries(value).every(([key, each]) => checks[key]?.(each) ?? false);

const DEVICE: Record<string, Check> = {
  identifiers: (value) => value.length > 0 && value.every(isText),
  name: isText,
  manufacturer: isText,
  model: isText,
  sw_version: isText,
  configuration_url: (value) => ['http:', 'https:'].includes(new URL(value).protocol),
};
/**
 * What Home Assistant 2026.9 takes of each component, from its sources (homeassistant/components/mqtt: schemas.py,
 * config.py, <component>.py): the keys that Placard may use, with their values. It drops keys that it does not know,
 * without a word; `object_id` is one since 2026.4.
 */
const COMMON: Record<string, Check> = {
  unique_id: isText,
  availability_topic: isTopic,
  name: isText,
  entity_category: is('diagnostic'),
  device: (value) => value.identifiers && hasOnly(DEVICE, value),
  origin: (value) => value.name && hasOnly({ name: isText }, value),
};
const STATE = { state_topic: isTopic, value_template: isText };
const SCHEMAS: Record<string, { required: string; checks: Record<string, Check> }> = {
  sensor: {
    required: 'state_topic',
    checks: {
      ...STATE,
      device_class: is('battery', 'signal_strength', 'timestamp'),
      unit_of_measurement: isText,
      state_class: is('measurement'),
    },
  },
  binary_sensor: { required: 'state_topic', checks: { ...STATE, device_class: is('connectivity') } },
  image: { required: 'image_topic', checks: { image_topic: isTopic, content_type: is('image/png') } },
  button: { required: 'command_topic', checks: { command_topic: isTopic } },
  notify: { required: 'command_topic', checks: { command_topic: isTopic } },
};
/** Unit and state class that a device class goes with (homeassistant/components/sensor/const.py). */
const MEASURES: Record<string, [unit: string | undefined, stateClass: string | undefined]> = {
  battery: ['%', 'measurement'],
  signal_strength: ['dBm', 'measurement'],
  timestamp: [undefined, undefined],
  undefined: [undefined, undefined],
};

serial('a display appears with its entities, as the schemas of Home Assistant take them', async (t) => {
  const bridge = await stand.app.homeAssistant.run();
  t.teardown(async () => bridge?.close());
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  await client.patch(`${APP}/displays/${displayId}`, { body: { nickname: 'Kitchen' } });
  await until(
    'nine entities, with their name',
    () => configs(displayId).length === 9 && config(displayId, 'battery').device.name === 'Kitchen',
  );
  for (const topic of configs(displayId)) {
    const [, component = '', node = '', entity = ''] = topic.split('/');
    const payload = JSON.parse(String(retained.get(topic)));
    const schema = SCHEMAS[component]!;
    for (const part of [node, entity]) t.regex(part, /^[a-zA-Z0-9_-]+$/, topic);
    t.truthy(payload[schema.required], topic);
    const checks = { ...COMMON, ...schema.checks };
    for (const [key, value] of Object.entries(payload)) t.true(checks[key]?.(value), `${topic}: ${key}`);
    if (component === 'sensor')
      t.deepEqual([payload.unit_of_measurement, payload.state_class], MEASURES[payload.device_class], topic);
  }
  const ids = configs(displayId).map((topic) => JSON.parse(String(retained.get(topic))).unique_id);
  t.is(new Set(ids).size, ids.length);
  t.is(String(retained.get(config(displayId, 'battery').availability_topic)), 'online');
  t.deepEqual(state(displayId), {
    battery: null,
    signal: null,
    last_seen: null,
    connected: 'OFF',
    title: null,
  });
  await stand.app
    .db('display.devices')
    .where({ id: displayId })
    .update({ battery_percent: 71.6, rssi: -60, last_seen_at: new Date() });
  await until('the battery', () => state(displayId).battery === 72);
  t.like(state(displayId), { signal: -60, connected: 'ON' });
});

serial('a note is pushed and the buttons have their effect; a retained command does nothing', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const before = await stand.app.homeAssistant.run();
  await until('nine entities', () => configs(displayId).length === 9);
  await before?.close();
  const { command_topic: note } = config(displayId, 'note');
  await home.publishAsync(note, 'Left at the broker', { retain: true, qos: 1 });
  const bridge = await stand.app.homeAssistant.run();
  t.teardown(async () => bridge?.close());
  await until(
    'the bridge to be online',
    () => String(retained.get(config(displayId, 'note').availability_topic)) === 'online',
  );
  await home.publishAsync(note, '', { retain: true, qos: 1 });
  await home.publishAsync(config(displayId, 'next').command_topic, 'PRESS');
  await home.publishAsync(config(displayId, 'back').command_topic, 'PRESS');
  await home.publishAsync(note, '   ');
  await home.publishAsync(note, 'The laundry is done');
  const contents = async () => (await client.get(`${APP}/contents`)).body.items;
  await until('the note to be pushed', async () =>
    (await contents()).some((one: any) => JSON.stringify(one).includes('laundry')),
  );
  t.is((await contents()).length, 1);
});

serial('a display that is unbound disappears, also when the bridge was away', async (t) => {
  const { client } = await stand.newUser();
  const [one, two] = [await claimDisplay(client), await claimDisplay(client)];
  const first = await stand.app.homeAssistant.run();
  await until('nine entities of each', () => configs(one).length === 9 && configs(two).length === 9);
  t.is((await client.delete(`${APP}/displays/${one}`)).status, 200);
  await until('the entities of the first to be gone', () => configs(one).length === 0);
  await first?.close();
  t.is(configs(two).length, 9);
  t.is((await client.delete(`${APP}/displays/${two}`)).status, 200);
  const second = await stand.app.homeAssistant.run();
  t.teardown(async () => second?.close());
  await until('the entities of the second to be gone', () => configs(two).length === 0);
  t.deepEqual(
    [...retained.keys()].filter((topic) => topic.includes(two)),
    [],
  );
});

serial(
  'of two replicas one publishes, and the other takes over; after restarts of the broker and of Home Assistant all entities return',
  async (t) => {
    const { client } = await stand.newUser();
    const displayId = await claimDisplay(client);
    const first = await stand.app.homeAssistant.run();
    await until('nine entities', () => configs(displayId).length === 9);
    const second = await stand.app.homeAssistant.run();
    t.teardown(async () => second?.close());

    // Home Assistant starts anew: everything is published again.
    const topic = configs(displayId)[0] as string;
    retained.delete(topic);
    await home.publishAsync('homeassistant/status', 'online');
    await until('the entity once more', () => retained.has(topic));

    // The broker comes back empty.
    await mosquitto.stop('SIGKILL');
    retained.clear();
    await mosquitto.start();
    await until('nine entities at the empty broker', () => configs(displayId).length === 9);

    const rename = async (nickname: string) => {
      await client.patch(`${APP}/displays/${displayId}`, { body: { nickname } });
      const isRenamed = (topic: string) => JSON.parse(String(retained.get(topic))).device.name === nickname;
      await until('the new name', () => configs(displayId).every(isRenamed));
    };
    await rename('Porch');
    published.clear();
    for (const nickname of ['Attic', 'Hall']) await rename(nickname);
    t.deepEqual(
      configs(displayId).map((each) => published.get(each)),
      Array(9).fill(2),
      'by one of the two',
    );

    const { availability_topic: availability } = config(displayId, 'battery');
    await first?.close();
    await until(
      'word of the bridge',
      () =>
        String(retained.get(availability)) === 'offline' || String(retained.get(availability)) === 'online',
    );
    await rename('Cellar');
    t.is(String(retained.get(availability)), 'online');
  },
);

serial('a broker that acknowledges nothing does not delay the shutdown', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const held = Promise.withResolvers<void>();
  const silent = await Aedes.createBroker({ authorizePublish: () => held.resolve() });
  const server = createServer(silent.handle).listen(0, '127.0.0.1');
  t.teardown(async () => {
    server.close();
    await new Promise<void>((resolve) => silent.close(resolve));
  });
  await once(server, 'listening');
  const { app } = stand;
  const { port } = server.address() as AddressInfo;
  const config = { ...app.config, HOMEASSISTANT_MQTT_URL: `mqtt://127.0.0.1:${port}` };
  const bridge = await createHomeAssistant({ ...app, config, framePng: async () => new Uint8Array() }).run();
  await held.promise;
  await bridge?.close();
  t.pass();
});

serial('a bridge that is closed while it starts ends', async (t) => {
  const bridge = await stand.app.homeAssistant.run();
  await bridge?.close();
  t.pass();
});
