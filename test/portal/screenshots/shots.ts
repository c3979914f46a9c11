import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { atScreen, atWalls } from '#test/support/portal.ts';
import { LONG_NAME } from './furnish.ts';
import type { Stage } from './stage.ts';

const RACCOON = join(import.meta.dirname, '../../../docs/images/raccoon.jpg');

export interface Shot {
  name: string;
  /** The signed-in user; without one the page is seen signed out. */
  as?: keyof Stage['people'];
  /** `empty`: without an account; `hosted`: with invitations, providers and plans. Default: the household's. */
  box?: 'empty' | 'hosted';
  path: string | ((stage: Stage) => string);
  /** Actions before the picture; by default the screen's heading is awaited. */
  ready(page: Page, stage: Stage): Promise<unknown>;
}

/** Every screen in the order of the pictures. Pictures of one user are taken in one page. */
export const SHOTS: Shot[] = [
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
  {
    name: 'sign-in-providers',
    box: 'hosted',
    path: '/sign-in',
    ready: (page) => page.getByRole('link', { name: 'Sign in with Google' }).waitFor(),
  },
  {
    name: 'sign-in-provider-refused',
    box: 'hosted',
    path: '/#error=email_unverified',
    ready: (page) => page.getByText('has not verified your e-mail address').waitFor(),
  },
  {
    name: 'register-invitation',
    box: 'hosted',
    path: '/register',
    ready: (page) => page.getByLabel('Invitation code').waitFor(),
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
  { name: 'walls', as: 'owner', path: '/', ready: (page) => picturesInSight(page, 4) },
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
    ready: (page) => picturesInSight(page, 2),
  },
  {
    name: 'display-waiting',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.asleep}`,
    async ready(page) {
      await page.getByText('What happened to the panel').click();
      await page.getByText('The panel became yours.').waitFor();
      await picturesInSight(page, 2);
    },
  },
  {
    name: 'display-settings',
    as: 'owner',
    path: ({ ids }) => `/displays/${ids.long}`,
    async ready(page) {
      await atScreen(page, LONG_NAME);
      await page.locator('summary').last().click();
      await page.getByLabel('Name', { exact: true }).waitFor();
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
    name: 'push-not-in-plan',
    box: 'hosted',
    as: 'guest',
    path: '/compose',
    ready: (page) => page.getByText('See your plan').waitFor(),
  },
  {
    name: 'push-preview',
    as: 'owner',
    path: ({ ids }) => `/compose?display=${ids.kitchen}`,
    async ready(page) {
      await page.getByLabel('What to show').fill('A visitor came by last night');
      await page.locator('input[type=file][multiple]').setInputFiles(RACCOON);
      await page.getByRole('region', { name: 'As the panel will show it' }).getByRole('img').waitFor();
      await picturesInSight(page, 2);
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
  {
    name: 'push-shared',
    as: 'owner',
    path: `/share?${new URLSearchParams({ title: 'Onion soup', text: 'https://recipes.example/onion-soup' })}`,
    async ready(page) {
      await atScreen(page, 'Push');
      await page.getByLabel('Where').selectOption({ label: 'Kitchen' });
      await page.getByRole('region', { name: 'As the panel will show it' }).getByText('On Kitchen').waitFor();
    },
  },
  { name: 'library', as: 'owner', path: '/library', ready: (page) => picturesInSight(page, 8) },
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
      await picturesInSight(page, 1);
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
      await page.getByLabel('Name', { exact: true }).fill('Home Assistant');
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
  {
    name: 'settings-daily-not-in-plan',
    box: 'hosted',
    as: 'guest',
    path: '/settings/daily',
    ready: (page) => page.getByText('See your plan').waitFor(),
  },
  {
    name: 'settings-plan',
    box: 'hosted',
    as: 'guest',
    path: '/settings/plan',
    ready: (page) => page.getByText('You are on the plan Free').waitFor(),
  },
  {
    name: 'settings-plan-paid',
    box: 'hosted',
    as: 'subscriber',
    path: '/settings/plan',
    ready: (page) => page.getByText('You are on the plan Pro').waitFor(),
  },
  {
    name: 'settings-linked',
    box: 'hosted',
    path: '/sign-in',
    async ready(page) {
      await page.getByRole('link', { name: 'Sign in with Google' }).click();
      await atWalls(page);
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('region', { name: 'Linked accounts' }).getByText('Google').waitFor();
    },
  },
  // The last one, because its page stays without a connection.
  {
    name: 'offline',
    as: 'crowd',
    path: '/compose',
    async ready(page) {
      await page.getByLabel('What to show').fill('Back at eight');
      await page.getByLabel('Where').selectOption({ label: 'Room 001' });
      await picturesInSight(page, 1);
      await page.context().setOffline(true);
      await page.getByText('Placard cannot be reached').first().waitFor();
    },
  },
];

/** Waits until at least `least` pictures, and all visible ones, are drawn. */
export async function picturesInSight(page: Page, least = 0): Promise<void> {
  await page.waitForFunction((count) => {
    const { document, innerHeight } = globalThis as any;
    const awaited = [...document.images].filter(({ complete, naturalWidth }) => !complete || !naturalWidth);
    const inSight = awaited.filter((image) => image.getBoundingClientRect().top < innerHeight);
    return document.images.length - awaited.length >= count && inSight.length === 0;
  }, least);
}
