import { setTimeout as pause } from 'node:timers/promises';
import { visit } from '#test/support/visit.ts';
import { startTrmnl, test } from '../trmnl/trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

test('a browser with script becomes a panel, swaps its picture and confirms it without a reload', async (t) => {
  const { app, person, push, state } = t.context;
  const { page } = await visit(t, { baseURL: app.url, viewport: { width: 1024, height: 768 } });
  await page.goto('/panel');
  const picture = page.locator('#picture');
  const code = /code ([A-Z0-9]{6})/.exec((await picture.getAttribute('alt')) ?? '')?.[1] ?? '';
  const displayId = await person.claim(code);
  const presentation = await push(displayId, 8);
  while ((await state(presentation)) !== 'confirmed') await pause(100);
  const drawn = await picture.evaluate((image: any) => [image.naturalWidth, image.naturalHeight]);
  t.deepEqual(drawn, [800, 480]);
  const box = await picture.boundingBox();
  t.like(box, { width: 1024, height: 768 }, 'it fills the window');
  await page.goto('/panel?rotate=90');
  const turned = await picture.evaluate((image: any) =>
    image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
  );
  t.deepEqual(turned, [480, 800]);
});

test('without script the page shows the same and asks again by itself', async (t) => {
  const { app } = t.context;
  const { page } = await visit(t, { baseURL: app.url, javaScriptEnabled: false });
  await page.goto('/panel?rotate=270');
  t.regex((await page.locator('#picture').getAttribute('alt')) ?? '', /code [A-Z0-9]{6}/);
  t.is(await page.locator('meta[http-equiv=refresh]').getAttribute('content'), '30');
});
