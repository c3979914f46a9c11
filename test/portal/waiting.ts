import test from 'ava';
import type { Page, Route } from 'playwright-core';
import { handleRequests } from '#test/support/handle-requests.ts';
import { atScreen, atWalls, PASSWORD, signIn } from '#test/support/portal.ts';
import { until } from '#test/support/until.ts';
import { visitAs, visitPortal } from '#test/support/visit.ts';
import { patientWall, portal } from './boxes.ts';

// The portal while the box is slow to respond, and after failed actions.

/** Holds back all requests of this method and path before they reach the box. */
async function holdBack(page: Page, method: string, path: RegExp): Promise<{ release(): Promise<void> }> {
  const held: Route[] = [];
  const first = Promise.withResolvers<void>();
  let isOver = false;
  await page.route(path, (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    held.push(route);
    first.resolve();
  });
  return {
    async release() {
      await first.promise;
      isOver = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

test('every action is shown as busy until the box responds', async (t) => {
  const account = await portal.account();
  const { id, panel } = await patientWall(account, 'Hall');
  const choir = await portal.push(account, id, 'Choir');
  const pagesOf = async () =>
    (await account.client.get(`/api/app/v1/contents/${choir}`)).body.presentationIds as string[];
  await until('a page', async () => (await pagesOf()).length > 0);
  await panel.confirmed((await pagesOf())[0] as string);
  await portal.push(account, id, 'Buy milk');
  const { page, expectFaults } = await visitPortal(t, portal);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // A request of the stream, which ends with the session.
  expectFaults(/401|INCOMPLETE_CHUNKED/);

  /** Clicks the button with this name and checks that it is busy until the response. */
  async function isSeenToWork(name: string | RegExp, method: string, path: RegExp): Promise<void> {
    const held = await holdBack(page, method, path);
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    const working = page.locator('button[aria-busy=true]', { has: page.locator('.spinner-mark') });
    await working.waitFor();
    t.is(await working.count(), 1, `${name}: it alone is at work`);
    t.is(await working.getAttribute('aria-disabled'), 'true', `${name}: it is not pressed twice`);
    await held.release();
    await working.waitFor({ state: 'detached' });
  }
  /** Opens a screen and checks that it is shown as loading until its data arrive. */
  async function checkLoading(go: () => Promise<unknown>, path: RegExp): Promise<void> {
    const held = await holdBack(page, 'GET', path);
    await go();
    await page.getByRole('main').locator('.spinner, [aria-busy=true]').first().waitFor();
    await held.release();
    await page.getByRole('main').locator('.spinner, [aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** Checks that the bar at the top is shown while `go` waits for requests under this path. */
  async function showsWork(go: () => Promise<unknown>, path: RegExp): Promise<void> {
    const held = await holdBack(page, 'GET', path);
    await go();
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await held.release();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
  }

  await page.goto('/sign-in');
  await page.getByLabel('E-mail address or user name').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await isSeenToWork('Sign in', 'POST', /auth\/login$/);
  await atWalls(page);

  await checkLoading(() => page.getByRole('link', { name: 'Library' }).first().click(), /\/contents\?/);
  await page.getByText('Choir').first().waitFor();
  await checkLoading(() => page.getByRole('link', { name: 'Choir' }).first().click(), /\/contents\/[^/]+$/);

  await showsWork(() => page.getByRole('link', { name: 'Settings' }).click(), /\/portal\/settings-[^/]+$/);
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByText('Choir').first().waitFor();
  await showsWork(() => page.getByLabel('State').selectOption('Ready'), /\/contents\?/);
  await showsWork(() => page.getByLabel('Search').fill('nothing like it'), /\/contents\?/);
  await page.getByText('Nothing found').waitFor();

  await page.getByRole('link', { name: 'Walls' }).first().click();
  await page.getByRole('link', { name: 'Hall' }).first().click();
  await atScreen(page, 'Hall');
  await isSeenToWork('Show now: “Buy milk”', 'POST', /\/show$/);
  await portal.push(account, id, 'Dentist');
  await isSeenToWork('Remove: “Dentist”', 'DELETE', /\/(queue|presentations)\//);
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Panel');
  await isSeenToWork('Save', 'PATCH', /\/displays\/[^/]+$/);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Tokens' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Printer');
  await isSeenToWork('Make a token', 'POST', /auth\/tokens$/);
  await page.getByRole('link', { name: 'Push' }).first().click();
  await page.getByLabel('What to show').fill('Bread');
  await isSeenToWork('Push', 'POST', /\/contents$/);
  await page.goto('/claim');
  await page.getByLabel('Code on the panel').fill(await (await portal.panel()).claimCode());
  await isSeenToWork('Claim it', 'POST', /\/claim$/);
  // It was not renamed.
  await atScreen(page, 'Panel 2');
  await page.getByRole('link', { name: 'Settings' }).click();
  await isSeenToWork('Sign out', 'POST', /auth\/logout$/);
  await atScreen(page, 'Sign in');
});

test('the busy mark moves, and stands still with reduced motion', async (t) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page } = await visitAs(t, portal, await portal.account());
    await page.emulateMedia({ reducedMotion });
    const held = await holdBack(page, 'GET', /\/contents\?/);
    await page.getByRole('link', { name: 'Library' }).first().click();
    await page.getByRole('main').locator('.spinner-mark').waitFor();
    const turning = await page.evaluate<number>(
      'document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity).length',
    );
    t.is(turning > 0, reducedMotion === 'no-preference');
    await held.release();
    await page.getByText('Nothing pushed yet').waitFor();
  }
});

test('a failed read is retried, and the retry is shown as busy', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Hall');
  const contentId = await portal.push(account, id, 'Choir');
  const { page, expectFaults } = await visitAs(t, portal, account);
  expectFaults(/500/);
  for (const [path, read] of [
    ['/settings/tokens', /auth\/tokens$/],
    [`/library/${contentId}`, /\/contents\/[^/]+$/],
  ] as const) {
    const recover = await handleRequests(page, read, (route) => route.fulfill({ status: 500, body: 'No' }));
    await page.goto(path);
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await retryButton.waitFor();
    recover();
    const held = await holdBack(page, 'GET', read);
    await retryButton.click();
    await page.locator('button[aria-busy=true]', { hasText: 'Try again' }).waitFor();
    await held.release();
    await retryButton.waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { level: 1, name: 'Choir' }).waitFor();
  t.pass();
});

test('a webhook that is being switched is shown as busy', async (t) => {
  const account = await portal.account();
  const body = { url: 'https://example.org/hook', events: ['content.ready'] };
  t.is((await account.client.post('/api/app/v1/webhooks', { body })).status, 201);
  const { page } = await visitAs(t, portal, account, { path: '/settings/webhooks' });
  const held = await holdBack(page, 'PATCH', /\/webhooks\/[^/]+$/);
  await page.getByLabel('Send to it').click();
  const working = page.locator('input[aria-busy=true] ~ .spinner-mark');
  await working.waitFor();
  await held.release();
  await working.waitFor({ state: 'detached' });
  await page.getByText('paused').waitFor();
  t.pass();
});

test('a failed push keeps the draft, and the next try sends it', async (t) => {
  const account = await portal.account();
  const { panel } = await portal.wall(account, 'Hall');
  const { page, expectFaults } = await visitAs(t, portal, account, { path: '/compose' });
  expectFaults(/ERR_CONNECTION_RESET|cannot be reached/);
  await page.getByLabel('Where').selectOption({ label: 'Hall' });
  await page.getByLabel('What to show').fill('Dinner at seven');
  await page.getByLabel('Title').fill('Tonight');
  await page.getByText('Urgent, or for a while').click();
  await page.getByLabel('Take it down').fill('3600');
  const push = page.getByRole('button', { name: 'Push', exact: true });
  const reconnect = await handleRequests(page, /\/contents$/, (route) => route.abort('connectionreset'));
  await push.click();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  for (const reloaded of [false, true]) {
    if (reloaded) await page.reload();
    t.is(await page.getByLabel('What to show').inputValue(), 'Dinner at seven');
    t.is(await page.getByLabel('Title').inputValue(), 'Tonight');
    t.is(await page.getByLabel('Take it down').inputValue(), '3600');
    // The displays to choose from are loaded after the page.
    await page
      .getByLabel('Where')
      .locator('option:checked', { hasText: 'Hall' })
      .waitFor({ state: 'attached' });
  }
  reconnect();
  await push.click();
  await page.getByText('Hall shows it.').waitFor();
  t.truthy(await panel.events.until(({ what }) => what === 'confirmed'));
});

test('a user signs in, after a wrong password, too, gets to the requested screen, and signs out', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const contentId = await portal.push(account, id, 'Choir');
  const { page, expectFaults } = await visitPortal(t, portal);
  // Also requests of the streams, which end with the sessions.
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await page.goto('/claim?code=ABC234');
  await atScreen(page, 'Sign in');
  t.true(page.url().endsWith('/sign-in?to=%2Fclaim%3Fcode%3DABC234'));
  await page.getByLabel('E-mail address or user name').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('That does not fit').waitFor();
  t.is(
    await page.getByLabel('E-mail address or user name').inputValue(),
    account.username,
    'nothing typed is lost',
  );
  await signIn(page, account.username);
  await atScreen(page, 'Claim a panel');
  t.is(await page.getByLabel('Code on the panel').inputValue(), 'ABC234');
  await signOut(page);
  for (const [path, title] of [
    [`/displays/${id}`, 'Kitchen'],
    [`/library/${contentId}`, 'Choir'],
    ['/library?q=choir', 'Library'],
    ['/settings/tokens', 'Settings'],
    [`/compose?display=${id}`, 'Push'],
  ] as const) {
    await page.goto(path);
    await signIn(page, account.username);
    await atScreen(page, title);
    t.is(page.url(), `${portal.url}${path}`);
    await signOut(page);
  }
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await atScreen(page, 'Sign in');
}

test('no cache keeps a picture of a display or of the library after it expires', async (t) => {
  const account = await portal.account();
  const { id, panel } = await portal.wall(account, 'Hall');
  const contentId = await portal.push(account, id, 'Choir');
  await panel.events.until(({ what }) => what === 'confirmed');
  const seen: { url: string; kept: string }[] = [];
  const { page } = await visitAs(t, portal, account, {
    async prepare({ page }) {
      page.on('response', (response) => {
        const { 'content-type': type = '', 'cache-control': kept = '' } = response.headers();
        if (/^image\/(png|jpeg)/.test(type)) seen.push({ url: response.url(), kept });
      });
    },
  });
  for (const path of ['/', `/displays/${id}`, '/library', `/library/${contentId}`]) {
    if (path !== '/') await page.goto(path);
    await page.waitForFunction(() =>
      [...(globalThis as any).document.images].some((image: any) => image.complete && image.naturalWidth > 0),
    );
  }
  const pictures = seen.filter(({ url }) => url.startsWith('http') && !url.includes('/portal/'));
  t.not(pictures.length, 0);
  for (const { url, kept } of pictures) t.is(kept, 'no-store', url);
});
