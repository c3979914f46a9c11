import { randomUUID } from 'node:crypto';
import test from 'ava';
import { APP, claimDisplay } from '#test/modules/library/stand.ts';
import { DEADLINE_MS, until } from '#test/support/until.ts';
import { type Receiver, startReceiver, startWebhooks, type WebhookStand } from './stand.ts';

// One after the other: they share the clock of what sends.
let stand: WebhookStand;
let receiver: Receiver;
test.beforeEach(async () => {
  stand ??= await startWebhooks();
  receiver = await startReceiver();
});
test.afterEach.always(() => receiver?.close());
test.after.always(() => stand?.close());

const EVENTS = ['presentation.confirmed', 'presentation.failed'];
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const numbers = () => receiver.messages.map(({ data }) => data.n);
/** The last delivery, once that attempt of it was settled. */
async function settled(client: WebhookStand['client'], id: string, attempts: number): Promise<any> {
  return until(`attempt ${attempts} to be settled`, async () => {
    const { body } = await client.get(`${APP}/webhooks/${id}/deliveries`);
    const [one] = body.items;
    return one?.attempts === attempts && one.error !== null && one;
  });
}
const refuse: Receiver['answer'] = (_message, response) => void response.writeHead(500).end();

test.serial(
  'a failed delivery is tried after 5 s, 30 s, 2, 10 and 30 min, 2 h, then every 6 h for three days; then the webhook is off',
  async (t) => {
    const { client, userId } = await stand.newUser();
    receiver.answer = refuse;
    const { id } = await stand.subscribe(client, receiver.url, EVENTS);
    await stand.record(userId, 'presentation.failed');
    let attempt = 1;
    for (const pause of [
      5,
      30,
      2 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      ...Array(11).fill(6 * HOUR),
    ]) {
      await receiver.received(attempt);
      const waiting = await settled(client, id, attempt);
      t.is(waiting.state, 'waiting', `after attempt ${attempt}`);
      t.is(waiting.error, 'The receiver responded with 500.');
      await stand.moveClock(pause + 1);
      attempt++;
    }
    await receiver.received(attempt);
    const isOff = async () => !(await client.get(`${APP}/webhooks/${id}`)).body.active;
    await until('the webhook to be switched off', isOff);
    t.is((await client.get(`${APP}/webhooks/${id}`)).body.offReason, 'failing');
    const [given] = (await client.get(`${APP}/webhooks/${id}/deliveries`)).body.items;
    t.like(given, { state: 'failed', attempts: 18, nextAttemptAt: null });
  },
);

test.serial(
  'events of one display wait for an earlier one for ten minutes; those of other displays do not',
  async (t) => {
    const { client, userId } = await stand.newUser();
    const [stuck, other] = [randomUUID(), randomUUID()];
    receiver.answer = ({ data }, response) => void response.writeHead(data.n === 1 ? 500 : 204).end();
    const { id } = await stand.subscribe(client, receiver.url, EVENTS);
    for (const n of [1, 2, 3]) await stand.record(userId, 'presentation.failed', stuck, { n });
    const firstFailed = (attempts: number) => {
      const failed = { endpoint_id: id, attempts, response_status: 500 };
      const find = () => stand.app.db('webhooks.deliveries').where(failed).first();
      return until(`attempt ${attempts} to fail`, async () => find());
    };
    await stand.record(userId, 'presentation.failed', other, { n: 9 });
    await receiver.received(2);
    t.deepEqual(numbers().toSorted(), [1, 9]);
    await firstFailed(1);
    await stand.moveClock(6);
    await receiver.received(3);
    t.is(numbers().at(-1), 1, 'the second attempt of the first');
    await firstFailed(2);
    await stand.moveClock(11 * MINUTE);
    await receiver.received(6);
    const rest = numbers().slice(3);
    t.deepEqual(
      rest.filter((n) => n !== 1),
      [2, 3],
      'in their order',
    );
    const { body } = await client.get(`${APP}/webhooks/${id}/deliveries`);
    t.is(body.items.length, 4);
  },
);

test.serial(
  'the ten minutes begin with the first attempt, even if an event waited long for it',
  async (t) => {
    const { client, userId } = await stand.newUser();
    const display = randomUUID();
    receiver.answer = ({ data }, response) => {
      const isEarly = data.n === 1 && numbers().filter((n) => n === 1).length < 3;
      response.writeHead(isEarly ? 500 : 204).end();
    };
    const { id } = await stand.subscribe(client, receiver.url, EVENTS);
    for (const n of [1, 2]) await stand.record(userId, 'presentation.failed', display, { n });
    const deliveries = stand.app.db('webhooks.deliveries').where({ endpoint_id: id });
    const failed = (attempts: number) =>
      until(`attempt ${attempts} to fail`, async () =>
        deliveries.clone().where({ attempts, response_status: 500 }).first(),
      );
    await failed(1);
    await until('both deliveries', async () => (await deliveries.clone()).length >= 2);
    await deliveries.clone().update({ created_at: new Date(Date.now() - 3_600_000) });
    await stand.moveClock(6);
    await failed(2);
    await stand.moveClock(31);
    await receiver.received(4);
    t.deepEqual(numbers(), [1, 1, 1, 2]);
  },
);

test.serial('a clock that is set back or forward by hours delays no delivery and drops none', async (t) => {
  const { client, userId } = await stand.newUser();
  receiver.answer = ({ data }, response) => void response.writeHead(data.n === 1 ? 500 : 204).end();
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  const display = randomUUID();
  for (const n of [1, 2]) await stand.record(userId, 'presentation.failed', display, { n });
  const first = stand.app.db('webhooks.deliveries').where({ endpoint_id: id }).orderBy('sequence').first();
  const failed = (attempts: number) =>
    until(`attempt ${attempts} to fail`, async () => {
      const row = await first.clone();
      return row?.attempts === attempts && row.response_status === 500 && row;
    });
  await failed(1);
  await stand.moveClock(6);
  await failed(2);
  await stand.moveClock(31);
  const before = await failed(3);
  await stand.moveClock(-5 * HOUR);
  const next = async () => (await first.clone()).next_attempt_at;
  await until('the attempt to be put earlier', async () => (await next()) < before.next_attempt_at);
  await stand.moveClock(2 * MINUTE + 1);
  await failed(4);
  t.deepEqual(numbers(), [1, 1, 1, 1], 'after its pause, and before the next event');
  await stand.moveClock(9 * MINUTE);
  await receiver.received(5);
  t.is(numbers().at(-1), 2, 'the next event waits for ten minutes at most');
  await stand.moveClock(4 * 24 * HOUR);
  const last = await failed(5);
  t.is(last.state, 'waiting', 'three days by the clock are not three days of attempts');
  t.true((await client.get(`${APP}/webhooks/${id}`)).body.active);
});

test.serial('every event reaches a receiver that fails half the time, and no other event does', async (t) => {
  const count = Number(process.argv.at(process.argv.indexOf('--events') + 1)) || 60;
  const { client, userId } = await stand.newUser();
  const displays = Array.from({ length: 6 }, () => randomUUID());
  const taken: number[] = [];
  const attempts = new Map<number, number>();
  receiver.answer = ({ data }, response) => {
    const n = data.n as number;
    const attempt = (attempts.get(n) ?? 0) + 1;
    attempts.set(n, attempt);
    const fails = (attempt + n) % 2 === 0;
    if (!fails || n % 3 === 0) taken.push(n);
    // A receiver may take a message and fail to say so.
    if (fails && n % 3 === 0) return void response.destroy();
    response.writeHead(fails ? 503 : 200).end();
  };
  await stand.subscribe(client, receiver.url, EVENTS);
  for (let n = 0; n < count; n++)
    await stand.record(userId, 'presentation.failed', displays[n % displays.length]!, { n });
  const allTaken = async () => {
    if (new Set(taken).size >= count) return true;
    await stand.moveClock(31);
    return false;
  };
  // Of many events, as they may be asked for, the last one takes minutes.
  await until('all events', allTaken, { everyMs: 30, deadlineMs: Math.max(DEADLINE_MS, count * 100) });
  t.deepEqual(
    [...new Set(taken)].toSorted((a, b) => a - b),
    Array.from({ length: count }, (_, n) => n),
  );
  const ids = new Map(receiver.messages.map(({ data, id }) => [data.n, id]));
  t.true(
    receiver.messages.every(({ data, id }) => ids.get(data.n) === id),
    'an event keeps its id',
  );
});

test.serial('a delivery that was under way when its sender stopped is sent by the next sender', async (t) => {
  const { client, userId } = await stand.newUser();
  receiver.answer = () => {};
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed', null, { n: 1 });
  await receiver.received(1);
  // A second event for the same lane, which is worked on.
  await stand.record(userId, 'presentation.failed', null, { n: 2 });
  const rows = () => stand.app.db('webhooks.deliveries').where({ endpoint_id: id }).orderBy('sequence');
  await until('both deliveries', async () => (await rows()).length >= 2);
  await stand.sender.deliveries.close();
  t.deepEqual(
    (await rows()).map(({ attempts }) => attempts),
    [0, 0],
    'it has ended when it says so, and an attempt that was broken off is none',
  );
  receiver.answer = (_message, response) => void response.writeHead(204).end();
  stand.sender.deliveries = await stand.webhooks.runDeliveries();
  await receiver.received(3);
  t.deepEqual(numbers(), [1, 1, 2]);
  const { body } = await client.get(`${APP}/webhooks/${id}/deliveries`);
  t.is(body.items.at(-1).attempts, 1, 'an attempt that was broken off is none');
});

test.serial('deliveries of a killed sender are sent by another after a minute', async (t) => {
  const { client, userId } = await stand.newUser();
  const { id } = await stand.subscribe(client, receiver.url, EVENTS);
  await stand.record(userId, 'presentation.failed', null, { n: 1 });
  await receiver.received(1);
  const { db } = stand.app;
  const row = () => db('webhooks.deliveries').where({ endpoint_id: id }).first();
  await until('the delivery', async () => (await row()).state === 'delivered');
  // As a killed process leaves it: attempted, leased for a minute, and not settled.
  const lane = { endpoint_id: id, display_id: (await row()).display_id };
  const leaseEnd = (await row()).next_attempt_at ?? new Date((await row()).created_at.getTime() + 60_000);
  await db('webhooks.deliveries')
    .where({ endpoint_id: id })
    .update({ state: 'waiting', next_attempt_at: leaseEnd });
  await db('webhooks.lanes')
    .insert({ ...lane, user_id: userId, due_at: leaseEnd })
    .onConflict(['endpoint_id', 'display_id'])
    .merge();
  await stand.moveClock(61);
  await receiver.received(2);
  t.deepEqual(numbers(), [1, 1]);
});

test.serial('a display that goes missing, returns and has a low battery causes one event each', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  await stand.subscribe(client, receiver.url, ['display.offline', 'display.online', 'display.battery_low']);
  const device = (fields: object) => stand.app.db('display.devices').where({ id: displayId }).update(fields);
  const { handle } = stand.webhooks.jobs[0]!;
  const watch = () =>
    Promise.all([1, 2, 3].map(() => handle({}, { jobId: 'x', attempt: 1, lastAttempt: false })));
  const types = () => receiver.messages.map(({ type }) => type);
  const HOUR_AGO = () => new Date(Date.now() - 3_600_000);

  await watch(); // never heard of
  await device({ last_seen_at: new Date(), battery_percent: 80 });
  await watch();
  await device({ last_seen_at: HOUR_AGO() });
  await watch();
  await receiver.received(1);
  await device({ last_seen_at: new Date(), battery_percent: 12 });
  await watch();
  await receiver.received(3);
  await device({ battery_percent: 17 });
  await watch();
  await device({ battery_percent: 90 });
  await watch();
  await device({ battery_percent: 9 });
  await watch();
  await receiver.received(4);
  t.deepEqual(types(), ['display.offline', 'display.online', 'display.battery_low', 'display.battery_low']);
  t.like(receiver.messages[0]!.data, { displayId, batteryPercent: 80 });

  // Asleep: it said goodbye, and comes back every half an hour.
  await stand.app.db('display.panel_events').insert(
    [90, 60, 30].map((minutes) => ({
      ...{ id: randomUUID(), device_id: displayId, kind: 'connected', detail: {} },
      created_at: new Date(Date.now() - minutes * 60_000),
    })),
  );
  const goodbye = (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000);
    return device({ last_seen_at: at, state_updated_at: at, state: JSON.stringify({ online: false }) });
  };
  await goodbye(85);
  await watch();
  t.is(receiver.messages.length, 4, 'within three of its pauses');
  await goodbye(95);
  await watch();
  await receiver.received(5);
  t.is(types().at(-1), 'display.offline');
});

test.serial(
  'a display that stays connected is reported missing as soon as it leaves, also after nights without Wi-Fi',
  async (t) => {
    const { client } = await stand.newUser();
    const displayId = await claimDisplay(client);
    await stand.subscribe(client, receiver.url, ['display.offline', 'display.online']);
    const { db } = stand.app;
    const watch = () => stand.webhooks.jobs[0]!.handle({}, { jobId: 'x', attempt: 1, lastAttempt: false });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const device = db('display.devices').where({ id: displayId });
    const leave = (at: Date) => device.clone().update({ last_seen_at: at, left_at: at });
    await device.clone().update({ last_seen_at: new Date() });
    await watch();
    await leave(minutesAgo(2));
    await watch();
    await receiver.received(1);
    await device.clone().update({ last_seen_at: new Date() });
    await watch();
    await receiver.received(2);
    // It connected anew each night, and stayed until two minutes ago.
    await db('display.panel_events').insert(
      [51, 27, 3].map((hours) => ({
        ...{ id: randomUUID(), device_id: displayId, kind: 'connected', detail: {} },
        created_at: minutesAgo(hours * 60 + 1),
      })),
    );
    await leave(minutesAgo(2));
    await watch();
    await receiver.received(3);
    // It came back, lost its connection twice for half a minute, the last time three minutes ago, and is switched off.
    await device.clone().update({ last_seen_at: new Date() });
    await watch();
    await receiver.received(4);
    await db('display.panel_events').where({ device_id: displayId }).del();
    const noted = { connected: [60, 30, 3], disconnected: [30.5, 3.5] };
    for (const [kind, minutes] of Object.entries(noted))
      await db('display.panel_events').insert(
        minutes.map((ago) => ({
          ...{ id: randomUUID(), device_id: displayId, kind, detail: {} },
          created_at: minutesAgo(ago),
        })),
      );
    await leave(minutesAgo(2));
    await watch();
    await receiver.received(5);
    t.deepEqual(
      receiver.messages.map(({ type }) => type),
      ['display.offline', 'display.online', 'display.offline', 'display.online', 'display.offline'],
    );
  },
);

test.serial('a battery is reported low by its forecast alone, once', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  await stand.subscribe(client, receiver.url, ['display.battery_low']);
  const { db } = stand.app;
  const { handle } = stand.webhooks.jobs[0]!;
  const watch = () => handle({}, { jobId: 'x', attempt: 1, lastAttempt: false });
  await db('display.devices')
    .where({ id: displayId })
    .update({ last_seen_at: new Date(), battery_percent: 60 });
  const { binding_id } = await db('display.devices').where({ id: displayId }).first('binding_id');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const reading = { device_id: displayId, binding_id, period: 1, read_at: new Date(), percent: 60 };
  await db('display.battery_readings').insert({ ...reading, empty_at: inDays(30) });
  await watch();
  const readings = db('display.battery_readings').where({ device_id: displayId });
  await readings.clone().update({ empty_at: inDays(6.5) });
  await watch();
  await readings.clone().update({ empty_at: inDays(5) });
  await watch();
  await receiver.received(1);
  t.deepEqual(
    receiver.messages.map(({ type, data }) => [type, data.displayId, data.batteryPercent]),
    [['display.battery_low', displayId, 60]],
  );
  const deliveries = await db('webhooks.deliveries').where({ display_id: displayId });
  t.is(deliveries.length, 1, 'that of the first look at which it was low');
});

test.serial(
  'the watch takes as many queries for many users as for one, and treats a display with a new owner as new',
  async (t) => {
    const { db } = stand.app;
    const { handle } = stand.webhooks.jobs[0]!;
    const watch = () => handle({}, { jobId: 'x', attempt: 1, lastAttempt: false });
    const reads = async () => {
      let count = 0;
      const read = ({ sql }: { sql: string }) => {
        // Of the watch: what sends may read at any moment.
        if (/^\s*(?:select|with)/i.test(sql) && !/lanes|outbox|deliveries/.test(sql)) count += 1;
      };
      db.on('query', read);
      await watch();
      db.removeListener('query', read);
      return count;
    };
    const owners = await Promise.all([1, 2, 3].map(() => stand.newUser()));
    const events = ['display.offline', 'display.online'];
    const displayIds: string[] = [];
    const join = async ({ client }: (typeof owners)[number]) => {
      displayIds.push(await claimDisplay(client));
      await stand.subscribe(client, receiver.url, events);
      await db('display.devices').whereIn('id', displayIds).update({ last_seen_at: new Date() });
      await watch();
    };
    await join(owners[0]!);
    const one = await reads();
    for (const owner of owners.slice(1)) await join(owner);
    t.is(await reads(), one);

    const [displayId] = displayIds as [string];
    const device = (fields: object) => db('display.devices').where({ id: displayId }).update(fields);
    await device({ user_id: owners[1]!.userId, last_seen_at: new Date(0) });
    await watch();
    await watch();
    await device({ last_seen_at: new Date() });
    await watch();
    await receiver.received(1);
    t.deepEqual(
      receiver.messages.map(({ type, data }) => [type, data.displayId]),
      [['display.online', displayId]],
      'its new owner is told what changes from then on',
    );
    const rows = await db('webhooks.display_presence').where({ display_id: displayId });
    t.deepEqual(
      rows.map(({ user_id }) => user_id),
      [owners[1]!.userId],
    );
  },
);
