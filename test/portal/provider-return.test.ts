import test from 'ava';
import { atScreen, PASSWORD, startPortal } from '#test/support/portal.ts';
import { visit } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

test.serial('what a provider returns signs in, leaves the address, and goes on where one was', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const { page } = await visit(t, { baseURL: portal.url });
  await page.goto(`/displays/${id}`);
  await atScreen(page, 'Sign in');
  // As the link to the provider does before it leaves.
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
  // A page of its own, as after a provider's.
  await page.goto('about:blank');
  await page.goto(`/#${fragment}`);
  await atScreen(page, 'Kitchen');
  t.is(page.url(), `${portal.url}/displays/${id}`);
  await page.getByText('the password that was set for it was removed').waitFor();
  await page.reload();
  await atScreen(page, 'Kitchen');
});

test.serial('a refusal of a provider is said in words', async (t) => {
  const { page } = await visit(t, { baseURL: portal.url });
  await portal.account();
  await page.goto('/#error=email_unverified');
  await atScreen(page, 'Sign in');
  await page.getByText('has not verified your e-mail address').waitFor();
  t.false(page.url().includes('#'));
});
