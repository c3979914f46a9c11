import { randomUUID } from 'node:crypto';
import test from 'ava';
import mqtt from 'mqtt';
import type { Credentials } from '#client/panel/enroll.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { until } from '#test/support/until.ts';
// Behind index.ts: readings of a battery at a time that the test chooses.
import { keepBatteryReadings } from '../../../../modules/display/battery/keep-readings.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({
    worker: true,
    gateway: true,
    settings: { DISPLAY_MIN_DWELL_SECONDS: '3600', ONLINE_WINDOW_SECONDS: '3600' },
  });
});
test.after.always(() => app?.close());

const API = '/api/app/v1';
const newPerson = () => registerPerson(createClient(app), app.url);
const wallOf = async (client: Client, displayId: string) =>
  (await client.get(`${API}/walls/${displayId}`)).body;

/** The wall once it is in a state. */
function untilState(client: Client, displayId: string, state: string) {
  return until(`a wall that is ${state}`, async () => {
    const wall = await wallOf(client, displayId);
    return wall.status.state === state && wall;
  });
}

async function picture(person: Person, displayId: string, seed: number) {
  const bytes = await photographPng(64, 40, seed);
  return person.settled(await person.push({ bytes, contentType: 'image/png' }, { displayId }));
}

test('a display has what it shows, what is queued and when that is published', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  await panel.command('bound');
  t.like(await untilState(person.app, displayId, 'up_to_date'), { current: null, pending: null, next: null });

  const { presentationIds } = await picture(person, displayId, 1);
  await panel.confirmed(presentationIds[0]);
  const shown = await untilState(person.app, displayId, 'up_to_date');
  t.is(shown.current.id, presentationIds[0]);
  t.is(typeof shown.current.image.url, 'string');

  const waiting = [await picture(person, displayId, 2), await picture(person, displayId, 3)];
  const wall = await untilState(person.app, displayId, 'waiting');
  t.is(wall.status.queued, 2);
  t.is(wall.next.id, waiting[0].presentationIds[0]);
  const dwell = Date.parse(wall.status.nextAt) - Date.parse(wall.display.currentPresentationUpdatedAt);
  t.is(dwell, 3_600_000);
  const { body } = await person.app.get(`${API}/walls`);
  t.deepEqual(body.items[0].status, wall.status);
});

test('a display returns to its earlier picture when the new one expires', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  await panel.command('bound');
  const { presentationIds } = await picture(person, displayId, 1);
  await panel.confirmed(presentationIds[0]);
  const bytes = await photographPng(64, 40, 2);
  const pushed = await person.sdk.post(`/push/${displayId}?mode=hardcode&urgent&expires=3600`, {
    raw: bytes,
  });
  t.is(pushed.status, 201);
  const [brief] = (await person.settled(pushed.body.content.id)).presentationIds;
  await panel.confirmed(brief);
  // An hour passes.
  const { db } = app.app;
  const now = new Date();
  await db('display.presentations').where({ id: brief }).update({ expires_at: now });
  await db('display.devices').where({ id: displayId }).update({ current_expires_at: now });
  await db('pgboss.job').where({ name: 'display.expire-pictures' }).update({ start_after: now });
  await until('what was shown before', async () => {
    const { current } = await wallOf(person.app, displayId);
    if (current.id !== presentationIds[0]) t.is(current.id, brief);
    return current.id === presentationIds[0];
  });
  t.is((await person.app.get(`${API}/presentations/${brief}`)).body.state, 'expired');
});

test('a disconnected panel is asleep if it announced sleep, and otherwise offline', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel({ sleeps: true });
  await panel.command('sleep');
  await panel.sleep();
  await picture(person, displayId, 1);
  const asleep = await untilState(person.app, displayId, 'asleep');
  t.like(asleep.status, { queued: 1, nextAt: null, since: asleep.display.lastSeenAt });
  t.is(asleep.status.expectedAt, asleep.status.nextLook.at);
  // As one that is claimed while it sleeps: it was told nothing.
  await app.app.db('display.devices').where({ id: displayId }).update({ wake_at: null, wake_reason: null });
  t.like((await wallOf(person.app, displayId)).status, { state: 'asleep', expectedAt: null });

  for (const leave of ['sleep', 'cutPower'] as const) {
    const { panel: other, displayId: away } = await person.panel();
    await other.command('bound');
    await other[leave]();
    await picture(person, away, 1);
    t.like((await untilState(person.app, away, 'offline')).status, { queued: 1, expectedAt: null }, leave);
  }
});

test('a goodbye counts whether it is the last message of a connection or its will', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel();
  await panel.command('bound');
  await panel.sleep();
  const { thingName, password, mqttUrl } = panel.credentials as Credentials;
  const payload = '{"online":false}';
  const topic = `placard/dev/${thingName}/up/state`;
  const connect = (will?: object) =>
    mqtt.connectAsync(mqttUrl, {
      ...{ clientId: thingName, username: thingName, password, reconnectPeriod: 0 },
      ...will,
    });
  const isOnline = (online: boolean) =>
    until(`the panel to be ${online ? 'online' : 'offline'}`, async () => {
      return (await wallOf(person.app, displayId)).display.online === online;
    });
  const first = await connect();
  await isOnline(true);
  // More than may come at once: the goodbye is taken in a little after the connection has ended.
  for (let n = 0; n < 215; n++) first.publish(topic, 'no state', { qos: 0 });
  first.publish(topic, payload, { qos: 0 });
  await first.endAsync();
  await isOnline(false);
  const second = await connect({ will: { topic, payload, qos: 0, retain: false } });
  await isOnline(true);
  second.stream.destroy();
  await isOnline(false);
  t.pass();
});

test('the next wake of a sleeping panel is expected from its last ones', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel();
  await panel.command('bound');
  await panel.sleep();
  await picture(person, displayId, 1);
  const { db } = app.app;
  const log = db('display.panel_events').where({ device_id: displayId });
  await log.clone().del();
  const now = Date.now();
  await db('display.panel_events').insert(
    [61, 41, 21, 1].map((minutes) => ({
      ...{ id: randomUUID(), device_id: displayId, kind: 'connected' },
      created_at: new Date(now - minutes * 60_000),
    })),
  );
  const { status } = await untilState(person.app, displayId, 'asleep');
  t.is(Date.parse(status.expectedAt), now + 19 * 60_000);
});

test('a display has the error that its panel reported, and what could not be rendered', async (t) => {
  const person = await newPerson();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  await panel.command('bound');
  panel.faults.fail = 'no paint';
  await picture(person, displayId, 1);
  const failing = await untilState(person.app, displayId, 'failing');
  t.is(failing.status.error, 'no paint');
  t.true(failing.pending !== null);

  const { panel: other, displayId: second } = await person.panel();
  t.teardown(() => other.cutPower());
  await other.command('bound');
  const broken = Buffer.concat([await photographPng(64, 40, 1)]).subarray(0, 200);
  const contentId = await person.push({ bytes: broken, contentType: 'image/png' }, { displayId: second });
  t.is((await person.settled(contentId)).state, 'failed');
  t.regex((await untilState(person.app, second, 'failed')).status.error, /damaged/);
});

test('a panel that never connected has that status, and only the owner sees a display', async (t) => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const body = { hardwareId: `hw-${randomUUID()}` };
  const enrolled = await person.app.post('/api/device/v1/enroll', { body });
  const displayId = await person.claim(enrolled.body.claim.code);
  t.is((await wallOf(person.app, displayId)).status.state, 'never_connected');
  t.is((await stranger.app.get(`${API}/walls/${displayId}`)).status, 403);
  t.is((await stranger.app.get(`${API}/walls/${randomUUID()}`)).status, 404);
  t.deepEqual((await stranger.app.get(`${API}/walls`)).body.items, []);
});

test.serial('a page of displays takes as many statements as one display', async (t) => {
  const person = await newPerson();
  const statements = async () => {
    const counted: string[] = [];
    const count = ({ sql }: { sql: string }) => counted.push(sql);
    app.app.db.on('query', count);
    await person.app.get(`${API}/walls?limit=50`);
    app.app.db.removeListener('query', count);
    return counted.filter((sql) => /display\./.test(sql)).length;
  };
  const claim = async () => {
    const body = { hardwareId: `hw-${randomUUID()}` };
    await person.claim((await person.app.post('/api/device/v1/enroll', { body })).body.claim.code);
  };
  // The fewest of some looks: others work on the database meanwhile.
  const fewest = async () => {
    const counts: number[] = [];
    for (let look = 0; look < 5; look++) counts.push(await statements());
    return Math.min(...counts);
  };
  await claim();
  const one = await fewest();
  for (let i = 0; i < 8; i++) await claim();
  t.is(await fewest(), one);
});

test('a display has how long its battery will last, from its readings since the last charge', async (t) => {
  const person = await newPerson();
  const body = { hardwareId: `hw-${randomUUID()}` };
  const enrolled = await person.app.post('/api/device/v1/enroll', { body });
  const displayId = await person.claim(enrolled.body.claim.code);
  const { db } = app.app;
  const now = Date.now();
  const device = (fields: object) => db('display.devices').where({ id: displayId }).update(fields);
  const readings = () => db('display.battery_readings').where({ device_id: displayId });
  const battery = async () => (await wallOf(person.app, displayId)).display.battery;
  t.is(await battery(), null);

  const PERIOD = 6 * 3_600_000;
  await device({ bound_at: new Date(now - 90 * PERIOD), last_seen_at: new Date(now), battery_percent: 41 });
  const { binding_id } = await db('display.devices').where({ id: displayId }).first('binding_id');
  await db('display.battery_readings').insert(
    Array.from({ length: 30 }, (_, index) => ({
      ...{ device_id: displayId, binding_id, period: Math.floor(now / PERIOD) - index - 1 },
      ...{ read_at: new Date(now - (index + 1) * PERIOD), percent: 42 + index },
    })),
  );
  const context = { db, clock: { now: () => new Date(now) } };
  await Promise.all([1, 2, 3].map(() => keepBatteryReadings(context)));
  t.is((await readings()).length, 31, 'one of three that look at once keeps it');
  const fine = { percent: 41, charging: false, low: false, daysLeft: 10 };
  t.deepEqual(await battery(), fine);
  await readings()
    .where({ percent: 41 })
    .update({ empty_at: new Date(now + 3.5 * 86_400_000) });
  t.deepEqual(await battery(), { ...fine, low: true, daysLeft: 3 });
  t.like((await app.app.display.presenceOf(db, { displayId }))[0], { battery: { low: true, daysLeft: 3 } });
  await device({ charging: true });
  t.deepEqual(await battery(), { ...fine, charging: true, daysLeft: null });
  await device({ charging: false, battery_percent: 95 });
  t.deepEqual(await battery(), { ...fine, percent: 95, daysLeft: null }, 'it was charged since');

  await keepBatteryReadings({ db, clock: { now: () => new Date(now + 121 * 86_400_000) } });
  t.is((await readings()).length, 0, 'what is old is removed');
  await keepBatteryReadings(context);
  t.is((await readings()).length, 1);
  t.is((await person.app.delete(`${API}/displays/${displayId}`)).status, 200);
  t.is((await readings()).length, 0);
});
