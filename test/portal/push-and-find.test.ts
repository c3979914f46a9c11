import test from 'ava';
import { inspect } from '#test/support/accessibility.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { atScreen, startPortal } from '#test/support/portal.ts';
import { signedIn } from '#test/support/visit.ts';

const portal = await startPortal();
test.after.always(() => portal.close());

const WORDS = 'Buy <b>milk</b> & eggs';

test.serial(
  'a note is seen dot by dot before it is pushed, then on the wall and in the library',
  async (t) => {
    const account = await portal.account();
    const { panel } = await portal.wall(account, 'Kitchen');
    t.teardown(() => panel.cutPower());
    const { page } = await signedIn(t, portal, account, { path: '/compose' });
    await atScreen(page, 'Push');
    await page.getByLabel('What to show').fill(WORDS);
    const preview = page.getByRole('region', { name: 'As the panel will show it' });
    await preview.getByText('On Kitchen').waitFor();
    t.regex((await preview.getByRole('img').getAttribute('src')) ?? '', /^data:image\/png;base64,/);
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await page.getByText('Kitchen shows it.').waitFor();
    t.is(await page.getByLabel('What to show').inputValue(), '');

    await page.getByRole('link', { name: 'Details' }).click();
    await atScreen(page, WORDS);
    await page.getByText('Why does it look like this?').click();
    await page.getByText('Laid out by the rules').waitFor();
    await page.getByRole('link', { name: 'Library' }).first().click();
    await atScreen(page, 'Library');
    await page.getByRole('link', { name: WORDS }).waitFor();
    await page.getByLabel('Search').fill('nothing like it');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Search').fill('MILK');
    await page.getByRole('link', { name: WORDS }).waitFor();
    t.regex(page.url(), /q=MILK/);
  },
);

test.serial('what waits in the queue can be taken back, and what was written is there again', async (t) => {
  const account = await portal.account();
  const { panel, id } = await portal.wall(account, 'Hall');
  await panel.sleep();
  const { page } = await signedIn(t, portal, account, { path: `/compose?display=${id}` });
  await page.getByLabel('What to show').fill('Dinner at seven');
  const photo = await encode(drawPhotograph(600, 400)).jpeg().toBuffer();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('button', { name: 'Take out lake.jpg' }).waitFor();
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('waits').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back').waitFor();
  t.is(await page.getByLabel('What to show').inputValue(), 'Dinner at seven');
  await page.getByRole('button', { name: 'Take out lake.jpg' }).waitFor();
  t.deepEqual((await account.client.get('/api/app/v1/contents')).body.items, []);
  t.deepEqual((await account.client.get(`/api/app/v1/displays/${id}/queue`)).body.items, []);
});

test.serial('a file that is not known is refused in words, and words survive a reload', async (t) => {
  const account = await portal.account();
  const { page } = await signedIn(t, portal, account, { path: '/compose' });
  await page.getByLabel('What to show').fill('Half a thought');
  const file = { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText('photo.heic is a HEIC photograph').waitFor();
  await page.reload();
  await atScreen(page, 'Push');
  t.is(await page.getByLabel('What to show').inputValue(), 'Half a thought');
});

test.serial('a token is made, shown once with lines to run, and revoked', async (t) => {
  const account = await portal.account();
  const { page } = await signedIn(t, portal, account, { path: '/settings/tokens' });
  await page.getByLabel('Name').fill('Printer');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const line = (await page.getByText(/^curl -u :plc_pat_/).textContent()) ?? '';
  const token = /plc_pat_\w+/.exec(line)?.[0] ?? '';
  t.is((await account.client.as(token).get('/api/sdk/v1/displays')).status, 200);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  t.is(await page.getByText(token).count(), 0);
  await page.getByRole('button', { name: 'Revoke Printer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke Printer' }).waitFor({ state: 'detached' });
  t.is((await account.client.as(token).get('/api/sdk/v1/displays')).status, 401);
});

test.serial('what another application shares becomes a draft', async (t) => {
  const account = await portal.account();
  const query = new URLSearchParams({ title: 'Recipe', text: 'For Sunday', url: 'https://example.org/soup' });
  const { page } = await signedIn(t, portal, account, { path: `/share?${query}` });
  await atScreen(page, 'Push');
  t.is(await page.getByLabel('What to show').inputValue(), 'For Sunday\nhttps://example.org/soup');
  t.is(await page.getByLabel('Title').inputValue(), 'Recipe');
});

test.serial(
  'files that another application shares become a draft, where there is a service worker',
  async (t) => {
    const account = await portal.account();
    const { page } = await signedIn(t, portal, account, { path: '/compose' });
    // As text, because tests are not checked with the types of browsers.
    await page.evaluate(`(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  })()`);
    const picture = await encode(drawPhotograph(64, 40)).png().toBuffer();
    // As a phone does it: a form, sent to the address that the manifest names.
    await page.evaluate(
      async (bytes) => {
        const form = new FormData();
        form.append('title', 'From the phone');
        form.append('file', new File([Uint8Array.from(bytes)], 'früh <b>.png', { type: 'image/png' }));
        await fetch('share', { method: 'POST', body: form });
      },
      [...picture],
    );
    await page.goto('/share');
    await atScreen(page, 'Push');
    t.is(await page.getByLabel('Title').inputValue(), 'From the phone');
    await page.getByRole('button', { name: 'Take out früh <b>.png' }).waitFor();
    t.false(await page.evaluate<boolean>(`caches.has('placard-share')`));
  },
);

const SCREENS: [string, string][] = [
  ['/compose', 'Push'],
  ['/library', 'Library'],
  ['/settings', 'Settings'],
  ['/settings/sessions', 'Settings'],
  ['/settings/tokens', 'Settings'],
  ['/settings/daily', 'Settings'],
];
test.serial(
  'pushing, the library and the settings are accessible at every width, in light and dark',
  async (t) => {
    const account = await portal.account();
    const { panel, id } = await portal.wall(account, 'Study');
    t.teardown(() => panel.cutPower());
    const { page } = await signedIn(t, portal, account, { reducedMotion: 'reduce', path: '/compose' });
    await page.getByLabel('Where').selectOption({ label: 'Study' });
    await page.getByLabel('What to show').fill(WORDS);
    await page.getByText('On Study').first().waitFor();
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await page.getByText('Study shows it.').waitFor();
    t.deepEqual(await inspect(page), [], 'a push');
    const { items } = (await account.client.get('/api/app/v1/contents')).body;
    for (const [path, title] of [...SCREENS, [`/library/${items[0].id}`, WORDS] as const]) {
      await page.goto(path);
      await atScreen(page, title);
      await page.locator('.spinner').waitFor({ state: 'detached' });
      t.deepEqual(await inspect(page), [], path);
    }
    t.truthy(id);
  },
);
