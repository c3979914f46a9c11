import test from 'ava';
import { atScreen, PASSWORD, signIn, startPortal } from '#test/support/portal.ts';
import { signedIn } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

test.serial('another device is signed out, and a new password is set', async (t) => {
  const account = await portal.account();
  const { page, expectFaults } = await signedIn(t, portal, account, { path: '/settings/sessions' });
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await page.getByText('this device').waitFor();
  await page.getByRole('button', { name: /^Sign out ./ }).click();
  const question = page.getByRole('dialog').getByRole('button', { name: /Sign out/ });
  if (await question.isVisible()) await question.click();
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

test.serial('signing out in one tab signs every tab out', async (t) => {
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

test.serial('an account is deleted, after being asked', async (t) => {
  const account = await portal.account();
  const { page, expectFaults } = await signedIn(t, portal, account, { path: '/settings' });
  expectFaults(/401|INCOMPLETE_CHUNKED/);
  await page.getByRole('button', { name: 'Delete the account' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('Delete the account for good?').waitFor();
  const password = question.getByLabel(/password/i);
  if (await password.isVisible()) await password.fill(PASSWORD);
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await page
    .getByRole('button', { name: 'Sign in', exact: true })
    .or(page.getByRole('button', { name: 'Make the account' }))
    .waitFor();
  t.is((await account.client.get('/auth/me')).status, 401);
});
