import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { drawPdf } from '#test/support/papers.ts';
import { type Account, atScreen } from '#test/support/portal.ts';
import { visitAs } from '#test/support/visit.ts';
import { portal } from './boxes.ts';

const pushButton = (page: Page) => page.getByRole('button', { name: 'Push', exact: true });

test('a link, a document that is dropped and a picture that is pasted go into one push', async (t) => {
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<title>The harbour</title><article><p>A harbour without cars.</p></article>');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t.teardown(() => site.close());
  const { port } = site.address() as { port: number };
  const account = await portal.account();
  await portal.wall(account, 'Hall');
  const { page, context } = await visitAs(t, portal, account, { path: '/compose' });
  await page.getByLabel('Where').selectOption({ label: 'Hall' });
  await page.getByLabel('What to show').fill(`http://127.0.0.1:${port}/harbour`);
  const paper = drawPdf('Minutes', [{ heading: 'Minutes', lines: ['The lift is repaired.'] }]);
  await hand(page, 'drop', { name: 'minutes.pdf', type: 'application/pdf', bytes: paper });
  await page.getByRole('button', { name: 'Take out minutes.pdf' }).waitFor();
  const picture = await encode(drawPhotograph(300, 200)).png().toBuffer();
  await hand(page, 'paste', { name: 'image.png', type: 'image/png', bytes: picture });
  await page.getByRole('button', { name: 'Take out image.png' }).waitFor();
  await pushButton(page).click();
  await page.getByText('Hall shows it.').waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  // A result is handled before the pause after typing is over, and its screen is loaded after that.
  const screen = Promise.withResolvers<void>();
  await page.route(/\/content-\w+\.js$/, async (route) => {
    await screen.promise;
    await route.continue();
  });
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await context.clock.install();
  await page.getByLabel('Search').fill('minutes.pdf');
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await page.waitForURL(/\/library\/./);
  await context.clock.runFor(1_000);
  screen.resolve();
  await page.getByRole('link', { name: `http://127.0.0.1:${port}/harbour` }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download minutes.pdf' }).click();
  const download = await downloading;
  t.is(download.suggestedFilename(), 'minutes.pdf');
  t.deepEqual(await readFile(await download.path()), paper);
});

test('files that cannot be shown are refused with a reason, others are converted, and the draft survives a reload', async (t) => {
  const account = await portal.account();
  // Without a display, the refusal of its preview is not part of this test.
  await portal.wall(account, 'Hall');
  const { page } = await visitAs(t, portal, account, { path: '/compose' });
  await page.getByLabel('What to show').fill('Half a thought');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file][multiple]').setInputFiles({ name, mimeType, buffer });
  const heic = await readFile(new URL('../support/photo.heic', import.meta.url));
  for (const type of ['image/heic', '']) {
    await choose(`photo${type.length}.heic`, type, heic);
    await page.getByText(`photo${type.length}.heic is a HEIC photograph`).waitFor();
  }
  await choose('song.mp3', 'audio/mpeg', Buffer.from('ID3'));
  await page.getByText('song.mp3 is of a kind that Placard does not show').waitFor();
  // A format related to HEIC, which this browser reads.
  await choose(
    'lake.avif',
    'image/avif',
    await encode(drawPhotograph(64, 40)).avif({ effort: 0 }).toBuffer(),
  );
  const takeOut = page.getByRole('button', { name: 'Take out lake.jpg' });
  await takeOut.press('Enter');
  await takeOut.waitFor({ state: 'detached' });
  // The focus is on the section of the files, not on the whole page.
  await page.keyboard.press('Tab');
  t.is(await page.evaluate(() => (globalThis as any).document.activeElement.textContent.trim()), 'Add files');
  await page.reload();
  await atScreen(page, 'Push');
  t.is(await page.getByLabel('What to show').inputValue(), 'Half a thought');
});

test('a photograph of 10 MiB arrives over a slow connection', async (t) => {
  const account = await portal.account();
  const { panel } = await portal.wall(account, 'Hall');
  const { page } = await visitAs(t, portal, account, { path: '/compose' });
  const devtools = await page.context().newCDPSession(page);
  // 5 MB/s and 100 ms: slow enough that the upload takes seconds, fast enough for a test.
  const line = { offline: false, latency: 100, downloadThroughput: 5e6, uploadThroughput: 5e6 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await page.getByLabel('Where').selectOption({ label: 'Hall' });
  const buffer = padded(await largePhotograph(), 10 * 2 ** 20);
  // The browser reads it from the disk, as when a person selects it.
  const folder = await mkdtemp(join(tmpdir(), 'placard-photo-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, '<i>holiday<b>.jpg');
  await writeFile(file, buffer);
  await page.locator('input[type=file][multiple]').setInputFiles(file);
  await page.getByText('<i>holiday<b>.jpg').waitFor();
  await pushButton(page).click();
  await page.getByText('Hall shows it.').waitFor({ timeout: 120_000 });
  // The line is as fast as before.
  await devtools.detach();
  t.truthy(await panel.events.until(({ what }) => what === 'confirmed'));
  t.true((await originalOf(account)).equals(buffer), 'as it was sent');
});

test('files that another application shares become a draft, where there is a service worker', async (t) => {
  const account = await portal.account();
  await portal.wall(account, 'Hall');
  const { page } = await visitAs(t, portal, account, {
    path: '/compose',
    serviceWorkers: 'allow',
  });
  // As text, because tests are checked without the types of browsers.
  await page.evaluate(`(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  })()`);
  const picture = await encode(drawPhotograph(64, 40)).png().toBuffer();
  // A phone sends a form to the address in the manifest.
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
});

/** Gives the page a file as a browser does when it is dropped beside the form, or pasted while nothing has the focus. */
async function hand(
  page: Page,
  how: 'drop' | 'paste',
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Promise<void> {
  await page.locator('body').evaluate(
    (target: any, { how, name, type, base64 }) => {
      const { DataTransfer, DragEvent, ClipboardEvent } = globalThis as any;
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
      const Kind = how === 'drop' ? DragEvent : ClipboardEvent;
      if (how === 'drop') target.dispatchEvent(new DragEvent('dragover', options));
      target.dispatchEvent(new Kind(how, options));
    },
    // As one string, because a driver wraps each number of an array.
    { how, name, type, base64: Buffer.from(bytes).toString('base64') },
  );
}

/** The first file of the latest content, as stored. */
async function originalOf({ client }: Account): Promise<Buffer> {
  const [content] = (await client.get('/api/app/v1/contents')).body.items;
  const { url } = (await client.get(`/api/app/v1/contents/${content.id}/assets/0`)).body;
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/** A JPEG with padding to a size. Decoders ignore bytes after its end. */
function padded(jpeg: Buffer, bytes: number): Buffer {
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
}

/** As many pixels as those of a phone's photograph, which the browser decodes for the preview, and the box for the panel. */
function largePhotograph(): Promise<Buffer> {
  const size = { width: 4000, height: 3000, channels: 3 as const };
  return sharp({ create: { ...size, background: '#806040' } })
    .jpeg()
    .toBuffer();
}
