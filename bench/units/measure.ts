import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { photographJpeg } from '#test/support/images.ts';
import type { Person } from '#test/support/person.ts';
import { deviceIdOf } from '../gateway/panels.ts';
import { queuePicture, storeFrames } from '../gateway/pictures.ts';
import { residentBytes } from '../gateway/process-figures.ts';
import { type Generator, startGenerator } from '../gateway/start-generator.ts';
import { mapCost, type Units } from './cost.ts';
import { fillHouseholds, PANELS_OF_OWNER } from './households.ts';
import type { Stand } from './stand.ts';

const PANELS = 2_000;
const HEARTBEATS = { perSecond: 200, seconds: 10 };
const WAKES = { perSecond: 40, seconds: 10 };
const MINUTE_MS = 60_000;
const REST_SECONDS = 15;
/**
 * The panels that wake: twice without a picture and twice with one, the first of each to warm up. Others get pushes.
 */
const WAKING = 400;
const TEXTS = 100;
const PHOTOGRAPHS = 40;
const WARM_UP = 4;
/** The first panel that gets a push: texts, then photographs, then those that warm up. */
const PUSHED = 2 * WAKING;
const PANELS_PUSHED = TEXTS + PHOTOGRAPHS + WARM_UP + 1;
const AT_ONCE = 4;
const LOOK_MS = 500;
/** Time for work after the response: completion of jobs, storing the ends of connections. */
const SETTLE_MS = 2_000;
const NOTIFY_SECONDS = 4;
const NOTIFIERS = 10;

/** Measures every unit on an installation without panels. */
export async function measureUnits(stand: Stand): Promise<Units> {
  const { installation, ledger } = stand;
  await storeFrames(installation.folder);
  const empty = await ledger.tableBytes('display.devices');
  const owners = await fillHouseholds(installation, PANELS, { first: PUSHED, count: PANELS_PUSHED });
  const panelRowBytes = ((await ledger.tableBytes('display.devices')) - empty) / PANELS;
  await pause(SETTLE_MS);
  await ledger.rest(REST_SECONDS);
  const connected = await withPanels((generator) => measureConnected(stand, generator));
  const { wake, delivery } = await withPanels((generator) => measureWakes(stand, generator));
  const pushes = await measurePushes(stand, owners);
  return {
    measured: `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})`,
    ...connected,
    wake,
    delivery,
    ...pushes,
    panelRowBytes,
    logEntryBytes:
      (await ledger.tableBytes('display.panel_events')) / (await ledger.rows('display.panel_events')),
    notifiesPerSecond: await measureNotifies(stand),
  };
}

async function withPanels<Result>(measure: (generator: Generator) => Promise<Result>): Promise<Result> {
  const generator = await startGenerator();
  try {
    return await measure(generator);
  } finally {
    await generator.close();
    await pause(SETTLE_MS);
  }
}

async function measureConnected({ gateway, ledger }: Stand, generator: Generator) {
  const empty = residentBytes(gateway.pid);
  await generator.run('connect', { port: gateway.port, count: PANELS });
  await generator.run('subscribe');
  await generator.run('heartbeatOnce');
  await pause(SETTLE_MS);
  const connectionBytes = (residentBytes(gateway.pid) - empty) / PANELS;
  const round = async () => {
    const before = await ledger.walBytes();
    await generator.run('heartbeatOnce');
    return (await ledger.walBytes()) - before;
  };
  await ledger.checkpoint();
  const cold = await round();
  const fullPageBytes = (cold - (await round())) / PANELS;
  const heartbeats = HEARTBEATS.perSecond * HEARTBEATS.seconds;
  await ledger.vacuum('display.devices', 'display.presence');
  const heartbeat = await ledger.spent(heartbeats, async () => {
    await generator.run('heartbeats', HEARTBEATS);
    await ledger.vacuum('display.devices', 'display.presence');
  });
  const minute = await ledger.spent(PANELS, () => pause(MINUTE_MS));
  return { heartbeat, minute, connectionBytes, fullPageBytes };
}

async function measureWakes({ installation: { db }, gateway, ledger }: Stand, generator: Generator) {
  const wakeAll = (first: number) =>
    ledger.spent(WAKING, async () => {
      const { failures } = await generator.run('wakeAll', { port: gateway.port, first, ...WAKES });
      if (failures.length > 0) throw new Error(`${failures.length} panels failed, one with ${failures[0]}`);
      await pause(SETTLE_MS);
    });
  await wakeAll(0);
  const wake = await wakeAll(0);
  for (let panel = 0; panel < 2 * WAKING; panel++) await queuePicture(db, panel);
  await wakeAll(0);
  const withPicture = await wakeAll(WAKING);
  return { wake, delivery: mapCost((name) => Math.max(0, withPicture[name] - wake[name])) };
}

async function measurePushes(stand: Stand, owners: Person[]) {
  const { ledger } = stand;
  const text = (n: number) => Buffer.from(`Note ${n}: the water is off on Tuesday.`);
  const photograph = (n: number) => photographJpeg(4000, 3000, n + 1);
  const after = TEXTS + PHOTOGRAPHS;
  const photographs = await Promise.all(Array.from({ length: PHOTOGRAPHS }, (_, n) => photograph(n)));
  // Loads code and caches of first pushes.
  await push(
    stand,
    owners,
    after,
    Array.from({ length: WARM_UP }, (_, n) => text(-1 - n)),
  );
  await push(stand, owners, after + WARM_UP, [await photograph(PHOTOGRAPHS)]);
  const texts = Array.from({ length: TEXTS }, (_, n) => text(n));
  const before = await ledger.compactRowBytes();
  return {
    text: await ledger.spent(TEXTS, () => push(stand, owners, 0, texts)),
    photograph: await ledger.spent(PHOTOGRAPHS, () => push(stand, owners, TEXTS, photographs)),
    pushRowBytes: ((await ledger.compactRowBytes()) - before) / after,
    rawFrameBytes: await ledger.rawFrameBytes(TEXTS),
  };
}

/** Pushes one body to each of the panels from `first` on. Resolves when the pictures are in their queues. */
async function push(
  { installation: { db } }: Stand,
  owners: Person[],
  first: number,
  bodies: Buffer[],
): Promise<void> {
  const left = bodies.entries();
  const work = async () => {
    for (const [n, raw] of left) {
      const owner = owners[Math.floor((first + n) / PANELS_OF_OWNER)] as Person;
      const { status, text } = await owner.sdk.post(`/push/${deviceIdOf(PUSHED + first + n)}`, { raw });
      if (status !== 201) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (let waiting = true; waiting; await pause(LOOK_MS)) {
    const [row] = await db('library.contents')
      .whereNotIn('state', ['ready', 'failed'])
      .count('* as contents');
    waiting = Number(row?.contents) > 0;
  }
  const [failed] = await db('library.contents').where('state', 'failed').count('* as contents');
  if (Number(failed?.contents) > 0) throw new Error(`${failed?.contents} pushes failed`);
  await pause(SETTLE_MS);
}

async function measureNotifies({ installation: { db } }: Stand): Promise<number> {
  const end = performance.now() + NOTIFY_SECONDS * 1000;
  let done = 0;
  const work = async (n: number) => {
    for (; performance.now() < end; done++)
      await db.raw(
        `with seen as (update display.devices set last_seen_at = now() where id = ? returning id)
         select pg_notify('bench', id::text) from seen`,
        [deviceIdOf(n)],
      );
  };
  await Promise.all(Array.from({ length: NOTIFIERS }, (_, n) => work(n)));
  return done / NOTIFY_SECONDS;
}
