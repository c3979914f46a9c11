import type { Page } from 'playwright-core';
import { until } from '#test/support/until.ts';
import { visit } from '#test/support/visit.ts';
import { startTrmnl, test } from '../trmnl/trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

/** Opens the page, again where the box was too busy to respond in time. Returns the code that it shows. */
function codeOf(page: Page, options?: Parameters<Page['goto']>[1]): Promise<string> {
  return until('the code of the panel', async () => {
    await page.goto('/panel', options);
    const alt = await page.locator('#picture').getAttribute('alt');
    return /code ([A-Z0-9]{6})/.exec(alt ?? '')?.[1];
  });
}

test('a browser with script becomes a panel, swaps its picture and confirms it without a reload', async (t) => {
  const { app, person, push, state } = t.context;
  const { page } = await visit(t, { baseURL: app.url, viewport: { width: 1024, height: 768 } });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const { navigator, Element } = globalThis as any;
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: (kind: string) => Promise.resolve(seen.push(`awake: ${kind}`)) },
    });
    Element.prototype.requestFullscreen = function () {
      seen.push(`full: ${this.tagName}`);
      return Promise.resolve();
    };
  });
  const displayId = await person.claim(await codeOf(page));
  const picture = page.locator('#picture');
  const presentation = await push(displayId, 8);
  await until('the confirm', async () => (await state(presentation)) === 'confirmed', { everyMs: 100 });
  const drawn = await picture.evaluate((image: any) => [image.naturalWidth, image.naturalHeight]);
  t.deepEqual(drawn, [800, 480]);
  const box = await picture.boundingBox();
  t.like(box, { width: 1024, height: 768 }, 'it fills the window');
  await page.mouse.click(500, 300);
  t.deepEqual(await page.evaluate(() => (globalThis as any).seen), ['awake: screen', 'full: HTML']);
  await page.goto('/panel?rotate=90');
  const turned = await picture.evaluate((image: any) =>
    image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
  );
  t.deepEqual(turned, [480, 800]);
});

test('the page is notified of pushed pictures, and does not have to poll', async (t) => {
  const { app, person, push, state } = t.context;
  const { page } = await visit(t, { baseURL: app.url });
  // It never looks by itself: what remains is to ask again after a request that was held in vain, or after a notice.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (done: () => void, ms: number) => (ms === 10_000 ? 0 : setTimeout(done, ms)),
    });
  });
  const displayId = await person.claim(await codeOf(page));
  await page.getByAltText('What was pushed to this panel.').waitFor();
  for (const seed of [12, 13]) {
    const presentation = await push(displayId, seed);
    await until('the confirm', async () => (await state(presentation)) === 'confirmed');
  }
  t.pass();
});

test('a picture or a request that stalls on its way does not stop the page', async (t) => {
  const { app, person, push, state } = t.context;
  const { page } = await visit(t, { baseURL: app.url });
  await page.clock.install();
  let stalled = 0;
  // The first picture and the first two requests never arrive.
  await page.route(/\/panel\/next/, (route) => (stalled++ < 2 ? undefined : route.continue()));
  let pictures = 0;
  await page.route(/\.png/, (route) => (pictures++ === 0 ? undefined : route.continue()));
  const displayId = await person.claim(await codeOf(page, { waitUntil: 'commit' }));
  const picture = page.locator('#picture');
  const presentation = await push(displayId, 10);
  await until('the confirm', async () => {
    await page.clock.runFor(1_000);
    return (await state(presentation)) === 'confirmed';
  });
  t.deepEqual(await picture.evaluate((image: any) => [image.naturalWidth, image.naturalHeight]), [800, 480]);
});

test('a page that may store no cookies asks for nothing, also when it is seen again', async (t) => {
  const { page } = await visit(t, { baseURL: t.context.app.url });
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty((globalThis as any).navigator, 'cookieEnabled', { value: false });
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/panel');
  await page.getByText('This browser does not store cookies').waitFor();
  await page.evaluate(() => {
    const { document, Event } = globalThis as any;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(120_000);
  // Requests are reported in order.
  await page.evaluate(() => fetch('health/live'));
  t.true(requests.includes('/health/live'));
  t.deepEqual(
    requests.filter((path) => path === '/panel/next'),
    [],
  );
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480"/>';

/** Has the box name these pictures one after the other, then the last one again. Returns what the page confirms. */
async function answerWith(page: Page, names: string[]): Promise<string[]> {
  const confirmed: string[] = [];
  await page.route(/\/panel\/next/, (route) => {
    const { drawn } = route.request().postDataJSON() as { drawn?: string };
    if (drawn) confirmed.push(drawn);
    const name = (names.length > 1 ? names.shift() : names[0]) ?? '';
    const picture = { url: `/${name}.svg`, name, command: name };
    return route.fulfill({ json: { picture, words: name, seconds: 10, isPending: true } });
  });
  return confirmed;
}

test('a picture that comes late does not replace a newer one', async (t) => {
  const { page } = await visit(t, { baseURL: t.context.app.url });
  await page.clock.install();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const drawing = { contentType: 'image/svg+xml', body: SVG };
  await page.route('/new.svg', (route) => route.fulfill(drawing));
  await page.route('/late.svg', (route) => released.then(() => route.fulfill(drawing)));
  const confirmed = await answerWith(page, ['late', 'new']);
  await page.goto('/panel');
  await until('the confirm', async () => {
    await page.clock.runFor(1_000);
    return confirmed.includes('new');
  });
  release();
  await page.evaluate(() => {
    const again = new (globalThis as any).Image();
    again.src = '/late.svg';
    return again.decode();
  });
  await page.clock.runFor(1_000);
  t.regex((await page.locator('#picture').getAttribute('src')) ?? '', /\/new\.svg$/);
  t.false(confirmed.includes('late'));
});

test('a page that was hidden confirms its picture once when it is seen again', async (t) => {
  const { page } = await visit(t, { baseURL: t.context.app.url });
  await page.clock.install();
  // A hidden page is given no frames.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    Object.assign(globalThis, {
      waiting,
      requestAnimationFrame: (done: () => void) => waiting.push(done),
    });
  });
  await page.route('/new.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  const confirmed = await answerWith(page, ['new']);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/panel/next')) requests += 1;
  });
  await page.goto('/panel');
  await until('several requests', async () => {
    await page.clock.runFor(1_000);
    return requests >= 5;
  });
  t.deepEqual(confirmed, [], 'nothing is drawn');
  await page.evaluate(() => {
    const { waiting } = globalThis as any;
    while (waiting.length > 0) waiting.shift()();
  });
  await until('the confirm', () => confirmed.length > 0);
  t.deepEqual(confirmed, ['new']);
});

test('without script the page shows the same picture and reloads itself', async (t) => {
  const { app, person, push, state } = t.context;
  const { page } = await visit(t, { baseURL: app.url, javaScriptEnabled: false });
  const waits: number[] = [];
  // The page as it is, but for the seconds until it reloads itself: here there are two.
  await page.route(/\/panel\?/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const refresh = /<noscript><meta http-equiv="refresh" content="(\d+)"><\/noscript>/;
    waits.push(Number(refresh.exec(html)?.[1]));
    await route.fulfill({ response, body: html.replace(/(http-equiv="refresh" content=")\d+"/, '$12"') });
  });
  await page.goto('/panel?rotate=270');
  const code = await until('the code of the panel', async () => {
    const alt = await page.locator('#picture').getAttribute('alt');
    return /code ([A-Z0-9]{6})/.exec(alt ?? '')?.[1];
  });
  const allowed = [30, 60];
  t.deepEqual(
    waits.filter((seconds) => !allowed.includes(seconds)),
    [],
    'a minute where the box was too busy',
  );
  const displayId = await person.claim(code);
  const presentation = await push(displayId, 9);
  // It asks, gets it, and confirms with its next visit: by itself.
  await until('the confirm', async () => (await state(presentation)) === 'confirmed', { everyMs: 100 });
  const pushed = page.getByAltText('What was pushed to this panel.');
  await until('the picture of what was pushed', () => pushed.isVisible());
  await page.waitForRequest(/\/panel\?rotate=270$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
