import test from 'ava';
import { newId } from '#shared/ids.ts';
import { inspect } from '#test/support/accessibility.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { atScreen, atWalls, PASSWORD, type Portal, signIn } from '#test/support/portal.ts';
import { visit, visitPortal } from '#test/support/visit.ts';
import { byInvitation, emptyBox, portal, standIn } from './boxes.ts';

const operator = (app: Portal, command: string, environment = {}) =>
  runOperatorCommand(`identity/commands/${command}.ts`, {
    DATABASE_URL: app.config.DATABASE_URL as string,
    DATA_DIR: app.config.DATA_DIR,
    ...environment,
  });

test('the first user of an empty box creates an account, claims a panel, pushes although a second preview is refused, and deletes the account', async (t) => {
  const { page, expectFaults } = await visit(t, { baseURL: emptyBox.url });
  expectFaults(/429.*previews/);
  await page.goto('/');
  await atScreen(page, 'Welcome to Placard');
  t.deepEqual(await inspect(page), []);
  await page.getByLabel('E-mail address').fill('anna@example.org');
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await atWalls(page);
  const panel = await emptyBox.panel();
  await page.goto('/claim');
  await atScreen(page, 'Claim a panel');
  await page.getByLabel('Code on the panel').fill((await panel.claimCode()).toLowerCase());
  await page.getByLabel('A name for it').fill('Kitchen');
  await page.getByRole('button', { name: 'Claim it' }).click();
  await atScreen(page, 'Kitchen');
  t.regex(page.url(), /\/displays\/[^/]+$/);
  await page.getByRole('link', { name: 'Push' }).first().click();
  await atScreen(page, 'Push');
  await page.getByLabel('Where').selectOption('Kitchen');
  await page.getByLabel('What to show').fill('First');
  await page.getByRole('region', { name: 'As the panel will show it' }).getByRole('img').waitFor();
  await page.getByLabel('What to show').fill('Second');
  await page.getByText('Too many tries.').waitFor();
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('Kitchen shows it.').waitFor();
  await page.close();
  // Requests that the page sends after the account was deleted are refused.
  const elsewhere = await visit(t, { baseURL: emptyBox.url });
  elsewhere.expectFaults(/401|INCOMPLETE_CHUNKED/);
  await elsewhere.page.goto('/settings');
  await signIn(elsewhere.page, 'anna');
  await elsewhere.page.getByRole('button', { name: 'Delete the account' }).click();
  const question = elsewhere.page.getByRole('dialog');
  await question.getByLabel('Password').fill('a wrong one');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await question.getByText('This is not your password').waitFor();
  await question.getByLabel('Password').fill(PASSWORD);
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await atScreen(elsewhere.page, 'Welcome to Placard');
});

test('a user registers by invitation, sees the plan, pays for another one, and manages it', async (t) => {
  const code = (await operator(byInvitation, 'invite-user')).text.match(/^ {2}(\S+)$/m)?.[1] ?? '';
  const { page, expectFaults } = await visit(t, { baseURL: byInvitation.url, origins: [standIn.url] });
  // Refusals by the plan, previews without a display, and requests of the stand-in's own pages.
  expectFaults(/403|422 .*\/previews|favicon/);
  await page.goto('/register');
  const name = `p${newId().slice(-12)}`;
  await page.getByLabel('Invitation code').fill(code);
  await page.getByLabel('E-mail address').fill(`${name}@example.org`);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await atWalls(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Plan' }).click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('You are on the plan Free').waitFor();
  await plan.getByText('Pushes').waitFor();
  await plan.getByText('Not part of this plan').waitFor();
  t.deepEqual(await inspect(page), []);
  await page.getByRole('link', { name: 'Daily run' }).click();
  await page.getByRole('status').getByText('so the daily run is skipped').waitFor();
  t.deepEqual(await inspect(page), []);
  await page.getByRole('link', { name: 'Push' }).click();
  await page.getByRole('status').getByText('On the plan Free Placard lays nothing out.').waitFor();
  await page.getByLabel('What to show').fill('Buy milk');
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByRole('alert').getByText('Your plan does not include this.').waitFor();
  await page.getByRole('link', { name: 'See your plan' }).click();
  await plan.getByRole('button', { name: 'Go Pro, paid by the month' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await plan.getByText('You are on the plan Pro').waitFor();
  await plan.getByRole('button', { name: 'Invoices and payment' }).click();
  await page.getByRole('heading', { name: 'Your subscription' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await plan.getByText('You are on the plan Pro').waitFor();
  await page.getByRole('link', { name: 'Push' }).click();
  await atScreen(page, 'Push');
  t.is(await page.getByLabel('What to show').inputValue(), 'Buy milk');
  await page.getByText('On the plan').waitFor({ state: 'detached' });
  await page.close();
  const again = await visit(t, { baseURL: byInvitation.url });
  again.expectFaults(/40[0-9]/);
  await again.page.goto('/register');
  await again.page.getByLabel('Invitation code').fill(code);
  await again.page.getByLabel('E-mail address').fill(`again-${name}@example.org`);
  await again.page.getByLabel('User name').fill(`again-${name}`);
  await again.page.getByLabel('Password').fill(PASSWORD);
  await again.page.getByRole('button', { name: 'Make the account' }).click();
  await again.page.getByText('This code does not work').waitFor();
  t.is(await again.page.getByRole('alert').count(), 0, 'it is said beside its field alone');
  // A return from a provider. Here it does not suffice to create an account.
  await again.page.goto('/#error=registration_closed');
  await again.page.getByText('A new account needs an invitation here').waitFor();
});

test("an operator's code sets a new password", async (t) => {
  const { email, username } = await portal.account();
  const code = (await operator(portal, 'reset-user', { EMAIL: email })).text.match(/^ {2}(\S+)$/m)?.[1] ?? '';
  const { page } = await visitPortal(t, portal);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'I have a code for a new password' }).click();
  await atScreen(page, 'Set a new password');
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Set it' }).click();
  await atScreen(page, 'Sign in');
  await signIn(page, username, 'another long password');
  await atWalls(page);
  t.pass();
});
