import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { TrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { createLog } from '#shared/log.ts';
import { startTestApp } from '#test/support/app.ts';
import { freePort } from '#test/support/free-port.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { until } from '#test/support/until.ts';
import { startApi } from '../../../../modules/start-api.ts';
import { createDatabaseWire } from '../../../gateway/model/database-wire.ts';
import { newMac, startTrmnl, type TrmnlStand } from './trmnl-stand.ts';

const PANELS = 50;
const OWNED_PANELS = 12;
/** Not all: on a busy machine fifty requests take the database longer than the api waits for it. */
const AT_ONCE = 4;
const OUTAGE_SECONDS = 2 * 3600;
const FIRMWARE_WAITS_MS = 15_000;
const VERSIONS = ['1.5.12', '1.6.5', '1.7.8', '1.8.15'];

/** Wakes panels as their own intervals have it, until so many seconds of simulated time are over. */
async function live(panels: { wake(): Promise<number> }[], seconds: number): Promise<void> {
  const waiting = [...panels];
  const liveOneByOne = async () => {
    for (let panel = waiting.shift(); panel; panel = waiting.shift())
      for (let at = 0; at < seconds; ) at += await panel.wake();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, liveOneByOne));
}

test('during an outage of the database of two hours none of fifty panels shows an error, and all show their picture afterwards', async (t) => {
  const database = await createTestDatabase();
  const wire = await createDatabaseWire(database.url);
  const stand = await startTrmnl({ DATABASE_URL: wire.url });
  t.teardown(async () => {
    wire.restore();
    await stand.app.close();
    await wire.close();
    await database.drop();
  });
  const versionOf = (at: number) => VERSIONS[at % VERSIONS.length] as string;
  const claimed: Awaited<ReturnType<typeof stand.claimed>>[] = [];
  for (let at = 0; at < OWNED_PANELS; at++) claimed.push(await stand.claimed({ version: versionOf(at) }));
  const unclaimed = Array.from({ length: PANELS - OWNED_PANELS }, (_, at) =>
    stand.panel({ version: versionOf(at) }),
  );
  for (const panel of unclaimed) await panel.wake('power');
  const panels = [...claimed.map(({ panel }) => panel), ...unclaimed];
  const [first] = claimed;
  if (!first) return t.fail();
  const before = await stand.push(first.displayId, 51);
  await live(panels, 1);
  await live(panels, 1);
  t.is(await stand.state(before), 'confirmed');
  const screens = panels.map(({ screen }) => screen);
  const usual = panels.map(({ flash }) => flash.sleepSeconds);
  const intervals: number[] = [];

  wire.cut();
  await live(panels, OUTAGE_SECONDS);
  for (const panel of panels) intervals.push(panel.flash.sleepSeconds);
  const [other] = panels.slice(1);
  await other?.wake('power');
  t.is(other?.screen.kind, 'picture', 'a panel that lost power meanwhile is sent its picture too');
  const stranger = stand.panel();
  await stranger.wake('power');
  t.like(stranger.screen, { kind: 'text' });
  t.is(
    panels.reduce((sum, { errorsPainted }) => sum + errorsPainted, 0),
    0,
  );
  t.deepEqual(
    panels.filter((panel) => panel !== other).map(({ screen }) => screen),
    screens.filter((_, at) => at !== 1),
  );
  t.true(
    intervals.every((seconds, at) => (at < OWNED_PANELS ? seconds > (usual[at] as number) : seconds === 900)),
    'they come more rarely',
  );
  wire.restore();
  const after = await stand.push(first.displayId, 52);
  await live(panels, 1);
  await live(panels, 1);
  t.is(await stand.state(after), 'confirmed');
  await allRight(t, stand, panels);

  // Packets that get lost leave every request without a response from the database, instead of with an error.
  const beforeFreeze = panels.map(({ screen }) => screen);
  wire.freeze();
  for (let round = 0; round < 2; round++)
    await Promise.all(
      panels.map(async (panel, at) => t.true((await panel.wake()) >= 900, `round ${round}, panel ${at}`)),
    );
  t.deepEqual(
    panels.map(({ screen }) => screen),
    beforeFreeze,
  );
  await othersAnswer(t, stand, first.panel);
  wire.restore();
  const last = await stand.push(first.displayId, 56);
  await live(panels, 1);
  await live(panels, 1);
  t.is(await stand.state(last), 'confirmed');
  await allRight(t, stand, panels);
});

/** What else panels ask for gets a response while firmware waits for it, a log among it: it would be sent again. */
async function othersAnswer(t: ExecutionContext, { app }: TrmnlStand, { options, flash }: TrmnlPanel) {
  const ask = (path: string, call: RequestInit = {}) =>
    fetch(app.url + path, { ...call, signal: AbortSignal.timeout(FIRMWARE_WAITS_MS) });
  const headers = { ID: options.id, 'Access-Token': flash.apiKey ?? '' };
  const body = JSON.stringify({ logs: [{ message: 'written while the database is frozen' }] });
  const [log, setup, page] = await Promise.all([
    ask('/api/log', { method: 'POST', headers, body }),
    ask('/api/setup', { headers: { ID: newMac() } }),
    ask('/panel'),
  ]);
  t.deepEqual([log.status, setup.status, page.status], [204, 200, 200]);
  t.like(await setup.json(), { status: 404 });
}

/** Every panel shows what it should, the server knows that it does, and it comes back after its usual time. */
async function allRight(t: ExecutionContext, { app }: TrmnlStand, panels: TrmnlPanel[]): Promise<void> {
  const rows = await app.app
    .db('display.polls as poll')
    .join('display.devices as device', 'device.id', 'poll.device_id')
    .select('hardware_id', 'user_id', 'picture', 'is_page', 'frame_id', 'told_seconds')
    .select('pending_presentation_id', 'current_presentation_id');
  const known = new Map(rows.map((row) => [row.hardware_id, row]));
  for (const [at, panel] of panels.entries()) {
    const row = known.get(panel.options.id);
    const { screen } = panel;
    t.like(screen, { kind: 'picture', name: row.picture }, `panel ${at}`);
    t.is(row.pending_presentation_id, null, `panel ${at}`);
    t.is(row.is_page ? null : row.frame_id, row.current_presentation_id, `panel ${at}`);
    t.is(panel.flash.sleepSeconds, row.told_seconds, `panel ${at}`);
    t.true(row.user_id ? row.told_seconds <= 900 : row.told_seconds === 60, `panel ${at}`);
    t.is(panel.errorsPainted, 0, `panel ${at}`);
    t.is(panel.flash.attempt, 1, `panel ${at}`);
  }
  t.is(new Set(panels.map(({ options }) => options.id)).size, PANELS);
}

test('an api that starts during an outage of the database serves the panels that it knows, later all', async (t) => {
  const database = await createTestDatabase();
  const wire = await createDatabaseWire(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'placard-outage-'));
  const before = await startTrmnl({ DATABASE_URL: wire.url, DATA_DIR: folder });
  const { config, url } = before.app;
  const { panel, displayId } = await before.claimed();
  await before.app.app.db('display.devices').where({ id: displayId }).update({ poll_seconds: 900 });
  await before.push(displayId, 55);
  await panel.wake();
  await panel.wake();
  const { screen } = panel;
  await before.app.close();
  wire.cut();
  const api = await startApi(config, createLog('test', 'silent'));
  t.teardown(async () => {
    wire.restore();
    await api.close();
    await wire.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  t.is((await fetch(`${url}/health/live`)).status, 200);
  t.is((await fetch(`${url}/health/ready`)).status, 503);
  Object.assign(panel.flash, { files: new Map() });
  t.true((await panel.wake('power')) > 900);
  t.like(panel.screen, screen, 'its picture is served from this machine');
  const stranger = before.panel();
  await stranger.wake('power');
  t.like(stranger.screen, { kind: 'text' });
  for (let wakes = 0; wakes < 5; wakes++) t.true((await panel.wake()) > 900);
  wire.restore();
  const health = () => fetch(`${url}/health/ready`).catch(() => null);
  await until('the server to be ready', async () => (await health())?.status === 200, { everyMs: 50 });
  t.is(await panel.wake(), 900);
  t.is(panel.errorsPainted, 0);
  await stranger.wake('power');
  t.is(stranger.screen.kind, 'picture');
});

test('an api that has never served a polling panel does not start without its database', async (t) => {
  const { config, app, close } = await startTestApp();
  t.teardown(close);
  const absent = {
    ...config,
    HTTP_PORT: await freePort(),
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`,
  };
  await t.throwsAsync(startApi(absent, app.log), { message: /database of DATABASE_URL cannot be opened/ });
});

test('during an outage of the store each panel keeps its picture, and afterwards gets the new one', async (t) => {
  const stand = await startTrmnl();
  t.teardown(() => stand.app.close());
  const { panel, displayId } = await stand.claimed();
  const first = await stand.push(displayId, 53);
  await panel.wake();
  await panel.wake();
  t.is(await stand.state(first), 'confirmed');
  const { screen } = panel;
  const second = await stand.push(displayId, 54);
  const objects = join(stand.app.config.DATA_DIR, 'objects');
  await rename(objects, `${objects}-away`);
  for (let wakes = 0; wakes < 5; wakes++) await panel.wake();
  t.is(panel.errorsPainted, 0);
  t.is(panel.screen, screen);
  await rename(`${objects}-away`, objects);
  await panel.wake();
  await panel.wake();
  t.is(await stand.state(second), 'confirmed');
});
