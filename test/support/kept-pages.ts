import type { Page, ViewportSize } from 'playwright-core';

/**
 * Pages that earlier visitors have left, for the next visitor of the same address. A page in a new context needs its
 * own process, which loads and compiles the scripts of the portal and the driver again: most of the time of a short
 * test.
 */
const kept: { address: string; page: Page }[] = [];
const MAX_KEPT = 4;

/**
 * The smallest size with the layout of a desktop, because the processor draws each pixel dozens of times in a test.
 */
export const USUAL_VIEWPORT: ViewportSize = { width: 1024, height: 576 };

/** Pages with animations are drawn all the time, which takes a fifth of a core without a graphics card. */
export const USUAL_MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/** Returns a page that was kept for `address`; undefined if there is none. */
export function takePage(address: string): Page | undefined {
  const at = kept.findLastIndex((one) => one.address === address);
  return at < 0 ? undefined : kept.splice(at, 1)[0]?.page;
}

/** Ends a visit on the only page of its context, and keeps the page after all data of the visitor were removed. */
export async function keepPage(address: string, page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page of the portal's origin that runs no script.
  await page.goto(`${address}/health/live`);
  await page.evaluate(forgetVisitor);
  await page.context().clearCookies();
  await page.setViewportSize(USUAL_VIEWPORT);
  await page.emulateMedia(USUAL_MEDIA);
  // All handlers are removed here, those of the driver too.
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
