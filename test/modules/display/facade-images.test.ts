import sharp from 'sharp';
import { newId } from '#shared/ids.ts';
import { startFacade } from './facade-stand.ts';
import { testWithFacade } from './facade-test.ts';

const test = testWithFacade();

test('a presentation has no image until it is rendered, then one in the requested format', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const contents = [{ id: newId(), role: 'input' as const }];
  const id = await stand.push(userId, { displayId }, { contents, title: 'Cat' });
  const path = `/api/presentations/${id}`;
  const before = (await stand.as(userId).get(path)).body;
  t.like(before, {
    state: 'preparing',
    image: null,
    scene: null,
    analysisId: null,
    title: 'Cat',
    failure: null,
  });
  t.deepEqual(before.renditions, []);
  t.deepEqual(before.contentIds, [contents[0]?.id]);
  t.deepEqual(before.output, {
    formats: ['png', 'raw2', 'raw4'],
    preset: null,
    viewport: { width: 800, height: 480 },
    colorMode: 'monochrome',
    pixelRatio: 1,
  });

  await stand.render(id);
  const sizes = { png: null, raw2: 96_000, raw4: 192_000 };
  for (const [format, size] of Object.entries(sizes)) {
    const { body } = await stand.as(userId).get(`${path}?format=${format}`);
    t.like(body.image, { format, width: 800, height: 480 });
    const bytes = await download(body.image.url);
    if (size) t.is(bytes.length, size);
    else t.like(await sharp(bytes).metadata(), { format: 'png', width: 800, height: 480 });
  }
  t.is((await stand.as(userId).get(path)).body.image.format, 'png');
  for (const format of ['raw1', 'jpeg', ''])
    t.is((await stand.as(userId).get(`${path}?format=${format}`)).status, 400);
});

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

test('each read signs the same stored image anew', async (t) => {
  const stand = await startFacade();
  t.teardown(() => stand.close());
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  await stand.render(id);
  const read = async () => (await stand.as(userId).get(`/api/presentations/${id}`)).body.image;
  const first = await read();
  stand.moveClock(1000);
  t.not((await fetch(first.url)).status, 200);
  const second = await read();
  t.not(second.url, first.url);
  t.is(second.updatedAt, first.updatedAt);
  t.is(new URL(second.url).pathname, new URL(first.url).pathname);
  await t.notThrowsAsync(download(second.url));
  const life = Date.parse(second.expiresAt) - stand.context.clock.now().getTime();
  t.true(life > 890_000 && life <= 900_000);
});
