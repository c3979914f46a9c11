import test from 'ava';
import type { Page, Route } from 'playwright-core';
import { recordEvent } from '#shared/db/outbox.ts';
import { startReceiver, verify } from '#test/modules/webhooks/stand.ts';
import { handleRequests } from '#test/support/handle-requests.ts';
import { atScreen, atWalls, PASSWORD, passTimeUntilShown, signIn } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { until } from '#test/support/until.ts';
import { signedIn, visitAs, visitPortal } from '#test/support/visit.ts';
import { portal, provider } from './boxes.ts';

/** The requests for the stream of changes. */
const EVENTS = /\/api\/app\/v1\/events$/;

/** Runs in a page: its `wasAway` records whether the page has shown that the box cannot be reached. */
function watchForOutage(): void {
  const page = globalThis as any;
  page.wasAway = false;
  new page.MutationObserver(() => {
    page.wasAway ||= page.document.body?.textContent.includes('cannot be reached') ?? false;
  }).observe(page.document, { childList: true, subtree: true, characterData: true });
}

test('a session that is revoked elsewhere ends with a notice, and sign-in returns to the same screen', async (t) => {
  const { client, username } = await portal.account();
  const { page, expectFaults } = await signedIn(
    t,
    portal,
    { client, username, email: '' },
    { path: '/claim' },
  );
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await atScreen(page, 'Claim a panel');
  const { body } = await client.get('/auth/sessions');
  const here = body.find(({ current }: { current: boolean }) => !current);
  t.is((await client.delete(`/auth/sessions/${here.id}`)).status, 200);
  await page.getByText('You were signed out').waitFor();
  await signIn(page, username);
  await atScreen(page, 'Claim a panel');
});

test('an outage of the box is shown, and the page continues by itself afterwards', async (t) => {
  const proxy = await startProxy(() => portal.url);
  t.teardown(() => proxy.close());
  const account = await portal.account();
  const { page, expectFaults } = await visitAs(t, proxy, account, { origins: [portal.url] });
  expectFaults(/ERR_(CONNECTION|INCOMPLETE|EMPTY|SOCKET)/);
  await atWalls(page);
  await proxy.goAway();
  await page.getByText('Placard cannot be reached').first().waitFor();
  await portal.wall(account, 'Hung meanwhile');
  await proxy.comeBack();
  await page.getByText('Hung meanwhile').first().waitFor();
  await page.getByText('Placard cannot be reached').first().waitFor({ state: 'hidden' });
  t.pass();
});

test('while one tab requests its changes again after an outage, no tab shows that the box cannot be reached', async (t) => {
  const proxy = await startProxy(() => portal.url);
  t.teardown(() => proxy.close());
  const account = await portal.account();
  const { page, context, openTab, expectFaults } = await visitAs(t, proxy, account, {
    origins: [portal.url],
    prepare: ({ context }) => context.clock.install(),
  });
  expectFaults(/ERR_(CONNECTION|INCOMPLETE|EMPTY|SOCKET)/);
  const tabs = [page, await openTab()];
  await tabs[1]?.goto('/');
  await Promise.all(tabs.map(atWalls));
  const outageNotice = (tab: Page) => tab.getByText('Placard cannot be reached').first();
  await proxy.goAway();
  await Promise.all(tabs.map((tab) => outageNotice(tab).waitFor()));
  const heldBack: Route[] = [];
  let isOpen = false;
  await context.route(EVENTS, (route) => (isOpen ? route.continue() : void heldBack.push(route)));
  await proxy.comeBack();
  await until('the stream to be asked for again', () => heldBack.length > 0);
  await Promise.all(tabs.map((tab) => outageNotice(tab).waitFor({ state: 'hidden' })));
  await Promise.all(tabs.map((tab) => tab.evaluate(watchForOutage)));
  // During this time the tab with the stream notifies the others of its state.
  for (let seconds = 0; seconds < 3; seconds++) await page.clock.runFor(1_000);
  isOpen = true;
  for (const route of heldBack) await route.continue().catch(() => {});
  await portal.wall(account, 'Hung later');
  await Promise.all(tabs.map((tab) => tab.getByText('Hung later').first().waitFor()));
  for (const tab of tabs) t.false(await tab.evaluate<unknown>('wasAway'));
});

test('a proxy that answers during an outage of the box does not end the stream of changes', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Kitchen');
  let refusals = 0;
  const { page } = await visitAs(t, portal, account, {
    async prepare({ page, expectFaults }) {
      expectFaults(/404|INCOMPLETE_CHUNKED/);
      await page.route(EVENTS, (route) => {
        refusals += 1;
        if (refusals > 2) return route.continue();
        return refusals === 1
          ? route.fulfill({ status: 404, contentType: 'text/plain', body: '404 page not found' })
          : route.fulfill({ contentType: 'text/html', body: '<title>Away</title>' });
      });
    },
  });
  await page.getByRole('link', { name: 'Kitchen' }).waitFor();
  await portal.wall(account, 'Hung later');
  await page.getByText('Hung later').first().waitFor();
  await page.getByText('changes do not arrive by themselves').first().waitFor({ state: 'hidden' });
  t.true(refusals >= 3);
});

test('if a proxy blocks the event stream, the page shows it once and polls until the stream arrives', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Kitchen');
  let isOpen = false;
  let refusals = 0;
  const { page, openTab } = await visitAs(t, portal, account, {
    async prepare({ page, context, expectFaults }) {
      expectFaults(/403|INCOMPLETE_CHUNKED/);
      await context.clock.install();
      await context.route(EVENTS, (route) => {
        if (isOpen) return route.continue();
        refusals += 1;
        return route.fulfill({ status: 403, contentType: 'text/html', body: '<title>No</title>' });
      });
      await page.addInitScript(watchForOutage);
    },
  });
  const blocked = (on: Page) => on.getByText('changes do not arrive by themselves').first();
  await page.getByRole('link', { name: 'Kitchen' }).waitFor();
  await blocked(page).waitFor();
  await until('three refusals', () => refusals >= 3);
  t.is(await page.evaluate<unknown>('wasAway'), false, 'it is not said to be away');
  await page.clock.runFor(60_000);
  await portal.wall(account, 'Hung later');
  await page.clock.runFor(30_000);
  await page.getByText('Hung later').first().waitFor();
  t.true(refusals < 12, `asked ${refusals} times in a minute and a half`);
  const other = await openTab();
  await other.goto('/');
  await blocked(other).waitFor();
  await other.getByText('Hung later').first().waitFor();
  isOpen = true;
  await until('the stream to come through', async () => {
    await page.clock.runFor(1_000);
    return !(await blocked(page).isVisible()) && !(await blocked(other).isVisible());
  });
  await portal.wall(account, 'Hung last');
  for (const tab of [page, other]) await tab.getByText('Hung last').first().waitFor();
});

test('the notice about a blocked event stream is removed when the user signs out', async (t) => {
  const { page } = await visitAs(t, portal, await portal.account(), {
    path: '/settings',
    prepare({ page, expectFaults }) {
      expectFaults(/401|403|INCOMPLETE_CHUNKED/);
      return page.route(EVENTS, (route) =>
        route.fulfill({ status: 403, contentType: 'text/html', body: '<title>No</title>' }),
      );
    },
  });
  const blocked = page.getByText('changes do not arrive by themselves').first();
  await blocked.waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await atScreen(page, 'Sign in');
  await blocked.waitFor({ state: 'hidden' });
  t.pass();
});

test('a tab that returns from the background still polls for changes if a proxy holds the stream back', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  // Neither responded to nor refused.
  let isHeldBack = true;
  const { page } = await visitAs(t, portal, account, {
    path: '/library',
    async prepare({ page, context }) {
      await context.clock.install();
      await page.route(EVENTS, (route) => (isHeldBack ? undefined : route.continue()));
    },
  });
  const show = (state: string) =>
    page.evaluate((state: string) => {
      const { document, Event } = globalThis as any;
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.getByText('Nothing pushed yet').waitFor();
  await passTimeUntilShown(page, 'changes do not arrive by themselves');
  await show('hidden');
  await page.clock.runFor(40_000);
  await portal.push(account, id, 'Pushed unseen');
  await show('visible');
  await passTimeUntilShown(page, 'Pushed unseen');
  await portal.push(account, id, 'Pushed later');
  await passTimeUntilShown(page, 'Pushed later');
  isHeldBack = false;
  const blocked = page.getByText('changes do not arrive by themselves').first();
  await until('the stream to be asked for again', async () => {
    await page.clock.runFor(1_000);
    return !(await blocked.isVisible());
  });
  await portal.push(account, id, 'Pushed last');
  await page.getByText('Pushed last').first().waitFor();
  t.pass();
});

test('an outage behind a proxy that responds in place of the box is shown', async (t) => {
  const proxy = await startProxy(() => portal.url);
  t.teardown(() => proxy.close());
  const account = await portal.account();
  const { page, expectFaults } = await visitAs(t, proxy, account, { origins: [portal.url] });
  expectFaults(/502|ERR_(CONNECTION|INCOMPLETE|EMPTY|SOCKET)/);
  await portal.wall(account, 'Kitchen');
  await page.getByText('Kitchen').first().waitFor();
  const anything = /\/(api|auth|health)\//;
  const comeBack = await handleRequests(page, anything, (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  // Ends the stream. The proxy above responds to later requests.
  await proxy.goAway();
  await page.getByText('Placard cannot be reached').first().waitFor();
  await portal.wall(account, 'Hung meanwhile');
  await proxy.comeBack();
  comeBack();
  await page.getByText('Hung meanwhile').first().waitFor();
  await page.getByText('Placard cannot be reached').first().waitFor({ state: 'hidden' });
  t.pass();
});

test('a lost connection and its return are shown at once', async (t) => {
  const { page, expectFaults } = await visitAs(t, portal, await portal.account());
  expectFaults(/ERR_INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED/);
  await atWalls(page);
  await page.context().setOffline(true);
  await page.getByText('Placard cannot be reached').first().waitFor();
  await page.context().setOffline(false);
  await page.getByText('Placard cannot be reached').first().waitFor({ state: 'hidden' });
  t.pass();
});

test('a user signs in with a provider, returns to the same screen, and sees the linked account', async (t) => {
  await portal.account();
  provider.persona = { sub: 'g-1', email: 'grace@example.org', email_verified: true, name: 'Grace' };
  const { page } = await visitPortal(t, portal, { origins: [provider.issuer] });
  await page.goto('/settings');
  await atScreen(page, 'Sign in');
  await page.getByRole('link', { name: /Google/ }).click();
  await atScreen(page, 'Settings');
  t.is(page.url(), `${portal.url}/settings`, 'no token is left in the address');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  await linked.getByText('Google').waitFor();
  await linked.getByText('grace@example.org').waitFor();
});

test('the response of a provider signs the user in, is removed from the address, and leads to the same screen', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const { page } = await visitPortal(t, portal);
  await page.goto(`/displays/${id}`);
  await atScreen(page, 'Sign in');
  // The link to the provider does the same before it leaves the page.
  await page.evaluate((path: string) => {
    (globalThis as any).sessionStorage.setItem('placard:/:wanted', path);
  }, `/displays/${id}`);
  const { body } = await portal.client.post('/auth/login', {
    body: { identifier: account.username, password: PASSWORD },
  });
  const fragment = new URLSearchParams({
    accessToken: body.accessToken,
    refreshToken: body.refreshToken,
    notice: 'password_removed',
  });
  // A new page, as after a provider's.
  await page.goto('about:blank');
  await page.goto(`/#${fragment}`);
  await atScreen(page, 'Kitchen');
  t.is(page.url(), `${portal.url}/displays/${id}`);
  await page.getByText('the password that was set for it was removed').waitFor();
  await page.reload();
  await atScreen(page, 'Kitchen');
});

test('a refusal of a provider is explained', async (t) => {
  const { page } = await visitPortal(t, portal);
  await portal.account();
  await page.goto('/#error=email_unverified');
  await atScreen(page, 'Sign in');
  await page.getByText('has not verified your e-mail address').waitFor();
  t.false(page.url().includes('#'));
  // A link by an attacker could have this form.
  for (const code of ['constructor', 'rateLimited', '__proto__']) {
    await page.goto('about:blank');
    await page.goto(`/#error=${code}`);
    await page.getByText('The sign-in did not work').waitFor();
  }
});

test('another device is signed out, and a new password is set', async (t) => {
  const account = await portal.account();
  const { page, expectFaults } = await signedIn(t, portal, account, { path: '/settings/sessions' });
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await page.getByText('this device').waitFor();
  await page.getByRole('button', { name: /^Sign out ./ }).click();
  await page.getByRole('button', { name: /^Sign out ./ }).waitFor({ state: 'detached' });
  t.is((await account.client.get('/auth/me')).status, 401);
  await page.goto('/settings');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByText('Your new password is set').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await atScreen(page, 'Sign in');
  await signIn(page, account.username, 'another long password');
});

test('signing out in one tab signs every tab out', async (t) => {
  const account = await portal.account();
  const { page, openTab, expectFaults } = await signedIn(t, portal, account, { path: '/settings' });
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  const other = await openTab();
  await other.goto('/library');
  await atScreen(other, 'Library');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await Promise.all([atScreen(page, 'Sign in'), atScreen(other, 'Sign in')]);
  t.pass();
});

test('an account is deleted after a confirmation', async (t) => {
  const account = await portal.account();
  const { page, expectFaults } = await visitAs(t, portal, account, { path: '/settings' });
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('Delete the account for good?').waitFor();
  await question.getByLabel('Password').fill(PASSWORD);
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await page
    .getByRole('button', { name: 'Sign in', exact: true })
    .or(page.getByRole('button', { name: 'Make the account' }))
    .waitFor();
  t.is((await account.client.get('/auth/me')).status, 401);
});

test('a token is created, shown once with commands that use it, and revoked', async (t) => {
  const account = await portal.account();
  const { page } = await visitAs(t, portal, account, { path: '/settings/tokens' });
  await page.getByLabel('Name', { exact: true }).fill('Printer');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const line = (await page.getByText(/^curl -u :plc_pat_/).textContent()) ?? '';
  const token = /plc_pat_\w+/.exec(line)?.[0] ?? '';
  t.is((await account.client.as(token).get('/api/sdk/v1/displays')).status, 200);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText(token).first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Revoke Printer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke Printer' }).waitFor({ state: 'detached' });
  t.is((await account.client.as(token).get('/api/sdk/v1/displays')).status, 401);
});

test('a webhook that was switched off is reported above the displays until it is resumed', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Kitchen');
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  receiver.answer = (_message, response) => void response.writeHead(410).end();
  const body = { url: receiver.url, events: ['content.ready'] };
  t.is((await account.client.post('/api/app/v1/webhooks', { body })).status, 201);
  const { id: userId } = (await account.client.get('/auth/me')).body;
  await portal.app.db.transaction((trx) =>
    recordEvent(trx, { userId, type: 'content.ready', displayId: null, data: {} }),
  );
  const webhooks = () => account.client.get('/api/app/v1/webhooks');
  await until('the webhook to be switched off', async () => !(await webhooks()).body[0].active);
  const { page } = await visitAs(t, portal, account);
  const notice = page.getByText(
    `A webhook was switched off, because nothing arrived there any more: ${new URL(receiver.url).host}.`,
  );
  await notice.waitFor();
  await page.getByRole('link', { name: 'See what to do' }).click();
  await page.getByText('switched off: the receiver wants no more').waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('None yet.').waitFor();
  await page.getByRole('link', { name: 'Walls' }).first().click();
  await page.getByRole('link', { name: 'Kitchen' }).waitFor();
  t.is(await notice.count(), 0);
});

test('a webhook is added, its secret is shown once, and messages are sent, and resent on request, until it is paused', async (t) => {
  const account = await portal.account();
  const receiver = await startReceiver();
  t.teardown(receiver.close);
  const { id: userId } = (await account.client.get('/auth/me')).body;
  const happen = () =>
    portal.app.db.transaction((trx) =>
      recordEvent(trx, { userId, type: 'content.ready', displayId: null, data: { title: 'Milk' } }),
    );
  const { page, expectFaults } = await visitAs(t, portal, account, { path: '/settings/webhooks' });
  expectFaults(/400.*webhooks/);
  const url = page.getByLabel('Address');
  await url.fill('http://10.0.0.1/hook');
  await page.getByLabel('The pages of a push are made').check();
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  await page.locator('.field-error', { hasText: /^It does not lead to a public address/ }).waitFor();
  t.is(await url.inputValue(), 'http://10.0.0.1/hook', 'nothing typed is lost');
  await url.fill(receiver.url);
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  const secretShown = async () => (await page.getByText(/^whsec_/).textContent()) ?? '';
  const secret = await secretShown();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  t.is(await page.getByText(secret).count(), 0);

  await happen();
  const [first] = await receiver.received(1);
  t.notThrows(() => verify(secret, first!));
  const [{ id }] = (await account.client.get('/api/app/v1/webhooks')).body;
  const newest = async () =>
    (await account.client.get(`/api/app/v1/webhooks/${id}/deliveries`)).body.items[0];
  await until('the delivery', async () => (await newest())?.state === 'delivered');
  await page.getByText(/^Events and deliveries of/).click();
  await page.getByText(/arrived · one attempt/).waitFor();
  await page.getByRole('button', { name: 'Send again: The pages of a push are made' }).click();
  t.is((await receiver.received(2))[1]?.id, first?.id);

  await page.getByRole('button', { name: /^New secret for/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await page.getByText('The old secret signs beside it').waitFor();
  const second = await secretShown();
  await happen();
  const third = (await receiver.received(3))[2]!;
  for (const known of [secret, second]) t.notThrows(() => verify(known, third));

  // It changes after the response of the box, for which `uncheck` does not wait.
  await page.getByLabel('Send to it').click();
  await page.getByText('paused ·').waitFor();
  await page.getByRole('button', { name: /^Delete the webhook/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('None yet.').waitFor();
  t.deepEqual((await account.client.get('/api/app/v1/webhooks')).body, []);
});
