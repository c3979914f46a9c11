import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { settled } from '#test/support/accessibility.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { hasPackagedChromium, packagedChromium } from '#test/support/chromium.ts';
import { joinCluster } from '#test/support/cluster/join.ts';
import { signIn } from '#test/support/portal.ts';
import { picturesInSight, SHOTS, type Shot } from './shots.ts';
import { type Stage, setStage } from './stage.ts';

/**
 * `make screenshots`: every screen in light and dark, on a phone and a desktop, to docs/portal. `SCREEN="walls claim"`: only those
 * whose names begin with these words.
 */
const FOLDER = join(import.meta.dirname, '../../../docs/portal');
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
const SCHEMES = ['light', 'dark'] as const;
/** Longer pages are cut off at this height. */
const MOST_HEIGHT = 1_800;

async function shoot(browser: Browser, stage: Stage, only: string[]): Promise<void> {
  for (const [device, options] of Object.entries(DEVICES)) {
    const pages = new Map<string, Page>();
    for (const shot of SHOTS) {
      if (only.length > 0 && !only.some((start) => shot.name.startsWith(start))) continue;
      const person = `${shot.box} ${shot.as}`;
      const page = pages.get(person) ?? (await openPage(browser, stage, shot, options));
      pages.set(person, page);
      await page.setViewportSize(options.viewport);
      await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(stage));
      await shot.ready(page, stage).catch((error) => {
        // A picture shows best what is missing.
        console.error(`${shot.name}: ${error}`);
        process.exitCode = 1;
      });
      // A window as tall as the page, so that elements at its edges are in the picture.
      const { width, height } = options.viewport;
      const tall = await page.evaluate(() => (globalThis as any).document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(height, Math.min(tall, MOST_HEIGHT)) });
      await picturesInSight(page);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const file = `${shot.name}-${device}-${colorScheme}.webp`;
        await writeFile(
          join(FOLDER, file),
          await sharp(await page.screenshot())
            .webp({ quality: 55, effort: 6 })
            .toBuffer(),
        );
        console.log(file);
      }
    }
  }
}

/** A page of the shot's user, signed in if the shot has one. */
async function openPage(browser: Browser, stage: Stage, shot: Shot, options: object): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: stage.boxes[shot.box ?? 'home'].url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (shot.as) {
    await page.goto('/sign-in');
    await signIn(page, stage.people[shot.as].username);
  }
  return page;
}

const cluster = await joinCluster();
try {
  const stage = await setStage();
  // The fonts are the same on every machine.
  const browser = await launchBrowser(hasPackagedChromium ? await packagedChromium() : undefined);
  try {
    const only = process.argv.slice(2);
    if (only.length === 0) await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await shoot(browser, stage, only);
  } finally {
    await browser.close();
    await stage.close();
  }
} finally {
  await cluster.leave();
}
