import type { Page, ViewportSize } from 'playwright-core';

/**
 * Pages whose visit is over, for the next visitor of the same address. A page in a new context takes a process of its own,
 * which loads and compiles the portal's scripts and the driver's again: most of what a short test costs.
 */
const kept: { address: string; page: Page }[] = [];
const MAX_KEPT = 4;

/** The least that has the layout of a desktop. Each pixel is drawn by the processor, dozens of times in a test. */
export const USUAL_VIEWPORT: ViewportSize = { width: 1024, height: 576 };

/** A page in motion is drawn all the time: without a graphics card it takes a fifth of a core for as long as it waits. */
export const USUAL_MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/** A page that was kept for `address`; undefined where there is none. */
export function takePage(address: string): Page | undefined {
  const at = kept.findLastIndex((one) => one.address === address);
  return at < 0 ? undefined : kept.splice(at, 1)[0]?.page;
}

/** Ends a visit on the only page of its context, and keeps the page without a trace of the visitor. */
export async function keepPage(address: string, page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // It runs no script, and has the origin of the portal.
  await page.goto(`${address}/health/live`);
  await page.evaluate(forgetVisitor);
  await page.context().clearCookies();
  await page.setViewportSize(USUAL_VIEWPORT);
  await page.emulateMedia(USUAL_MEDIA);
  // All of them would be those of the driver, too.
  for (const event of ['request', 'response', 'requestfinished', 'requestfailed'])
    page.removeAllListeners(event);
  kept.push({ address, page });
  if (kept.length > MAX_KEPT) await kept.shift()?.page.context().close();
}

/** Runs in a page. */
async function forgetVisitor(): Promise<void> {
  const { localStorage, sessionStorage, indexedDB } = globalThis as any;
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const removal = indexedDB.deleteDatabase(name);
      removal.onsuccess = resolve;
      removal.onerror = () => reject(removal.error);
    });
}
