import { readFile } from 'node:fs/promises';
import test from 'ava';
import sharp from 'sharp';
import { randomNumbers } from '#test/support/images.ts';
import { atScreen, startPortal } from '#test/support/portal.ts';
import { signedIn } from '#test/support/visit.ts';

const portal = await startPortal();
const raccoon = await readFile(new URL('../../docs/images/raccoon.jpg', import.meta.url));
test.after.always(() => portal.close());

test.serial(
  'a text is seen as the panel will show it, pushed by keyboard alone, and on the wall',
  async (t) => {
    const account = await portal.account();
    const { panel } = await portal.wall(account, 'Hall');
    const { page } = await signedIn(t, portal, account, { path: '/compose' });
    await atScreen(page, 'Push');
    await page.getByLabel('What to show').focus();
    await page.keyboard.type('Buy <b>milk</b>');
    await page.keyboard.press('Tab');
    for (let n = 0; n < 20 && !(await page.getByLabel('Where').evaluate(isFocused)); n++)
      await page.keyboard.press('Tab');
    await page.keyboard.type('Hall');
    const preview = page.getByRole('region', { name: 'As the panel will show it' });
    await preview.getByRole('img').waitFor();
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press('Tab');
      if (await page.getByRole('button', { name: 'Push', exact: true }).evaluate(isFocused)) break;
    }
    await page.keyboard.press('Enter');
    await page.getByText('Hall shows it.').waitFor();
    await panel.events.until(({ what }) => what === 'confirmed');
    t.is(await page.getByLabel('What to show').inputValue(), '', 'ready for the next one');
  },
);

test.serial('a photograph of 10 MiB arrives over a slow line', async (t) => {
  const account = await portal.account();
  const { panel } = await portal.wall(account, 'Hall');
  const { page, context } = await signedIn(t, portal, account, { path: '/compose' });
  const devtools = await context.newCDPSession(page);
  // 5 MB/s and 100 ms: slow enough that sending takes seconds, quick enough for a test.
  const line = { offline: false, latency: 100, downloadThroughput: 5e6, uploadThroughput: 5e6 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await page.getByLabel('Where').selectOption({ label: 'Hall' });
  await page.locator('input[type=file][multiple]').setInputFiles({
    name: '<i>holiday</i>.jpg',
    mimeType: 'image/jpeg',
    buffer: await largePhotograph(),
  });
  await page.getByText('<i>holiday</i>.jpg').waitFor();
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('Hall shows it.').waitFor({ timeout: 60_000 });
  t.truthy(await panel.events.until(({ what }) => what === 'confirmed'));
});

test.serial('a photograph and a document are pushed, found in the library, and looked at', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Hall');
  const { page } = await signedIn(t, portal, account, { path: '/compose' });
  await page.getByLabel('What to show').fill('A visitor in the garden');
  await page.locator('input[type=file][multiple]').setInputFiles({
    name: 'raccoon.jpg',
    mimeType: 'image/jpeg',
    buffer: raccoon,
  });
  await page.getByLabel('Where').selectOption({ label: 'Hall' });
  await page.getByRole('button', { name: 'Push', exact: true }).click();
  await page.getByText('Hall shows it.').waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  await atScreen(page, 'Library');
  await page.getByLabel('Search').fill('no such thing');
  await page.getByText('Nothing found').waitFor();
  await page.getByLabel('Search').fill('visitor');
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click();
  await page.getByText('Why does it look like this?').waitFor();
  t.regex(page.url(), /\/library\/[^/?]+$/);
});

function isFocused(element: any): boolean {
  return (globalThis as any).document.activeElement === element;
}

/** Ten mebibytes of JPEG at least: noise, which does not compress. */
async function largePhotograph(): Promise<Buffer> {
  const [width, height] = [2600, 2000];
  const random = randomNumbers(7);
  const data = new Uint8Array(width * height * 3);
  const words = new Uint32Array(data.buffer, 0, data.length >> 2);
  for (let n = 0; n < words.length; n++) words[n] = random();
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer();
}
