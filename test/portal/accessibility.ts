import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { inspect } from '#test/support/accessibility.ts';
import { atScreen, atWalls } from '#test/support/portal.ts';
import { visitAs, visitPortal } from '#test/support/visit.ts';
import { patientWall, portal } from './boxes.ts';

// Every screen once, at each width, in light and dark; the first screen and those of plans are in first-steps.ts. Links between
// screens are followed where there are some: to load the whole page again takes several times as much processor time.

async function checkScreen(t: ExecutionContext, page: Page, name: string): Promise<void> {
  await page.locator('.spinner').first().waitFor({ state: 'detached' });
  t.deepEqual(await inspect(page), [], name);
}

test('signing in and setting a new password are accessible', async (t) => {
  await portal.account();
  const { page } = await visitPortal(t, portal);
  for (const [path, title] of [
    ['/sign-in', 'Sign in'],
    ['/reset', 'Set a new password'],
  ] as const) {
    await page.goto(path);
    await atScreen(page, title);
    await checkScreen(t, page, path);
  }
});

test('a household without a display is accessible', async (t) => {
  const { page } = await visitAs(t, portal, await portal.account());
  await page.getByText('I have a panel').waitFor();
  await checkScreen(t, page, 'walls');
  await page.getByRole('link', { name: 'Library' }).first().click();
  await page.getByText('Nothing pushed yet').waitFor();
  await checkScreen(t, page, 'library');
});

test('the notch of a phone that lies on its side hides nothing', async (t) => {
  const { page } = await visitAs(t, portal, await portal.account());
  await page.setViewportSize({ width: 844, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  for (const side of ['left', 'right']) {
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: 59 } });
    const first = [
      page.getByRole('link', { name: 'Placard: Walls' }),
      page.getByRole('heading', { level: 1 }),
    ];
    for (const one of first) t.is((await one.boundingBox())?.x, 59, side);
  }
  // The page is kept for the next visitor.
  await devtools.detach();
});

test('a panel is claimed by keyboard alone at the address of its QR code', async (t) => {
  const panel = await portal.panel();
  const { page } = await visitAs(t, portal, await portal.account(), {
    path: `/claim?code=${await panel.claimCode()}`,
  });
  await atScreen(page, 'Claim a panel');
  await checkScreen(t, page, 'claim');
  await tabTo(page, 'A name for it');
  await page.keyboard.type('Kitchen');
  await tabTo(page, 'Claim it');
  await page.keyboard.press('Enter');
  await atScreen(page, 'Kitchen');
  await page.getByText('Nothing was pushed here yet').waitFor();
  // The focus moves to the new screen.
  await page.waitForFunction(isFocused, await page.getByRole('heading', { level: 1 }).elementHandle());
});

test('a text is pushed by keyboard alone, with its preview, and reaches the display', async (t) => {
  const account = await portal.account();
  const { panel } = await portal.wall(account, 'Kitchen');
  const { page } = await visitAs(t, portal, account, { path: '/compose' });
  await atScreen(page, 'Push');
  await tabTo(page, 'What to show');
  await page.keyboard.type('Buy <b>milk</b>');
  await tabTo(page, 'Where');
  await page.keyboard.type('Kitchen');
  await page.getByRole('region', { name: 'As the panel will show it' }).getByRole('img').waitFor();
  await checkScreen(t, page, 'compose');
  await page.getByLabel('Where').focus();
  await tabTo(page, 'Push', 'button');
  await page.keyboard.press('Enter');
  await page.getByText('Kitchen shows it.').waitFor();
  await panel.events.until(({ what }) => what === 'confirmed');
  await checkScreen(t, page, 'a push');
});

test('displays with and without problems are accessible', async (t) => {
  const account = await portal.account();
  const kitchen = await patientWall(account, 'Kitchen');
  await portal.push(account, kitchen.id, 'Soup');
  await portal.wall(account, 'A name as long as a name may be, of a panel that hangs upstairs', {
    battery: 9,
  });
  const { page } = await visitAs(t, portal, account);
  await page.getByRole('img', { name: 'Shows “Soup”' }).waitFor();
  // Two pushes at once would be shown in the order in which their pages are ready.
  await portal.push(account, kitchen.id, 'Choir');
  await page.getByText('Next: Choir').waitFor();
  await page.getByText('charge it soon').waitFor();
  await checkScreen(t, page, 'walls');
  await page.getByRole('link', { name: 'Kitchen' }).first().click();
  await page.getByRole('button', { name: 'Remove: “Choir”' }).waitFor();
  await page.getByText('What happened to the panel').click();
  await page.getByText('The panel shows the page.').first().waitFor();
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).waitFor();
  await checkScreen(t, page, 'display');
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByRole('dialog').getByText('Give up “Kitchen”?').waitFor();
  await checkScreen(t, page, 'dialog');
});

const SCREENS: [path: string, shows: string, link: string][] = [
  ['/library', 'Choir', 'Library'],
  ['/library/:id', 'What was pushed', 'Choir'],
  ['/settings', 'Delete the account', 'Settings'],
  ['/settings/tokens', 'Make a token', 'Tokens'],
  ['/settings/sessions', 'this device', 'Signed-in devices'],
  ['/settings/webhooks', 'Add the webhook', 'Webhooks'],
  ['/settings/daily', 'Run every day', 'Daily run'],
];
test('the library and the settings are accessible', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const contentId = await portal.push(account, id, 'Choir');
  const { page } = await visitAs(t, portal, account);
  await atWalls(page);
  for (const [path, shows, link] of SCREENS) {
    await page.getByRole('link', { name: link }).first().click();
    await page.waitForURL(`**${path.replace(':id', contentId)}`);
    await page.getByRole('main').getByText(shows).first().waitFor();
    if (path.endsWith(':id')) await page.getByText('Why does it look like this?').click();
    await checkScreen(t, page, path);
  }
});

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string, role: 'any' | 'button' = 'any'): Promise<void> {
  const wanted =
    role === 'button'
      ? page.getByRole('button', { name, exact: true })
      : page.getByLabel(name).or(page.getByRole('button', { name }));
  for (let n = 0; n < 40; n++) {
    if (await wanted.first().evaluate(isFocused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

function isFocused(element: any): boolean {
  return (globalThis as any).document.activeElement === element;
}
