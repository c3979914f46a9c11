import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '#test/support/browser.ts';
import { type Account, atWalls, type Portal, signIn, startPortal } from '#test/support/portal.ts';
import { type Figure, table } from './figure.ts';
import { median } from './imaging-row.ts';

const LOADS = 5;
const WALLS = 100;
const EVENTS = 1_000;
/** 1.6 Mbit/s and a processor four times slower: the phone of Lighthouse. */
const SLOW_NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Milliseconds to a response of a box in the house, and of one over a mobile network. */
const LATENCIES = [0, 150];
const SLOWER_PROCESSOR = 4;

/** The cost of the portal on a phone: its first load, many walls, a change, and a day of events. */
export async function benchPortal(): Promise<Figure[]> {
  const portal = await startPortal();
  const browser = await launchBrowser();
  try {
    const account = await portal.account();
    const { id } = await portal.wall(account, 'Kitchen');
    const context = await browser.newContext({ baseURL: portal.url });
    const page = await context.newPage();
    await page.goto('/');
    await signIn(page, account.username);
    await page.getByText('Kitchen').first().waitFor();
    const firstLoad = await measureFirstLoad(browser, context, portal);
    const change = await measureChange(page, account, id);
    const growth = await measureGrowth(page, account, id);
    const script = await measureWalls(browser, portal);
    return [...firstLoad, change, script, growth];
  } finally {
    await browser.close();
    await portal.close();
  }
}

/** Loads the front page with a session and an empty cache. */
async function measureFirstLoad(browser: Browser, kept: BrowserContext, portal: Portal): Promise<Figure[]> {
  const bytes = { Script: 0, Stylesheet: 0 };
  let requests = 0;
  const usable = new Map(LATENCIES.map((latency): [number, number[]] => [latency, []]));
  let storageState = await kept.storageState();
  for (const [latency, taken] of usable) {
    for (let n = 0; n < LOADS; n++) {
      const context = await browser.newContext({ baseURL: portal.url, storageState });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', { ...SLOW_NETWORK, latency });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
      if (latency === LATENCIES[0] && n === 0) {
        const types = new Map<string, string>();
        devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
        devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          requests++;
          const type = types.get(requestId);
          if (type === 'Script' || type === 'Stylesheet') bytes[type] += encodedDataLength / 1024;
        });
      }
      const begun = performance.now();
      await page.goto('/', { waitUntil: 'commit' });
      await page
        .getByRole('link', { name: /Kitchen/ })
        .first()
        .waitFor();
      taken.push(performance.now() - begun);
      // The load used the refresh token, so the next one needs the new token.
      storageState = await context.storageState();
      await context.close();
    }
  }
  return [
    { name: 'first load: scripts, compressed', ours: bytes.Script, theirs: null, unit: 'KB', goal: 60 },
    { name: 'first load: styles, compressed', ours: bytes.Stylesheet, theirs: null, unit: 'KB', goal: 15 },
    { name: 'first load: requests', ours: requests, theirs: null, unit: '', goal: null },
    ...[...usable].map(([latency, taken]) => ({
      name: `first load: walls usable, processor ${SLOWER_PROCESSOR}x slower, 1.6 Mbit/s, ${latency} ms away`,
      ours: median(taken),
      theirs: null,
      unit: 'ms',
      goal: latency === 0 ? 2_000 : null,
    })),
  ];
}

/** Time from a change of a wall's name on the server until the page shows it. */
async function measureChange(page: Page, { client }: Account, id: string): Promise<Figure> {
  const taken: number[] = [];
  for (let n = 0; n < LOADS; n++) {
    const name = `Kitchen ${n}`;
    const begun = performance.now();
    await client.patch(`/api/app/v1/displays/${id}`, { body: { nickname: name } });
    await page.getByText(name, { exact: true }).first().waitFor();
    taken.push(performance.now() - begun);
  }
  return {
    name: 'a change of a wall until it is on the page',
    ours: median(taken),
    theirs: null,
    unit: 'ms',
    goal: 1_000,
  };
}

/** The growth of the page's memory by a thousand further changes of a wall that it shows. */
async function measureGrowth(page: Page, { client }: Account, id: string): Promise<Figure> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const change = async (times: number, name: string) => {
    for (let n = 1; n <= times; n++)
      await client.patch(`/api/app/v1/displays/${id}`, { body: { nickname: `${name} ${n}` } });
    await page.getByText(`${name} ${times}`, { exact: true }).first().waitFor();
  };
  await change(EVENTS / 10, 'Before');
  const before = await heapBytes(devtools);
  await change(EVENTS, 'After');
  const grown = ((await heapBytes(devtools)) - before) / 2 ** 20;
  return {
    name: `memory of the page after ${EVENTS} events more`,
    ours: grown,
    theirs: null,
    unit: 'MB',
    goal: 1,
  };
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return metric(devtools, 'JSHeapUsedSize');
}

/** The time of scripts until a hundred walls are shown. */
async function measureWalls(browser: Browser, portal: Portal): Promise<Figure> {
  const account = await portal.account();
  for (let n = 1; n <= WALLS; n++) await portal.wall(account, `Room ${String(n).padStart(3, '0')}`);
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, account.username);
  const taken: number[] = [];
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  for (let n = 0; n < LOADS; n++) {
    await page.reload();
    await page.getByText('Room 100', { exact: true }).first().waitFor({ state: 'attached' });
    await atWalls(page);
    // The time of this page alone, because the metric restarts at each navigation.
    taken.push((await metric(devtools, 'ScriptDuration')) * 1_000);
  }
  await context.close();
  return { name: `script for ${WALLS} walls`, ours: median(taken), theirs: null, unit: 'ms', goal: 100 };
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;
}

if (import.meta.main) console.log(table(await benchPortal()));
