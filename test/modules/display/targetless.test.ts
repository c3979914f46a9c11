import anyTest, { type TestFn } from 'ava';
import sharp from 'sharp';
import { normaliseOutput, type OutputProfile, outputRequest } from '#modules/display';
import { drawQuarters, encode } from '#test/support/images.ts';
import { type FacadeStand, startFacade } from './facade-stand.ts';

const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade();
});
test.after.always(async (t) => t.context.close());

const profile = (request: unknown) => normaliseOutput(outputRequest.parse(request));

test('an output profile is completed from the request', (t) => {
  const common = { colorMode: 'color', pixelRatio: 1 };
  const panel = { width: 800, height: 480 };
  const cases: [unknown, unknown][] = [
    [{}, { formats: ['scene', 'png'], preset: null, viewport: panel }],
    [{ formats: ['scene'] }, { formats: ['scene'], preset: null, viewport: panel }],
    [{ formats: ['png'] }, { formats: ['scene', 'png'], preset: null, viewport: panel }],
    [
      { formats: ['png', 'scene'], preset: null },
      { formats: ['scene', 'png'], preset: null, viewport: panel },
    ],
    [{ preset: 'default' }, { formats: ['scene', 'png'], preset: 'default', viewport: panel }],
    [
      { preset: 'macos-widget-large' },
      { formats: ['scene', 'png'], preset: 'macos-widget-large', viewport: { width: 360, height: 376 } },
    ],
    [
      { viewport: { width: 8192, height: 2048 } },
      { formats: ['scene', 'png'], preset: null, viewport: { width: 8192, height: 2048 } },
    ],
  ];
  for (const [request, expected] of cases)
    t.deepEqual(profile(request), { ...(expected as object), ...common } as never);
  t.is(profile({ colorMode: 'grayscale' }).colorMode, 'grayscale');
});

test('invalid output profiles are refused', (t) => {
  for (const request of [
    { formats: [] },
    { formats: ['png', 'png'] },
    { formats: ['raw2'] },
    { preset: 'huge' },
    { preset: 'default', viewport: { width: 800, height: 480 } },
    { viewport: { width: 0, height: 480 } },
    { viewport: { width: 8193, height: 1 } },
    { viewport: { width: 8192, height: 2049 } },
    { viewport: { width: 1.5, height: 1 } },
    { viewport: { width: 800 } },
    { colorMode: 'sepia' },
  ])
    t.false(outputRequest.safeParse(request).success, JSON.stringify(request));
});

async function make(stand: FacadeStand, output: OutputProfile, userId?: string) {
  const owner = userId ?? (await stand.addUser());
  const key = await stand.storeAsset(owner, await encode(drawQuarters(60, 40)).png().toBuffer());
  const source = { kind: 'image' as const, image: { key, contentType: 'image/png' as const, assetIndex: 0 } };
  const id = await stand.push(owner, { output }, { source });
  const read = async () => (await stand.as(owner).get(`/api/presentations/${id}`)).body;
  return { owner, id, read };
}

test('hardcode without a display becomes a Scene of one stretched image and a PNG', async (t) => {
  const stand = t.context;
  const output = profile({ preset: 'macos-widget-small' });
  const { id, read, owner } = await make(stand, output);
  const before = await read();
  t.like(before, { state: 'preparing', displayId: null, image: null, output });
  t.like(before.renditions[0], { state: 'preparing', url: null, expiresAt: null, failure: null });

  await stand.render(id);
  const ready = await read();
  t.is(ready.state, 'ready');
  t.is(ready.image, null);
  t.is(ready.scene.mediaType, 'application/vnd.placard.scene+json;version=1');
  t.is(ready.scene.version, 1);
  t.like(ready.scene.data, { version: 1, viewport: { width: 170, height: 170 } });
  t.is(ready.scene.data.elements.length, 1);
  const [element] = ready.scene.data.elements;
  t.like(element, { type: 'image', frame: { x: 0, y: 0, width: 170, height: 170 } });
  t.is(element.properties.fit, 'stretch');
  t.is((await fetch(element.properties.url)).headers.get('content-type'), 'image/png');

  t.is(ready.renditions.length, 1);
  const [rendition] = ready.renditions;
  t.like(rendition, {
    mediaType: 'image/png',
    format: 'png',
    width: 170,
    height: 170,
    colorMode: 'color',
    state: 'ready',
  });
  const { data } = await pixels(rendition.url);
  const at = (x: number, y: number) => [...data.subarray((y * 170 + x) * 3, (y * 170 + x) * 3 + 3)];
  t.deepEqual(
    [at(10, 10), at(160, 10), at(10, 160), at(160, 160)],
    [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 255],
    ],
  );
  t.deepEqual(await stand.db('display.pushes').where({ user_id: owner }), []);
  t.deepEqual(await stand.db('display.frames').where({ presentation_id: id }), []);
  t.is(stand.events.filter(({ presentationId }) => presentationId === id).length, 1);
});

async function pixels(url: string) {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

test('the PNG has the colour mode of the profile', async (t) => {
  const stand = t.context;
  for (const colorMode of ['color', 'grayscale', 'monochrome'] as const) {
    const { id, read } = await make(stand, profile({ viewport: { width: 40, height: 40 }, colorMode }));
    await stand.render(id);
    const [rendition] = (await read()).renditions;
    t.is(rendition.colorMode, colorMode);
    const { data } = await pixels(rendition.url);
    const codes = new Set(data);
    let grey = true;
    for (let p = 0; p < data.length; p += 3) grey &&= data[p] === data[p + 1] && data[p] === data[p + 2];
    t.is(grey, colorMode !== 'color');
    if (colorMode === 'monochrome') t.deepEqual([...codes].sort(), [0, 255]);
    else t.true(colorMode === 'color' || codes.size > 2);
  }
});

test('a profile without PNG ends ready with a Scene alone, and with a broken image failed', async (t) => {
  const stand = t.context;
  const output = profile({ formats: ['scene'] });
  const good = await make(stand, output);
  await stand.render(good.id);
  t.like(await good.read(), { state: 'ready' });
  t.deepEqual((await good.read()).renditions, []);

  const userId = await stand.addUser();
  const key = await stand.storeAsset(userId, Buffer.from('nothing to see'));
  const source = { kind: 'image' as const, image: { key, contentType: 'image/png' as const, assetIndex: 2 } };
  const id = await stand.push(userId, { output }, { source });
  await stand.render(id);
  const { body } = await stand.as(userId).get(`/api/presentations/${id}`);
  t.is(body.state, 'failed');
  t.like(body.failure, { code: 'invalid_asset', assetIndex: 2 });
});

test('a further rendition is made once for a size and colour mode, however many requests there are', async (t) => {
  const stand = t.context;
  const { owner, id, read } = await make(stand, profile({}));
  await stand.render(id);
  const path = `/api/presentations/${id}/renditions`;
  const ask = (body: unknown) => stand.as(owner).post(path, { body });

  const same = await ask({ formats: ['png'], viewport: { width: 800, height: 480 } });
  t.is(same.status, 200);
  t.is(same.body.state, 'ready');

  const small = { formats: ['png'], preset: 'macos-widget-small', colorMode: 'grayscale' };
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask(small)));
  t.deepEqual(responses.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
  t.is(new Set(responses.map(({ body }) => body.id)).size, 1);
  t.is((await stand.db('display.render_tasks').where({ presentation_id: id, kind: 'rendition' })).length, 1);

  await stand.render(id);
  const { state, renditions } = await read();
  t.is(state, 'ready');
  t.is(renditions.length, 2);
  t.like(renditions[1], { width: 170, height: 170, colorMode: 'grayscale', state: 'ready' });
  t.like((await pixels(renditions[1].url)).info, { width: 170, height: 170 });
  t.is(stand.events.filter(({ presentationId }) => presentationId === id).length, 1);
});

test('renditions are refused without a Scene, and for invalid profiles', async (t) => {
  const stand = t.context;
  const { owner, id } = await make(stand, profile({}));
  const displayed = await stand.push(owner, { displayId: await stand.addDisplay(owner) });
  const ask = async (which: string, body: unknown) => {
    const response = await stand.as(owner).post(`/api/presentations/${which}/renditions`, { body });
    return `${response.status} ${response.body.error.code}`;
  };
  t.is(await ask(displayed, { formats: ['png'] }), '409 invalid_state');
  for (const body of [
    { formats: ['scene'] },
    { formats: [] },
    { formats: ['png'], preset: 'default', viewport: { width: 1, height: 1 } },
    { formats: ['png'], viewport: { width: 9000, height: 1 } },
    null,
  ])
    t.is(await ask(id, body), '400 invalid_request', JSON.stringify(body));
});

test('a further rendition that failed is tried again when it is requested again', async (t) => {
  const stand = t.context;
  const { owner, id } = await make(stand, profile({}));
  await stand.render(id);
  const body = { formats: ['png'], preset: 'macos-widget-medium' };
  const first = await stand.as(owner).post(`/api/presentations/${id}/renditions`, { body });
  const failure = { code: 'internal_error', message: 'x', stage: null, retryable: true, assetIndex: null };
  await stand.db('display.renditions').where({ id: first.body.id }).update({ state: 'failed', failure });
  const again = await stand.as(owner).post(`/api/presentations/${id}/renditions`, { body });
  t.is(again.status, 200);
  t.like(again.body, { id: first.body.id, state: 'preparing', failure: null });
  await stand.render(id);
  const last = await stand.as(owner).post(`/api/presentations/${id}/renditions`, { body });
  t.is(last.body.state, 'ready');
});
