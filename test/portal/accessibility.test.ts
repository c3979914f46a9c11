import test from 'ava';
import { inspect } from '#test/support/accessibility.ts';
import { atScreen, atWalls, startPortal } from '#test/support/portal.ts';
import { signedIn, visit } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

const OPEN_SCREENS: [string, string, string][] = [
  ['the first account', '/register', 'Welcome to Placard'],
  ['sign-in', '/sign-in', 'Sign in'],
  ['a new password', '/reset', 'Set a new password'],
];
for (const [name, path, title] of OPEN_SCREENS) {
  test.serial(`${name} is accessible at every width, in light and dark`, async (t) => {
    const { page } = await visit(t, { baseURL: portal.url, reducedMotion: 'reduce' });
    await page.goto(path);
    await atScreen(page, title);
    t.deepEqual(await inspect(page), []);
  });
}

const SCREENS: [path: string, shows: string][] = [
  ['/claim?code=ABC234', 'Code on the panel'],
  ['/compose', 'What to show'],
  ['/library', 'Buy milk'],
  ['/library/:id', 'What was pushed'],
  ['/settings', 'Delete the account'],
  ['/settings/tokens', 'Make a token'],
  ['/settings/sessions', 'this device'],
  ['/settings/daily', 'Run every day'],
];
test.serial('every screen of an account is accessible at every width, in light and dark', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Hall');
  const contentId = await portal.push(account, id, 'Buy milk');
  const { page } = await signedIn(t, portal, account, { reducedMotion: 'reduce' });
  for (const [path, shows] of SCREENS) {
    await page.goto(path.replace(':id', contentId));
    await page.getByRole('main').getByText(shows).first().waitFor();
    t.deepEqual(await inspect(page), [], path);
  }
});

test.serial('the front page of an account without a wall is accessible', async (t) => {
  const { page } = await signedIn(t, portal, await portal.account(), { reducedMotion: 'reduce' });
  await atWalls(page);
  await page.getByText('I have a panel').waitFor();
  t.deepEqual(await inspect(page), []);
});
