import test from 'ava';
import type { Locator, Page, Request } from 'playwright-core';
import { newId } from '#shared/ids.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { sendBytes } from '#test/support/person.ts';
import { passTimeUntilShown } from '#test/support/portal.ts';
import { until } from '#test/support/until.ts';
import { visitAs } from '#test/support/visit.ts';
import { portal } from './boxes.ts';

/** More entries than the 24 of one page. */
const PUSHED = 28;
/** Its bytes are not sent, so that its content waits for them, and nothing of it is analysed. */
const AWAITED_FILE = { type: 'image', filename: 'late.png', contentType: 'image/png', sizeBytes: 100 };

/** Scrolls until the first note is visible, which the list does not have at first. */
function scrollToOldest(page: Page): Promise<unknown> {
  return until('the oldest entry', async () => {
    await page.mouse.wheel(0, 2_000);
    return page.getByText('Note 1', { exact: true }).isVisible();
  });
}

test('the library loads more on scrolling, and its filters are in the address', async (t) => {
  const owner = await portal.account();
  const create = async (title: string, asset: object) => {
    const body = { title, assets: [asset] };
    const {
      status,
      text,
      body: content,
    } = await owner.client.post('/api/app/v1/contents', { body, key: newId() });
    t.is(status, 201, text);
    return content;
  };
  for (let n = 1; n <= PUSHED; n++) await create(`Note ${n}`, { type: 'text', text: `Number ${n}` });
  const photograph = await encode(drawPhotograph(40, 30)).png().toBuffer();
  const late = await create('Late photograph', {
    type: 'image',
    filename: 'late.png',
    contentType: 'image/png',
    sizeBytes: photograph.length,
  });

  const { page, expectFaults } = await visitAs(t, portal, owner, { path: '/library' });
  expectFaults(/ERR_INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED/);
  await page.getByText('Late photograph').waitFor();
  await scrollToOldest(page);
  t.is(await page.getByRole('main').getByRole('listitem').count(), PUSHED + 1, 'each once');

  await page.context().setOffline(true);
  await page.getByText('Placard cannot be reached').first().waitFor();
  await create('Pushed meanwhile', { type: 'text', text: 'While the line was down' });
  await page.context().setOffline(false);
  await page.getByText('Pushed meanwhile').waitFor();
  t.is(await page.getByRole('main').getByRole('listitem').count(), PUSHED + 2, 'what was scrolled to stays');

  await page.getByLabel('State').selectOption('Waits for its files');
  await page.getByText(`Note ${PUSHED}`).waitFor({ state: 'detached' });
  t.is(await page.getByRole('main').getByRole('listitem').count(), 1);
  t.is(new URL(page.url()).searchParams.get('state'), 'pending');
  await page.reload();
  await page.getByText('Late photograph').waitFor();
  t.is(await page.getByLabel('State').inputValue(), 'pending');
  await page.getByRole('link', { name: /Late photograph/ }).focus();
  const upload = { bytes: photograph, contentType: 'image/png' };
  t.is(await sendBytes(late.uploadTickets[0], upload), 204);
  t.is((await owner.client.post(`/api/app/v1/contents/${late.content.id}/confirm`)).status, 200);
  await page.getByText('Late photograph').waitFor({ state: 'detached' });
  await page.getByText('Nothing found').waitFor();
  const focused = await page.evaluate(() => (globalThis as any).document.activeElement.ariaLabel);
  t.is(focused, 'Entries', 'the focus is not lost with the entry that had it');
  await page.getByLabel('State').selectOption('All');
  await page.getByText(`Note ${PUSHED}`).waitFor();
});

test('if a proxy blocks the event stream, polling for new entries reads only the newest ones', async (t) => {
  const owner = await portal.account();
  const create = async (title: string) => {
    const body = { title, assets: [AWAITED_FILE] };
    t.is((await owner.client.post('/api/app/v1/contents', { body, key: newId() })).status, 201);
  };
  for (let n = 1; n <= PUSHED; n++) await create(`Note ${n}`);
  const { page } = await visitAs(t, portal, owner, {
    path: '/library',
    async prepare({ page, context, expectFaults }) {
      expectFaults(/403|INCOMPLETE_CHUNKED/);
      await page.route(/\/api\/app\/v1\/events$/, (route) => route.fulfill({ status: 403, body: 'No' }));
      await context.clock.install();
    },
  });
  await page.getByText('changes do not arrive by themselves').first().waitFor();
  await scrollToOldest(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/contents?')) asked.push(request.url());
  });
  for (const text of ['Pushed first', 'Pushed second']) {
    await create(text);
    await passTimeUntilShown(page, text);
  }
  t.not(asked.length, 0);
  t.deepEqual(
    asked.filter((url) => url.includes('cursor=')),
    [],
  );
  t.is(await page.getByRole('main').getByRole('listitem').count(), PUSHED + 2, 'what was scrolled to stays');
});

test('when all loaded entries leave the filter, the next ones are loaded, and the list is not shown as empty before', async (t) => {
  const owner = await portal.account();
  const late = [];
  for (let n = 1; n <= PUSHED; n++) {
    const body = { title: `Photograph ${n}`, assets: [AWAITED_FILE] };
    late.push((await owner.client.post('/api/app/v1/contents', { body, key: newId() })).body.content.id);
  }
  const next = Promise.withResolvers<void>();
  const asked: Request[] = [];
  const { page } = await visitAs(t, portal, owner, {
    path: '/library?state=pending',
    async prepare({ page }) {
      // So low that the end of the list is far away, so that further entries are not loaded by themselves.
      await page.setViewportSize({ width: 320, height: 300 });
      await page.route(/\/contents\?.*cursor=/, async (route) => {
        await next.promise;
        await route.continue();
      });
      page.on(
        'request',
        (request) => /\/contents\?.*state=pending/.test(request.url()) && asked.push(request),
      );
    },
  });
  const main = page.getByRole('main');
  await main.getByText(`Photograph ${PUSHED}`).waitFor();
  const remove = (id: string) => owner.client.delete(`/api/app/v1/contents/${id}`);
  // The removal of one entry shows that changes arrive. A list that is still being read would have the entries below.
  await remove(late.pop());
  await main.getByText(`Photograph ${PUSHED}`).waitFor({ state: 'detached' });
  // The last response, because the browser does not report the end of those of the previous screen or of replaced requests.
  await (await asked.at(-1)?.response())?.finished();
  const shown = await main.getByRole('listitem').count();
  t.true(shown < late.length);
  for (const id of late.slice(-shown)) await remove(id);
  await main.getByRole('listitem').first().waitFor({ state: 'detached' });
  await main.locator('.spinner').waitFor();
  t.is(await page.getByText('Nothing found').count(), 0);
  next.resolve();
  await main.getByText('Photograph 1', { exact: true }).waitFor();
  t.is(await main.getByRole('listitem').count(), late.length - shown);
});

test('a push during a reading of the library is in it afterwards, and a search includes new entries', async (t) => {
  const owner = await portal.account();
  const create = async (title: string, asset: object) => {
    const body = { title, assets: [asset] };
    t.is((await owner.client.post('/api/app/v1/contents', { body, key: newId() })).status, 201);
  };
  const note = (title: string) => create(title, { type: 'text', text: title });
  await create('Late photograph', AWAITED_FILE);
  await note('Soup');
  const { page } = await visitAs(t, portal, owner, { path: '/library' });
  await page.getByText('Late photograph').waitFor();
  const main = page.getByRole('main');
  const isRead = Promise.withResolvers<void>();
  const mayArrive = Promise.withResolvers<void>();
  await page.route(/\/contents\?.*state=ready/, async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await mayArrive.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('State').selectOption('Ready');
  await isRead.promise;
  await note('Pushed meanwhile');
  await main.getByText('Pushed meanwhile').waitFor();
  mayArrive.resolve();
  await main.getByText('Late photograph').waitFor({ state: 'detached' });
  await main.getByText('Pushed meanwhile').waitFor();

  await page.getByLabel('Search').fill('pushed');
  await main.getByText('Soup').waitFor({ state: 'detached' });
  await note('Bread');
  await note('Pushed after that');
  await main.getByText('Pushed after that').waitFor();
  t.deepEqual(await main.getByRole('listitem').getByRole('link').count(), 2);
});

test('a user name is changed, and one in use is refused beside its field', async (t) => {
  const owner = await portal.account(`long-${newId().slice(-25)}`);
  const other = await portal.account();
  // A section that this box does not have leads to the first one.
  const { page, expectFaults } = await visitAs(t, portal, owner, { path: '/settings/plan' });
  expectFaults(/409.*auth\/me/);
  await page.locator('[aria-current=page]', { hasText: 'Account' }).waitFor();
  // The address is longer than its line. The button stays beside it.
  await page.setViewportSize({ width: 320, height: 640 });
  const boxOf = (place: Locator) => place.evaluate((element: any) => element.getBoundingClientRect());
  const address = await boxOf(page.getByText(`${owner.username}@`).first());
  const signOut = await boxOf(page.getByRole('button', { name: 'Sign out', exact: true }));
  t.true(signOut.top < address.bottom && signOut.left >= address.right, 'beside it');
  t.true(signOut.right <= 320);
  await page.getByLabel('User name').fill(other.username);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This user name is taken.').waitFor();
  const name = `renamed-${owner.username}`.slice(0, 30);
  await page.getByLabel('User name').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').waitFor();
  t.is((await owner.client.get('/auth/me')).body.username, name);
});

test('a browser can install the page as an app', async (t) => {
  const owner = await portal.account();
  const { page } = await visitAs(t, portal, owner);
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  await devtools.detach();
  t.deepEqual(errors, []);
  const manifest = JSON.parse(data ?? '');
  t.like(manifest, { name: 'Placard', display: 'standalone' });
  t.truthy(manifest.start_url);
  for (const { src, sizes } of manifest.icons) {
    const address = new URL(src, `${portal.url}/portal/`);
    t.is((await fetch(address)).status, 200, `${sizes}: ${address}`);
  }
});
