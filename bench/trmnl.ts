import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#shared/db/open.ts';
import { type Figure, table } from './figure.ts';
import { cpuMs, cpuMsWithChildren } from './gateway/process-figures.ts';
import { type Service, startService } from './gateway/service.ts';
import { median } from './imaging-row.ts';
import { percentile } from './single-row.ts';
import { type DatabaseWork, watchDatabase } from './trmnl/database-work.ts';
import { holdToTwoCores, installPollingPanels } from './trmnl/installation.ts';
import { benchPng } from './trmnl/png.ts';
import { type PollingPanel, type Wake, wake } from './trmnl/wake.ts';

const PANELS = 1_000;
/** 1,000 panels that poll every ten seconds; with an interval of 900 s it would be 1.1 polls a second. */
const PER_SECOND = 100;
const SECONDS = 20;
/** One of this number of panels has a new picture to show. */
const NEW_PICTURE_EVERY = 10;
const AT_ONCE = 16;
const LONE_WAKES = 50;
/** Five rounds of polling, so that background work of the database is included. */
const MAX_QUERIES = 5.1;
const MAX_TRANSACTIONS = 5.1;

/** Panels with TRMNL's firmware: their load on the server, and the cost of a wake for a panel. */
export async function benchTrmnl(): Promise<Figure[]> {
  return [...(await benchPolls()), ...(await benchPng())];
}

async function benchPolls(): Promise<Figure[]> {
  const { installation, panels } = await installPollingPanels(PANELS);
  const { db, settings, postgresPid } = installation;
  const server = String(settings.PUBLIC_URL);
  let api: Service | undefined;
  let database: DatabaseWork | undefined;
  try {
    api = await startService('api', settings);
    holdToTwoCores(postgresPid);
    holdToTwoCores(api.pid);
    const first = await eachOnce(panels, server);
    database = await watchDatabase(installation);
    const alone = await database.of(LONE_WAKES, async () => {
      for (const panel of panels.slice(0, LONE_WAKES)) await wake(panel, server);
    });
    await showEarlierPictures(db);
    const cpu = meter(api.pid, postgresPid);
    const together = await database.of(PER_SECOND * SECONDS, () => paced(panels, server));
    const used = cpu();
    const capacity = await measureCapacity(panels, server);
    const wakes = together.result;
    const displayMs = wakes.map((wake) => wake.displayMs);
    const plain = wakes.filter(({ pictureMs }) => pictureMs === null);
    const news = [...first, ...wakes].filter(({ pictureMs }) => pictureMs !== null);
    return [
      figure(`polls a second on 2 cores, ${AT_ONCE} at once`, capacity, '1/s', 100, true),
      figure(
        `answer to a poll, ${PANELS} panels, ${PER_SECOND} polls a second: p50`,
        percentile(displayMs, 0.5),
        'ms',
      ),
      figure(
        `answer to a poll, ${PANELS} panels, ${PER_SECOND} polls a second: p99`,
        percentile(displayMs, 0.99),
        'ms',
        150,
      ),
      figure('processor time of a poll, Postgres included', used / wakes.length, 'ms'),
      figure('database queries of a poll, one panel at a time', alone.queries, '', MAX_QUERIES),
      figure(`database queries of a poll, ${PER_SECOND} polls a second`, together.queries, '', MAX_QUERIES),
      figure('transactions of a poll, one panel at a time', alone.transactions, '', MAX_TRANSACTIONS),
      figure(
        `transactions of a poll, ${PER_SECOND} polls a second`,
        together.transactions,
        '',
        MAX_TRANSACTIONS,
      ),
      figure('a wake with the same picture: HTTP, both ways', bytesOf(plain), 'B', 2_000),
      figure('a wake with the same picture: from the connection to the last byte', msOf(plain), 'ms'),
      figure('a wake with a new photograph: HTTP, both ways', bytesOf(news), 'B', 50_000),
      figure('a wake with a new photograph: from the connection to the last byte', msOf(news), 'ms'),
    ];
  } finally {
    await database?.close();
    await api?.end('SIGTERM');
    await installation.close();
  }
}

/** Panels poll one after the other at even intervals, without waiting for earlier responses. */
async function paced(panels: PollingPanel[], server: string): Promise<Wake[]> {
  const begun = performance.now();
  const wakes: Promise<Wake>[] = [];
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const wait = begun + (n * 1000) / PER_SECOND - performance.now();
    if (wait > 1) await pause(wait);
    wakes.push(wake(panels[n % panels.length] as PollingPanel, server));
  }
  return Promise.all(wakes);
}

/** Polls with all panels, several at once. */
async function eachOnce(panels: PollingPanel[], server: string): Promise<Wake[]> {
  const left = [...panels];
  const wakes: Wake[] = [];
  const work = async () => {
    for (let panel = left.pop(); panel; panel = left.pop()) wakes.push(await wake(panel, server));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wakes;
}

/** The highest number of polls that the server handles per second. */
async function measureCapacity(panels: PollingPanel[], server: string): Promise<number> {
  const begun = performance.now();
  const end = begun + (SECONDS / 2) * 1000;
  let done = 0;
  const work = async (first: number) => {
    for (let n = first; performance.now() < end; n += AT_ONCE) {
      await wake(panels[n % panels.length] as PollingPanel, server);
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => work(first)));
  return (done * 1000) / (performance.now() - begun);
}

/** Some panels should show an earlier picture, as after "show again". */
async function showEarlierPictures(db: Db): Promise<void> {
  await db.raw(
    `update display.devices d set pending_presentation_id = push.presentation_id
     from display.pushes push where push.device_id = d.id and push.presentation_id <> d.current_presentation_id
       and mod(('x' || right(d.id::text, 8))::bit(32)::int, ?) = 0`,
    [NEW_PICTURE_EVERY],
  );
}

function meter(apiPid: number, postgresPid: number): () => number {
  const read = () => cpuMs(apiPid) + cpuMsWithChildren(postgresPid);
  const before = read();
  return () => read() - before;
}

const bytesOf = (wakes: Wake[]) => median(wakes.map(({ bytes }) => bytes));
const msOf = (wakes: Wake[]) => median(wakes.map(({ displayMs, pictureMs }) => displayMs + (pictureMs ?? 0)));

function figure(
  name: string,
  ours: number,
  unit: string,
  goal: number | null = null,
  atLeast = false,
): Figure {
  return { name, ours, theirs: null, unit, goal, atLeast };
}

if (import.meta.main) console.log(table(await benchTrmnl()));
