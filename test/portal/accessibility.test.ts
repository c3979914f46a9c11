import test from 'ava';
import { inspect } from '#test/support/accessibility.ts';
import { atScreen, startPortal } from '#test/support/portal.ts';
import { visit } from '#test/support/visit.ts';

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
