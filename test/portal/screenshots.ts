import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { settled } from '#test/support/accessibility.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { joinCluster } from '#test/support/cluster/join.ts';
import { type Account, atScreen, atWalls, type Portal, signIn, startPortal } from '#test/support/portal.ts';
import { furnish, LONG_NAME } from './furnish.ts';

/** `make screenshots`: every screen in light and dark, on a phone and a desktop, to docs/portal. */
const FOLDER = join(import.meta.dirname, '../../docs/portal');
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
const SCHEMES = ['light', 'dark'] as const;
const RACCOON = join(import.meta.dirname, '../../docs/images/raccoon.jpg');
/** Longer pages are cut off below. */
const MOST_HEIGHT = 1_800;

interface Stage {
  portal: Portal;
  empty: Portal;
  owner: Account;
  newcomer: Account;
  crowd: Account;
  ids: Awaited<ReturnType<typeof furnish>>;
}

interface Shot {
  name: string;
  /** Who looks; nobody yet when left out. */
  as?: 'owner' | 'newcomer' | 'crowd';
  box?: 'empty';
  path: string | ((stage: Stage) => string);
  /** What to do there first; else the screen's heading is waited for. */
  ready(page: Page, stage: Stage): Promise<unknown>;
}

const SHOTS: Shot[] = [
  { name: 'first-account', box: 'empty', path: '/', ready: (page) => atScreen(page, 'Welcome to Placard') },
  { name: 'sign-in', path: '/sign-in', ready: (page) => atScreen(page, 'Sign in') },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    async ready(page) {
      await page.getByLabel('E-mail address or user name').fill('anna');
      await page.getByLabel('Password', { exact: true }).fill('a wrong one');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('That does not fit').waitFor();
    },
  },
  { name: 'new-password', path: '/reset', ready: (page) => atScreen(page, 'Set a new password') },
  { name: 'first-wall', as: 'newcomer', path: '/', ready: atWalls },
  {
    name: 'claim',
    as: 'newcomer',
    path: '/claim?code=KDF4T7',
    ready: (page) => atScreen(page, 'Claim a panel'),
  },
  {
    name: 'claim-refused',
    as: 'newcomer',
    path: '/claim?code=KDF4T7',
    async ready(page) {
      await page.getByRole('button', { name: 'Claim it' }).click();
      await page.getByText('No panel shows this code').waitFor();
    },
  },
  { name: 'walls', as: 'owner', path: '/', ready: (page) => pictures(page, 4) },
  { name: 'walls-hundred', as: 'crowd', path: '/', ready: (page) => page.getByText('Room 100').waitFor() },
  {
    name: 'offline',
    as: 'owner',
    path: '/',
    async ready(page) {
      await pictures(page, 4);
      await page.context().setOffline(true);
      await page.evaluate(() => (globalThis as any).dispatchEvent(new Event('offline')));
      await page.getByText('Placard cannot be reached').first().waitFor();
    },
  },
  {
    name: 'display',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.kitchen}`,
    ready: (page) => pictures(page, 2),
  },
  {
    name: 'display-settings',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.long}`,
    async ready(page) {
      await atScreen(page, LONG_NAME);
      await page.locator('summary').last().click();
      await page.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'display-unbind',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.long}`,
    async ready(page) {
      await page.locator('summary').last().click();
      await page.getByRole('button', { name: 'Give this panel up' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'push-empty', as: 'newcomer', path: '/compose', ready: (page) => atScreen(page, 'Push') },
  {
    name: 'push-preview',
    as: 'owner',
    path: ({ ids }) => `/compose?display=${ids.kitchen}`,
    async ready(page) {
      await page.getByLabel('What to show').fill('A visitor came by last night');
      await page.locator('input[type=file][multiple]').setInputFiles(RACCOON);
      await page.getByRole('region', { name: 'As the panel will show it' }).getByRole('img').waitFor();
      await pictures(page, 2);
    },
  },
  { name: 'library', as: 'owner', path: '/library', ready: (page) => pictures(page, 3) },
  { name: 'library-empty', as: 'newcomer', path: '/library', ready: (page) => atScreen(page, 'Library') },
  {
    name: 'library-nothing-found',
    as: 'owner',
    path: '/library?q=giraffe',
    ready: (page) => page.getByText('Nothing found').waitFor(),
  },
  {
    name: 'content',
    as: 'owner',
    path: '/library',
    async ready(page) {
      await page.getByRole('main').getByRole('listitem').last().getByRole('link').first().click();
      await page.getByText('Why does it look like this?').click();
      await pictures(page, 1);
    },
  },
  {
    name: 'settings',
    as: 'owner',
    path: '/settings',
    ready: (page) => page.getByText('Delete the account').first().waitFor(),
  },
  {
    name: 'settings-sessions',
    as: 'owner',
    path: '/settings/sessions',
    ready: (page) => page.getByText('this device').waitFor(),
  },
  {
    name: 'settings-token-made',
    as: 'owner',
    path: '/settings/tokens',
    async ready(page) {
      await page.getByLabel('Name').fill('Home Assistant');
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByText('The token “Home Assistant”').waitFor();
    },
  },
  {
    name: 'settings-daily',
    as: 'owner',
    path: '/settings/daily',
    ready: (page) => page.getByText('Run every day').waitFor(),
  },
];

/** Until that many pictures have been drawn. */
async function pictures(page: Page, least: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      [...(globalThis as any).document.images].filter((image: any) => image.complete && image.naturalWidth)
        .length >= count,
    least,
  );
}

async function shoot(browser: Browser, stage: Stage, only: string | undefined): Promise<void> {
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const shot of SHOTS) {
      if (only && !shot.name.startsWith(only)) continue;
      const { url } = shot.box === 'empty' ? stage.empty : stage.portal;
      for (const colorScheme of SCHEMES) {
        const context = await browser.newContext({
          ...options,
          baseURL: url,
          colorScheme,
          locale: 'en-GB',
          reducedMotion: 'reduce',
          ...(shot.as && { storageState: await signedInState(browser, url, stage[shot.as]) }),
        });
        const page = await context.newPage();
        await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(stage));
        await shot.ready(page, stage);
        await settled(page);
        const file = `${shot.name}-${device}-${colorScheme}.webp`;
        const whole = await page.screenshot({ fullPage: true });
        const { width, height } = await sharp(whole).metadata();
        const kept = Math.min(height, MOST_HEIGHT * options.deviceScaleFactor);
        await writeFile(
          join(FOLDER, file),
          await sharp(whole)
            .extract({ left: 0, top: 0, width, height: kept })
            .webp({ quality: 80 })
            .toBuffer(),
        );
        console.log(file);
        await context.close();
      }
    }
  }
}

/** The storage of a browser of somebody who has signed in: a session for each context, whose refresh token works once. */
async function signedInState(browser: Browser, url: string, { username }: Account) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await signIn(page, username);
  const state = await context.storageState();
  await context.close();
  return state;
}

const cluster = await joinCluster();
try {
  const [portal, empty] = [await startPortal(), await startPortal()];
  const browser = await launchBrowser();
  try {
    const [owner, newcomer, crowd] = [
      await portal.account('anna'),
      await portal.account('newcomer'),
      await portal.account('crowd'),
    ];
    const ids = await furnish(portal, owner, crowd);
    const only = process.argv[2];
    if (!only) await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await shoot(browser, { portal, empty, owner, newcomer, crowd, ids }, only);
  } finally {
    await browser.close();
    await portal.close();
    await empty.close();
  }
} finally {
  await cluster.leave();
}
