import test from 'ava';
import { LAN_HOST } from '#test/support/browser.ts';
import { atScreen, atWalls, startPortal } from '#test/support/portal.ts';
import { startProxy } from '#test/support/proxy.ts';
import { signedIn } from '#test/support/visit.ts';

const proxy = await startProxy(() => `http://127.0.0.1:${portal.config.HTTP_PORT}`, '/house/placard');
const portal = await startPortal({ PUBLIC_URL: proxy.url });
const direct = `http://127.0.0.1:${portal.config.HTTP_PORT}`;
test.after.always(async () => {
  await portal.close();
  await proxy.close();
});

const PLACES = [
  ['below a path of a proxy', () => proxy.url],
  ['at an address other than its public one, over plain http', () => direct.replace('127.0.0.1', LAN_HOST)],
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
