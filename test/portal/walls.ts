import test from 'ava';
import type { Page } from 'playwright-core';
import { createTrmnlPanel } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { dotsOf, screenOf } from '#test/support/dots.ts';
import { handleFirstRequest } from '#test/support/handle-requests.ts';
import { type Account, atScreen } from '#test/support/portal.ts';
import { until, within } from '#test/support/until.ts';
import { visitAs } from '#test/support/visit.ts';
import { patientWall, portal } from './boxes.ts';

/** Pushes a note to a display and waits until it is in its queue, or on its panel. */
async function push(account: Account, displayId: string, title: string): Promise<void> {
  const contentId = await portal.push(account, displayId, `# ${title}\nText of it`);
  await until('a content that is ready', async () => {
    const { body } = await account.client.get(`/api/app/v1/contents/${contentId}`);
    if (body.state === 'failed') throw new Error(`the content failed: ${JSON.stringify(body.failure)}`);
    return body.state === 'ready';
  });
}

/** The time zone of the browser. */
const ZONE = 'Europe/Berlin';
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000);
/** As the browser shows it. */
const timeOfDay = (date: Date) =>
  date.toLocaleTimeString('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });

test('this browser becomes a claimed panel with one click', async (t) => {
  const { page, context } = await visitAs(t, portal, await portal.account());
  await atScreen(page, 'Walls');
  const start = page.getByRole('button', { name: 'Make this browser a panel' });
  // A box without time to create the panel responds without the cookie.
  await handleFirstRequest(page, /\/panel$/, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'One moment' }),
  );
  await start.click();
  await page.getByText('Something went wrong. Try it again.').waitFor();
  const opened = context.waitForEvent('page');
  await start.click();
  const panel = await opened;
  await atScreen(page, 'This browser');
  await panel.waitForURL(/\/panel$/);
  await panel.getByAltText('What was pushed to this panel.').waitFor();
  t.pass();
});

test('displays show their pictures, and a change appears by itself', async (t) => {
  const account = await portal.account();
  const { id, panel } = await patientWall(account, 'Kitchen');
  const { page } = await visitAs(t, portal, account);
  await page.getByRole('link', { name: 'Kitchen' }).waitFor();
  await page.getByText('Nothing was pushed here yet').first().waitFor();
  await push(account, id, 'Shopping <b>list</b>');
  const picture = page.getByRole('img', { name: 'Shows “Shopping <b>list</b>”' });
  t.true((await dotsOf(picture)).equals(screenOf(panel)), 'dot by dot');
  await page.getByText('Shows what it should').waitFor();
  await push(account, id, 'Choir');
  await page.getByText('Next: Choir').waitFor();
  t.is(await page.getByRole('main').getByRole('img').count(), 1);
});

/** Runs in a page: resolves when everything that has arrived is drawn. */
function drawnTwice(): Promise<void> {
  const { requestAnimationFrame: onDraw } = globalThis as any;
  return new Promise((resolve) => onDraw(() => onDraw(() => resolve())));
}

test('a delayed response does not bring back an older state of a display', async (t) => {
  const account = await portal.account();
  const { id } = await patientWall(account, 'Kitchen');
  const { page } = await visitAs(t, portal, account);
  await page.getByText('Nothing was pushed here yet').first().waitFor();
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await handleFirstRequest(page, `**/api/app/v1/walls/${id}`, async (route) => {
    const response = await route.fetch();
    held.resolve();
    await release.promise;
    await route.fulfill({ response });
  });
  await push(account, id, 'Choir');
  await within('the wall to be read', held.promise);
  await push(account, id, 'Bins');
  await page.getByText('Next: Bins').waitFor();
  const late = page.waitForEvent('requestfinished', (request) => request.url().endsWith(`/walls/${id}`));
  release.resolve();
  await late;
  await page.evaluate(drawnTwice);
  t.is(await page.getByText('Next: Bins').count(), 1);
});

test('among many displays one is found by a part of its name', async (t) => {
  const account = await portal.account();
  for (let n = 1; n <= 13; n++) await portal.wall(account, `Room ${n}`);
  const { page } = await visitAs(t, portal, account);
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await page.getByLabel('Find a wall').fill('ROOM 12');
  await page.getByRole('link', { name: 'Room 2' }).waitFor({ state: 'detached' });
  t.deepEqual(await cards.getByRole('heading').allInnerTexts(), ['Room 12']);
  await page.getByLabel('Find a wall').fill('cellar');
  await page.getByText('No wall is called like that').waitFor();
  await page.getByLabel('Find a wall').fill('');
  await page.getByRole('link', { name: 'Room 2' }).waitFor();
  t.is(await cards.count(), 13);
});

const MARKUP = '<img src=x onerror="window.wasRun=1"><b>Hall</b>';

test('the name of a display is text: markup does nothing, and a right-to-left name stays together', async (t) => {
  const account = await portal.account();
  const hall = await portal.wall(account, MARKUP);
  const name = 'מטבח!';
  await portal.wall(account, name);
  const { page } = await visitAs(t, portal, account, { path: `/displays/${hall.id}` });
  await atScreen(page, MARKUP);
  await page.getByRole('link', { name: 'Walls' }).first().click();
  await page.getByText(MARKUP).first().waitFor();
  t.is(await page.evaluate(() => (globalThis as any).wasRun), undefined);
  const direction = (element: any) => (globalThis as any).getComputedStyle(element).direction;
  for (const level of [2, 1]) {
    if (level === 1) await page.getByRole('link', { name }).first().click();
    const heading = page.getByRole('heading', { level, name });
    t.is(await heading.locator('bdi').evaluate(direction), 'rtl');
    t.is(await heading.evaluate(direction), 'ltr', 'it begins where the others begin');
  }
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  t.is(await page.getByLabel('Name', { exact: true }).evaluate(direction), 'rtl');
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByRole('dialog', { name: 'Give up “\u2068מטבח!\u2069”?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

/** Saves the settings of a display; returns the status of the response. */
async function save(page: Page): Promise<number> {
  const response = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  return (await response).status();
}

test('settings that are not changed keep their values, and quiet hours and dwell time are set on the screen', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const settings = async () => (await account.client.get(`/api/app/v1/displays/${id}/settings`)).body;
  const set = {
    quietHours: [{ days: [7], from: '22:00', to: '07:00' }],
    queuePolicy: 'latest',
    tone: 'plain',
    dwellSeconds: 7,
  };
  const { status, text } = await account.client.patch(`/api/app/v1/displays/${id}`, { body: set });
  t.is(status, 200, text);
  const before = await settings();
  const { page, expectFaults } = await visitAs(t, portal, account, { path: `/displays/${id}` });
  expectFaults(/400/); // a zone that does not exist
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  t.is(await save(page), 200);
  t.like(before, set);
  t.deepEqual(await settings(), before);
  await page.getByLabel('Quiet from').fill('22:00');
  await page.getByLabel('Quiet until').fill('07:00');
  await page.getByLabel('On which evenings').selectOption('Monday to Friday');
  await page.getByLabel('Time zone').fill('Europe/Nowhere');
  await page.getByLabel('Keep each page for at least').fill('5');
  t.is(await save(page), 400);
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  t.is(await save(page), 200);
  await page.getByText('Saved').waitFor();
  const after = await settings();
  t.like(after, { timeZone: 'Europe/Berlin', dwellSeconds: 300 });
  t.deepEqual(after.quietHours, [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00' }]);
});

test('a page that waits for the end of quiet hours is shown so, on its display and in the library', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  await push(account, id, 'Good evening');
  const wall = async () => (await account.client.get(`/api/app/v1/walls/${id}`)).body;
  await until('a page on the wall', async () => (await wall()).current);
  const to = timeOfDay(hoursFromNow(2));
  const quietHours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: timeOfDay(hoursFromNow(-2)), to }];
  const body = { timeZone: ZONE, quietHours };
  t.is((await account.client.patch(`/api/app/v1/displays/${id}`, { body })).status, 200);
  await push(account, id, 'Good night');
  const { page } = await visitAs(t, portal, account, { path: `/displays/${id}` });
  await page.getByText(new RegExp(`^One page waits: quiet hours until .*${to}$`)).waitFor();
  await page.getByRole('link', { name: 'Good night' }).click();
  await page.getByText(new RegExp(`waits: quiet hours until .*${to}`)).waitFor();
  t.pass();
});

test('poll interval, button and greys of a polling panel are set on its screen', async (t) => {
  const account = await portal.account();
  const panel = createTrmnlPanel({ server: portal.url, id: '02:00:00:00:00:41' });
  await panel.wake('power');
  const claimed = await account.client.post('/api/app/v1/displays/claim', {
    body: { code: panel.flash.friendlyId, nickname: 'Hall' },
  });
  const { page } = await visitAs(t, portal, account, { path: `/displays/${claimed.body.id}` });
  const settings = async () =>
    (await account.client.get(`/api/app/v1/displays/${claimed.body.id}/settings`)).body;
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  await page.getByLabel('Look for something new every (minutes)').fill('20');
  await page.getByLabel('The button on the panel').selectOption('goes back a page');
  await page.getByLabel('Greys of the panel').selectOption('four greys');
  t.is(await save(page), 200);
  t.like(await settings(), { pollSeconds: 1_200, button: 'back', greys: 4 });
  t.is(await panel.wake(), 1_200);
  await page.getByLabel('Look for something new every (minutes)').fill('');
  await page.getByLabel('The button on the panel').selectOption('does nothing');
  await page.getByLabel('Greys of the panel').selectOption('black and white');
  t.is(await save(page), 200);
  t.like(await settings(), { pollSeconds: null, button: null, greys: 2 });
});

test('the portal opens on a system without a language setting', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Kitchen');
  const { page } = await visitAs(t, portal, account, { locale: 'en-US@posix' });
  t.is(await page.evaluate(() => navigator.language), 'en-US@posix', 'as Chromium has it there');
  await page
    .getByRole('link', { name: /Kitchen/ })
    .first()
    .waitFor();
});

test('battery forecast, next wake and its reason are shown in words', async (t) => {
  const account = await portal.account();
  const { id, panel } = await portal.wall(account, 'Kitchen');
  await panel.sleep();
  const { db } = portal.app;
  const held = () => db('display.presence').where({ device_id: id }).first('epoch');
  await until('the panel to be gone', async () => !(await held()));
  const wakeAt = hoursFromNow(48);
  const wake = timeOfDay(wakeAt);
  const device = db('display.devices').where({ id });
  await device.clone().update({ battery_percent: 41, wake_at: wakeAt, wake_reason: 'quiet_hours_end' });
  const { binding_id } = await device.clone().first('binding_id');
  const reading = { device_id: id, binding_id, period: 1, read_at: new Date(), percent: 41 };
  await db('display.battery_readings').insert({ ...reading, empty_at: hoursFromNow(252) });
  const { page } = await visitAs(t, portal, account, { path: `/displays/${id}` });
  await page.getByText('Battery 41%, about 10 days left').waitFor();
  await page.getByText(new RegExp(`^Next look at .*${wake}: quiet hours end$`)).waitFor();
  await device.clone().update({ wake_reason: null });
  await page.reload();
  await page.getByText(new RegExp(`^Next look at .*${wake}: its usual interval$`)).waitFor();
  await device.clone().update({ poll_seconds: 3600 });
  await page.reload();
  await page.getByText(new RegExp(`^Next look at .*${wake}: its interval, as you set it$`)).waitFor();
  t.is(await page.getByText('Connected', { exact: true }).count(), 0, 'it is asleep');
});

test('a page is pushed urgently, and for a while', async (t) => {
  const account = await portal.account();
  const { panel } = await portal.wall(account, 'Kitchen');
  const { page, expectFaults } = await visitAs(t, portal, account, { path: '/compose' });
  expectFaults(/400/); // a time that does not exist
  await page.getByLabel('What to show').fill('Pasta is in the oven');
  await page.getByText('Urgent, or for a while', { exact: true }).click();
  const expiry = page.getByLabel('Take it down');
  await expiry.fill('18:30');
  await expiry.fill('');
  t.true(
    await expiry.evaluate((field) => field.checkVisibility() && field.matches(':focus')),
    'emptied, it stays',
  );
  await expiry.fill('tonight');
  await page.getByLabel('It is urgent').check();
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Take it down').fill('3600');
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('Kitchen shows it.').waitFor();
  const [content] = (await account.client.get('/api/app/v1/contents')).body.items;
  t.true(content.urgent);
  t.true(Date.parse(content.expiresAt) > Date.parse(content.createdAt));
  await panel.events.until(({ what }) => what === 'confirmed');
});

test('a display: show a queued page, remove one, show an earlier one again', async (t) => {
  const account = await portal.account();
  const { id } = await patientWall(account, 'Kitchen');
  await push(account, id, 'First');
  const { page } = await visitAs(t, portal, account, { path: `/displays/${id}` });
  await page.getByRole('img', { name: 'Shows “First”' }).waitFor();
  for (const title of ['Second', 'Third', 'Fourth']) await push(account, id, title);
  const hasFocus = (name: string) =>
    page
      .getByRole('region', { name })
      .evaluate((section: any) => section === (globalThis as any).document.activeElement);
  await page.getByRole('button', { name: 'Remove: “Second”' }).press('Enter');
  await page.getByRole('button', { name: 'Remove: “Second”' }).waitFor({ state: 'detached' });
  t.true(await hasFocus('Next'), 'one who uses the keyboard goes on where the row was');
  await page.getByText('left the queue before it was shown').waitFor();
  await page.getByRole('button', { name: 'Show now: “Fourth”' }).click();
  await page.getByRole('img', { name: 'Shows “Fourth”' }).waitFor();
  await page.getByRole('button', { name: 'Show now: “Third”' }).waitFor();
  const showAgainButton = page.getByRole('button', { name: 'Show again: “First”' });
  await showAgainButton.waitFor();
  t.is(await page.getByRole('button', { name: 'Show again: “Second”' }).count(), 0, 'it was never shown');
  await showAgainButton.press('Enter');
  await page.getByRole('img', { name: 'Shows “First”' }).waitFor();
  await showAgainButton.waitFor({ state: 'detached' });
  t.true(await hasFocus('Before'));
  await page.getByText('What happened to the panel').click();
  await page.getByText('The panel shows the page.').first().waitFor();
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).waitFor();
});

test('a display is renamed and unbound', async (t) => {
  const account = await portal.account();
  const { id } = await portal.wall(account, 'Kitchen');
  const { page, expectFaults } = await visitAs(t, portal, account, { path: `/displays/${id}` });
  expectFaults(/400/); // a name that is too long
  await page.getByRole('main').getByText('Settings', { exact: true }).click();
  const long = 'The hallway '.repeat(6).trim();
  await page.getByLabel('Name', { exact: true }).fill(long);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field-error').getByText('64 characters').waitFor();
  t.is(await page.getByLabel('Name', { exact: true }).inputValue(), long, 'nothing of it is cut off');
  await page.getByLabel('Name', { exact: true }).fill('Hallway');
  await page.getByRole('button', { name: 'Save' }).click();
  await atScreen(page, 'Hallway');
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give this panel up' }).click();
  await page.getByRole('button', { name: 'Make this browser a panel' }).waitFor();
  t.is((await account.client.get(`/api/app/v1/displays/${id}`)).status, 404);
});

test('another user sees none of these displays and pushes, and an address without an id shows nothing', async (t) => {
  const owner = await portal.account();
  const { id } = await portal.wall(owner, 'Kitchen');
  const contentId = await portal.push(owner, id, 'Choir');
  const { page, expectFaults } = await visitAs(t, portal, await portal.account());
  expectFaults(/40[034]/);
  for (const one of [id, 'nowhere']) {
    await page.goto(`/displays/${one}`);
    await page.getByText('it is no longer yours').waitFor();
  }
  for (const one of [contentId, 'nowhere']) {
    await page.goto(`/library/${one}`);
    await page.getByText('This was removed, or it never existed.').waitFor();
  }
  t.pass();
});

test('the content security policy stops markup from text, inline scripts and other hosts', async (t) => {
  const { page, expectFaults, faults } = await visitAs(t, portal, await portal.account());
  expectFaults(/Trusted(HTML|Script|ScriptURL)|Content Security Policy|elsewhere/);
  const refused = await page.evaluate(async () => {
    const { document } = globalThis as any;
    const attempts: Record<string, () => unknown> = {
      markup: () => {
        document.body.innerHTML = '<img src=x>';
      },
      host: () => fetch('http://elsewhere.test/'),
      worker: () => new (globalThis as any).Worker('data:,1'),
    };
    const found: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt();
      } catch {
        found.push(name);
      }
    }
    const script = Object.assign(document.createElement('script'), { id: 'inline' });
    try {
      script.text = 'window.wasRun = 1';
      document.body.append(script);
    } catch {}
    return { found, wasRun: (globalThis as any).wasRun };
  });
  t.deepEqual(refused, { found: ['markup', 'host', 'worker'], wasRun: undefined });
  t.deepEqual(faults(), []);
});
