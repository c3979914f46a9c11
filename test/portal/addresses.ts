import test from 'ava';
import { LAN_HOST } from '#test/support/browser.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { atScreen, atWalls } from '#test/support/portal.ts';
import { signedIn, visit, visitAs } from '#test/support/visit.ts';
import { provider, proxied, proxiedUrl, proxies, publicUrl, secureBox } from './boxes.ts';

const PLACES = [
  ['below a path of a proxy', proxies.plain],
  ['below another path over https', proxies.tls],
  ['at an address other than its public one, over plain http', proxiedUrl().replace('127.0.0.1', LAN_HOST)],
] as const;
/** A household with a page on its display, which a visitor of each place sees. */
async function makeHousehold() {
  const account = await proxied.account();
  const { id, panel } = await proxied.wall(account, 'Hall');
  await proxied.push(account, id, 'Buy milk');
  await panel.events.until(({ what }) => what === 'confirmed');
  return { account, id };
}
let household: ReturnType<typeof makeHousehold> | undefined;
for (const [place, address] of PLACES) {
  test(`the portal works ${place}, and contacts no other host`, async (t) => {
    household ??= makeHousehold();
    const { account, id } = await household;
    const { page } = await signedIn(t, proxied, account, { baseURL: address, path: `/displays/${id}` });
    await atScreen(page, 'Hall');
    await page.getByRole('link', { name: 'Walls' }).first().click();
    await atWalls(page);
    t.is(page.url(), `${address}/`);
    // The picture of the display is loaded.
    await page.waitForFunction(() =>
      [...(globalThis as any).document.images].some((image: any) => image.complete && image.naturalWidth > 0),
    );
    await page.getByRole('link', { name: /Hall/ }).first().click();
    await atScreen(page, 'Hall');
    t.is(page.url(), `${address}/displays/${id}`);
    await page.reload();
    await atScreen(page, 'Hall');
  });
}

test('with a public address over https it is a secure context: tokens are copied with that address, files are downloaded', async (t) => {
  const account = await secureBox.account();
  const { page } = await visitAs(t, secureBox, account, {
    path: '/settings/tokens',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  t.true(await page.evaluate<boolean>('isSecureContext'));
  await page.getByLabel('Name', { exact: true }).fill('Printer');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByText(`${publicUrl}/push`).first().waitFor();
  const token = (await page.getByText(/^plc_pat_\w+$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByText('Copied.').waitFor();
  t.is(await page.evaluate<string>('navigator.clipboard.readText()'), token);

  const pushed = await fetch(`http://127.0.0.1:${secureBox.config.HTTP_PORT}/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await encode(drawPhotograph(64, 40)).jpeg().toBuffer()),
  });
  t.is(pushed.status, 201);
  await page.goto(`${publicUrl}/library`);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByText('What was pushed').waitFor();
  const download = page.waitForEvent('download');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Download/ })
    .first()
    .click();
  t.true((await download).url().startsWith(publicUrl));
});

test('a share from a phone becomes a draft: text, a link and a photograph', async (t) => {
  const { page, expectFaults } = await visitAs(t, secureBox, await secureBox.account(), {
    serviceWorkers: 'allow',
  });
  // There is no display for its preview. Whether the preview is refused before the test ends depends on the machine.
  expectFaults(/422 .*\/previews/);
  await page.evaluate<void>(`(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  })()`);
  const photograph = await encode(drawPhotograph(64, 40)).jpeg().toBuffer();
  // The phone sends it as a navigation from outside of the page.
  await page.goto('about:blank');
  await page.evaluate(
    ({ action, bytes }) => {
      const { document, DataTransfer, File } = globalThis as any;
      const form = Object.assign(document.createElement('form'), {
        action,
        method: 'post',
        enctype: 'multipart/form-data',
      });
      const words = { title: 'From the phone', text: 'Bring bread', url: 'https://example.org/soup' };
      for (const [name, value] of Object.entries(words))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(bytes)], 'früh <b>.jpg', { type: 'image/jpeg' }));
      const file = Object.assign(document.createElement('input'), { type: 'file', name: 'file' });
      file.files = files.files;
      form.append(file);
      document.body.append(form);
      form.submit();
    },
    { action: `${publicUrl}/share`, bytes: [...photograph] },
  );
  await atScreen(page, 'Push');
  t.is(await page.getByLabel('Title').inputValue(), 'From the phone');
  t.is(await page.getByLabel('What to show').inputValue(), 'Bring bread\nhttps://example.org/soup');
  await page.getByRole('button', { name: 'Take out früh <b>.jpg' }).waitFor();
  t.is(page.url(), `${publicUrl}/compose`);
});

test('a user signs in with a provider over https below a path, and the user returns to the same screen', async (t) => {
  await secureBox.account();
  provider.persona = { sub: 'g-1', email: 'grace@example.org', email_verified: true, name: 'Grace' };
  const { page, context } = await visit(t, { baseURL: publicUrl, origins: [provider.issuer] });
  await page.goto(`${publicUrl}/settings`);
  await atScreen(page, 'Sign in');
  await page.getByRole('link', { name: /Google/ }).click();
  await atScreen(page, 'Settings');
  t.is(page.url(), `${publicUrl}/settings`, 'no token is left in the address');
  await page.getByRole('main').getByText('grace@example.org').first().waitFor();
  t.deepEqual(await context.cookies(), [], 'the cookie of the sign-in is taken back');
});
