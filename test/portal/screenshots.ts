import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { settled } from '#test/support/accessibility.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { hasPackagedChromium, packagedChromium } from '#test/support/chromium.ts';
import { joinCluster } from '#test/support/cluster/join.ts';
import { type Account, atScreen, atWalls, type Portal, signIn, startPortal } from '#test/support/portal.ts';
import { furnish, LONG_NAME } from './furnish.ts';

/** `make screenshots`: every screen in light and dark, on a phone and a desktop, to docs/portal. */
const FOLDER = join(import.meta.dirname, '../../docs/portal');
const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 },
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
  { name: 'register', path: '/register', ready: (page) => atScreen(page, 'Make an account') },
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
  {
    name: 'walls-hundred',
    as: 'crowd',
    path: '/',
    ready: (page) => page.getByText('Room 100').waitFor({ state: 'attached' }),
  },
  {
    name: 'display',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.kitchen}`,
    ready: (page) => pictures(page, 2),
  },
  {
    name: 'display-waiting',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.asleep}`,
    async ready(page) {
      await page.getByText('What happened to the panel').click();
      await page.getByText('The panel became yours.').waitFor();
      await pictures(page, 2);
    },
  },
  {
    name: 'display-settings',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.long}`,
    async ready(page) {
      await atScreen(page, LONG_NAME);
      await page.locator('summary').last().click();
      await page.getByLabel('Name').waitFor();
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
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
  {
    name: 'push-sent',
    as: 'owner',
    path: ({ ids }) => `/compose?display=${ids.kitchen}`,
    async ready(page) {
      await page.getByLabel('What to show').fill('Dinner is at seven. Bring the **good** plates.');
      await page.getByRole('button', { name: 'Push', exact: true }).click();
      await page.getByText('Kitchen shows it.').waitFor();
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
    name: 'settings-webhooks',
    as: 'owner',
    path: '/settings/webhooks',
    ready: (page) => page.getByRole('button', { name: 'Add the webhook' }).waitFor(),
  },
  {
    name: 'settings-daily',
    as: 'owner',
    path: '/settings/daily',
    ready: (page) => page.getByText('Run every day').waitFor(),
  },
  // The last one: the page that it is taken of stays without a connection.
  {
    name: 'offline',
    as: 'crowd',
    path: '/compose',
    async ready(page) {
      await page.getByLabel('What to show').fill('Back at eight');
      await page.context().setOffline(true);
      await page.getByText('Placard cannot be reached').first().waitFor();
    },
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
    const pages = new Map<string, Page>();
    for (const shot of SHOTS) {
      if (only && !shot.name.startsWith(only)) continue;
      const person = `${shot.box} ${shot.as}`;
      const page = pages.get(person) ?? (await openPage(browser, stage, shot, options));
      pages.set(person, page);
      await page.setViewportSize(options.viewport);
      await page.goto(typeof shot.path === 'string' ? shot.path : shot.path(stage));
      await shot.ready(page, stage).catch((error) => {
        // Its picture says best what is missing.
        console.error(`${shot.name}: ${error}`);
        process.exitCode = 1;
      });
      // A window as tall as the page, so that what is fixed to its edge is there.
      const { width, height } = options.viewport;
      const tall = await page.evaluate(() => (globalThis as any).document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(height, Math.min(tall, MOST_HEIGHT)) });
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

/** A page of the one who looks at this shot, signed in where the shot says as whom. */
async function openPage(browser: Browser, stage: Stage, shot: Shot, options: object): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: (shot.box === 'empty' ? stage.empty : stage.portal).url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (shot.as) {
    await page.goto('/sign-in');
    await signIn(page, stage[shot.as].username);
  }
  return page;
}

const cluster = await joinCluster();
try {
  const [portal, empty] = [await startPortal(), await startPortal()];
  // Its fonts are the same on every machine.
  const browser = await launchBrowser(hasPackagedChromium ? await packagedChromium() : undefined);
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
