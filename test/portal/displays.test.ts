import test from 'ava';
import { atScreen, atWalls, startPortal } from '#test/support/portal.ts';
import { signedIn } from '#test/support/visit.ts';

const portal = await startPortal({ DISPLAY_MIN_DWELL_SECONDS: '3600' });
test.after.always(() => portal.close());

test.serial(
  'what is pushed shows on the wall and its screen without a reload, and waits its turn',
  async (t) => {
    const account = await portal.account();
    const { id, panel } = await portal.wall(account, 'Hall');
    const { page, openTab } = await signedIn(t, portal, account);
    await atWalls(page);
    const display = await openTab();
    await display.goto(`/displays/${id}`);
    await atScreen(display, 'Hall');

    await portal.push(account, id, 'Buy milk');
    await panel.events.until(({ what }) => what === 'confirmed');
    await page.getByRole('img', { name: /Buy milk/ }).waitFor();
    await display.getByRole('img', { name: /Buy milk/ }).waitFor();
    await page.getByText('Shows what it should').waitFor();

    // The minimum dwell holds the next ones back.
    await portal.push(account, id, 'Water the plants');
    await portal.push(account, id, 'Feed the cat');
    await page.getByText(/2 pages wait/).waitFor();
    await display.getByRole('button', { name: 'Remove “Water the plants”' }).click();
    await display.getByRole('button', { name: 'Remove “Water the plants”' }).waitFor({ state: 'detached' });
    await display.getByRole('button', { name: 'Show “Feed the cat” now' }).click();
    await display.getByRole('img', { name: /Feed the cat/ }).waitFor();
    await page.getByRole('img', { name: /Feed the cat/ }).waitFor();

    await display.getByRole('button', { name: 'Show “Buy milk” again' }).click();
    await display.getByRole('img', { name: /Buy milk/ }).waitFor();
    t.pass();
  },
);

test.serial('a wall is renamed, and given up after being asked', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Hall');
  const { page } = await signedIn(t, portal, account, { path: `/displays/${id}` });
  await atScreen(page, 'Hall');
  await page.getByText('Settings', { exact: true }).last().click();
  await page.getByLabel('Name').fill('Landing');
  await page.getByRole('button', { name: 'Save' }).click();
  await atScreen(page, 'Landing');
  await page.getByText('What happened to the panel').click();
  await page.getByText('The panel became yours.').waitFor();
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  const question = page.getByRole('dialog');
  await question.getByText('Give Landing up?').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  await question.getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByText('I have a panel').waitFor();
  t.pass();
});
