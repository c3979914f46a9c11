import anyTest, { type TestFn } from 'ava';
import { createPanel } from '#client/panel/panel.ts';
import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { randomNumbers } from '#test/support/images.ts';
import { until, within } from '#test/support/until.ts';
import { settled } from './model/calm.ts';
import type { FaultyGateway } from './model/faulty-gateway.ts';
import { connect, forAMoment, type Life, lifeIn, powerOff, pushTo } from './model/life.ts';
import { type FaultyStand, startFaultyStand } from './model/stand.ts';

/** Gateways in this process that share nothing but Postgres; each can lose it, and be killed. */
const GATEWAYS = 3;
const LEASE_SECONDS = 30;
const ONLINE_SECONDS = 90;
const PANELS = 200;
const HOPS = 400;

const test = anyTest.serial as TestFn<{ stand: FaultyStand; crowded: FaultyStand }>;
test.before(async (t) => {
  const [stand, crowded] = await Promise.all([
    startFaultyStand(2),
    startFaultyStand(
      GATEWAYS,
      {},
      { presenceRenewal: 2_000, sweep: 5_000, minResend: 1_000, authenticateTimeout: 5_000 },
    ),
  ]);
  t.context = { stand, crowded };
});
test.after.always(async (t) => {
  await Promise.all([t.context.stand?.close(), t.context.crowded?.close()]);
});

async function online({ stand, users, deviceId }: Life): Promise<boolean> {
  const { body } = await stand.as(users[0]).get(`/api/displays/${deviceId}`);
  return body.online;
}

/** Resolves once no transaction is open: one whose connection is frozen keeps its locks until Postgres ends it. */
async function transactionsEnded({ db }: FaultyStand): Promise<void> {
  const open = () =>
    db.raw(`select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`);
  await until('no transaction is open', async () => (await open()).rows.length === 0);
}

/** Goes on at another gateway, while the one before neither notices nor is notified. */
async function moveUnnoticed(life: Life, port: number): Promise<void> {
  life.wire.abandon();
  powerOff(life);
  life.wire.target = port;
  await connect(life);
}

test('the lease of a dead gateway expires, and that of a living one does not', async (t) => {
  const { stand } = t.context;
  const [dying, living] = [await lifeIn(t, stand), await lifeIn(t, stand)];
  living.wire.target = stand.gateways[1]?.port ?? 0;
  for (const life of [dying, living]) {
    await connect(life);
    await until('the panel is right', async () => {
      if ((await settled(life, 0)) === null) return true;
      await stand.renderAll(life.deviceId);
    });
    t.true(await online(life));
  }
  await stand.replaceGateway(0);
  dying.panel.cutPower();
  t.true(await online(dying), 'left behind');
  stand.moveClock(LEASE_SECONDS + ONLINE_SECONDS);
  t.false(await online(dying));
  await until('the lease is renewed', () => online(living));
});

test('a panel that left while its gateway had no database goes offline all the same', async (t) => {
  const { stand } = t.context;
  const life = await lifeIn(t, stand);
  await connect(life);
  const [gateway] = stand.gateways as [FaultyGateway];
  const held = async () => (await stand.db('display.presence').where({ device_id: life.deviceId })).length;
  await until('the panel is registered', async () => (await held()) === 1);
  const { log } = stand.context;
  const { warn } = log;
  const tried = new Promise<void>((resolve) => {
    log.warn = (_fields: unknown, text?: string) =>
      void (text?.includes('the end of a connection') && resolve());
  });
  t.teardown(() => Object.assign(log, { warn }));
  gateway.database.cut();
  life.panel.cutPower();
  await within('the gateway tries in vain', tried);
  t.is(await held(), 1);
  gateway.database.restore();
  await until('the panel is no longer registered', async () => (await held()) === 0);
});

test('a panel of a dead gateway shows the right picture once it has reconnected', async (t) => {
  const { stand } = t.context;
  const life = await lifeIn(t, stand);
  await connect(life);
  const id = await pushTo(life, 1);
  life.wire.target = stand.gateways[1]?.port ?? 0;
  await stand.replaceGateway(0);
  await life.panel.confirmed(id);
  t.is(await settled(life, 60_000), null);
});

test('a gateway that missed a takeover disconnects the panel on its next notification, and sends it nothing more', async (t) => {
  const { stand } = t.context;
  const life = await lifeIn(t, stand);
  await connect(life);
  const first = await pushTo(life, 1);
  await life.panel.confirmed(first);
  await stand.renderAll(life.deviceId);

  t.is(await settled(life, 60_000), null);
  await transactionsEnded(stand);
  // On a busy machine the panel, which is impatient, may have connected more than once.
  const held = () => life.wire.connections.findLast(({ subscribed, closedAt }) => subscribed && !closedAt);
  const left = await until('the panel is connected', held);
  stand.gateways[0]?.database.freeze();
  t.teardown(() => stand.gateways[0]?.database.restore());
  const from = life.wire.notes.length;
  await moveUnnoticed(life, stand.gateways[1]?.port ?? 0);
  const second = await pushTo(life, 2);
  await life.panel.confirmed(second);
  t.is(left.closedAt, null);
  stand.gateways[0]?.database.restore();
  await until('the gateway lets the panel go', () => left.closedAt !== null);
  const commands = life.wire.notes
    .slice(from)
    .filter(
      ({ connection, direction, packet }) =>
        connection === left && direction === 'down' && packet.kind === 'publish',
    );
  t.deepEqual(commands, []);
  t.is(await settled(life, 60_000), null);
});

test('a late message of a replaced connection does not override later messages of the panel', async (t) => {
  const { stand } = t.context;
  const life = await lifeIn(t, stand);
  await connect(life);
  const [first, second] = [await pushTo(life, 1), await pushTo(life, 2)];
  await life.panel.confirmed(first);
  await life.panel.confirmed(second);
  const { deviceId, panel } = life;
  await panel.sleep();
  const { sha256: hash } = await stand
    .db('display.frames')
    .where({ presentation_id: first, format: 'raw1' })
    .first('sha256');
  const panels = stand.display.panels;
  const credential = sha256(panel.credentials?.password ?? '');
  const older = await panels.connected(deviceId, newId(), credential);
  const newer = await panels.connected(deviceId, newId(), credential);
  const about = { firmware: '1', battery: null, charging: null, rssi: null };
  const shown = { presentationId: second, sha256: panel.screen?.frame.sha256 ?? null };
  await panels.heartbeat(deviceId, newer, { ...about, shown });
  const late = { commandId: newId(), presentationId: first, sha256: hash, error: null };
  await panels.confirm(deviceId, older, late);
  const reported = () =>
    stand.db('display.devices').where({ id: deviceId }).first('reported_epoch', 'reported_presentation_id');
  t.deepEqual(await reported(), { reported_epoch: newer, reported_presentation_id: second });
  await panels.confirm(deviceId, newer, late);
  t.deepEqual(await reported(), { reported_epoch: newer, reported_presentation_id: first });
});

test(`${PANELS} panels that change gateways while pictures are pushed show the right ones in the end`, async (t) => {
  const { crowded: stand } = t.context;
  const { db, context } = stand;
  const random = randomNumbers(7);
  const userId = await stand.addUser();
  const password = newId();
  const port = () => stand.gateways[random() % GATEWAYS]?.port;
  const panels = await Promise.all(
    Array.from({ length: PANELS }, async () => {
      const deviceId = await stand.addDisplay(userId, { secret_hash: sha256(password) });
      const { thing_name: thingName } = await db('display.devices')
        .where({ id: deviceId })
        .first('thing_name');
      const panel = createPanel({
        server: context.config.PUBLIC_URL,
        hardwareId: `hw-${deviceId}`,
        credentials: { thingName, password, mqttUrl: `mqtt://127.0.0.1:${port()}` },
        reconnectMs: 100,
        heartbeatMs: 2_000,
      });
      return { deviceId, panel };
    }),
  );
  t.teardown(() => {
    for (const { panel } of panels) panel.cutPower();
  });
  type One = (typeof panels)[0];
  const pushed = new Map<string, string>();
  const halfway = Promise.withResolvers<void>();

  async function hop({ panel }: One): Promise<void> {
    const { credentials } = panel;
    if (random() % 2) await forAMoment(panel.sleep());
    panel.cutPower();
    await until('the panel is let in', async () => {
      panel.credentials = credentials && { ...credentials, mqttUrl: `mqtt://127.0.0.1:${port()}` };
      await panel.connect().catch(() => panel.cutPower()); // its gateway was killed just now
      return panel.connected;
    });
  }
  async function push({ deviceId }: One): Promise<void> {
    pushed.set(deviceId, await stand.pushPicture(userId, deviceId, random() % 9, 0));
    await stand.renderAll(deviceId);
    if (pushed.size > PANELS / 2) halfway.resolve();
  }

  await inTurns(panels, hop);
  const hops = Array.from({ length: HOPS }, () => panels[random() % PANELS] as One);
  await Promise.all([
    inTurns([...new Set(hops)], hop),
    inTurns(panels, push, 4),
    halfway.promise.then(() => stand.replaceGateway(0)),
  ]);
  await inTurns(panels, hop);

  for (const { deviceId, panel } of panels)
    await until('the glass is right', () => panel.screen?.presentationId === pushed.get(deviceId));
  // By the confirm, or by the heartbeat of a panel that lost its connection before it could confirm.
  const confirmed = () => db('display.presentations').where({ user_id: userId, state: 'confirmed' });
  await until('all are confirmed', async () => (await confirmed()).length === PANELS);
  const held = await db('display.presence').where('lease_until', '>', addSeconds(context.clock.now(), 0));
  t.is(held.filter(({ device_id }) => pushed.has(device_id)).length, PANELS);
  await Promise.all(panels.map(({ panel }) => panel.sleep()));
});

/** At most so many at once. */
async function inTurns<T>(all: T[], work: (one: T) => Promise<void>, atOnce = 16): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
