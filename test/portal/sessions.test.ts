import test from 'ava';
import { LAN_HOST } from '#test/support/browser.ts';
import { atScreen, atWalls, signIn, startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { signedIn, visit } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

test.serial('someone signs in, is led to where they meant to go, and signs out', async (t) => {
  const { username } = await portal.account();
  const { page, expectFaults } = await visit(t, { baseURL: portal.url });
  expectFaults(/401.*auth\/login/);
  await page.goto('/claim?code=ABC234');
  await atScreen(page, 'Sign in');
  await page.getByLabel('E-mail address or user name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('That does not fit').waitFor();
  t.is(await page.getByLabel('E-mail address or user name').inputValue(), username, 'nothing typed is lost');
  await signIn(page, username);
  await atScreen(page, 'Claim a panel');
  t.is(await page.getByLabel('Code on the panel').inputValue(), 'ABC234');
});

test.serial('tabs that open at once share one session, with and without a secure context', async (t) => {
  const account = await portal.account();
  for (const host of ['127.0.0.1', LAN_HOST]) {
    const baseURL = portal.url.replace('127.0.0.1', host);
    const { context, page, openTab } = await signedIn(t, portal, account, { baseURL, origins: [portal.url] });
    await atWalls(page);
    await page.close();
    // No tab is left that could hand over its token: each of these needs the refresh token, which works once.
    const tabs = await Promise.all([openTab(), openTab(), openTab()]);
    for (let round = 0; round < 2; round++) {
      await Promise.all(tabs.map((tab) => tab.goto(`${baseURL}/`)));
      await Promise.all(tabs.map((tab) => atWalls(tab)));
    }
    t.is(context.pages().length, 3);
  }
});

test.serial(
  'a session that is revoked elsewhere ends here, in words, and goes on where it was',
  async (t) => {
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
  },
);

test.serial('the box goes away and comes back: the page says so, and goes on by itself', async (t) => {
  const proxy = await startProxy(() => portal.url);
  t.teardown(() => proxy.close());
  const account = await portal.account();
  const { page, expectFaults } = await signedIn(t, proxy, account, { origins: [portal.url] });
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
