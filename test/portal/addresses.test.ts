import test from 'ava';
import { createCertificate } from '#test/gateway/embedded/certificates.ts';
import { LAN_HOST } from '#test/support/browser.ts';
import { atScreen, atWalls, startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { signedIn } from '#test/support/visit.ts';

const box = () => `http://127.0.0.1:${portal.config.HTTP_PORT}`;
// Under a name that is no loopback address: what works there works because of TLS.
const tls = await startProxy(
  box,
  '/another',
  createCertificate(LAN_HOST, { issuer: createCertificate('Tests') }),
);
const secure = tls.url.replace('127.0.0.1', LAN_HOST);
const plain = await startProxy(box, '/house/placard');
const portal = await startPortal({ PUBLIC_URL: plain.url });
test.after.always(async () => {
  await portal.close();
  await tls.close();
  await plain.close();
});

const PLACES = [
  ['below a path of a proxy', () => plain.url],
  ['below another path over https', () => secure],
  ['at an address other than its public one, over plain http', () => box().replace('127.0.0.1', LAN_HOST)],
] as const;
for (const [place, address] of PLACES) {
  test.serial(`the portal works ${place}, and asks no other host`, async (t) => {
    const account = await portal.account();
    const { id, panel } = await portal.wall(account, 'Hall');
    await portal.push(account, id, 'Buy milk');
    await panel.events.until(({ what }) => what === 'confirmed');
    const { page } = await signedIn(t, portal, account, { baseURL: address(), path: `/displays/${id}` });
    await atScreen(page, 'Hall');
    await page.goto(`${address()}/`);
    await atWalls(page);
    // The picture of the wall is there.
    await page.waitForFunction(() =>
      [...(globalThis as any).document.images].some((image: any) => image.complete && image.naturalWidth > 0),
    );
    await page.getByRole('link', { name: /Hall/ }).first().click();
    await atScreen(page, 'Hall');
    t.is(page.url(), `${address()}/displays/${id}`);
    await page.reload();
    await atScreen(page, 'Hall');
  });
}

test.serial(
  'over https it is a secure context: what is shared arrives, tokens are copied, tabs take turns',
  async (t) => {
    const { page, openTab } = await signedIn(t, portal, await portal.account(), {
      baseURL: secure,
      path: '/settings/tokens',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByLabel('Name').fill('Printer');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const token = (await page.getByText(/^plc_pat_\w+$/).textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied.').waitFor();
    t.is(await page.evaluate<string>('navigator.clipboard.readText()'), token);

    // As a phone does it: a form, sent to the address that the manifest names.
    await page.evaluate<void>(`(async () => {
    await navigator.serviceWorker.ready;
    const form = new FormData();
    form.append('title', 'From the phone');
    form.append('text', 'Bring bread');
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    if (!navigator.serviceWorker.controller) await controlled;
    await fetch('${secure}/share', { method: 'POST', body: form });
  })()`);
    await page.goto(`${secure}/share`);
    await atScreen(page, 'Push');
    t.is(await page.getByLabel('Title').inputValue(), 'From the phone');
    t.is(await page.getByLabel('What to show').inputValue(), 'Bring bread');

    t.true(await page.evaluate<boolean>('isSecureContext && !!navigator.locks'));
    await page.close();
    const tabs = await Promise.all([openTab(), openTab(), openTab()]);
    await Promise.all(tabs.map((tab) => tab.goto(`${secure}/`)));
    await Promise.all(tabs.map((tab) => atWalls(tab)));
  },
);
