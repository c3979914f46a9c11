import test from 'ava';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { referenceDither, referencePack } from '#test/support/reference-dither.ts';

const WIDTH = 800;
const HEIGHT = 480;
const drawing = drawPhotograph(WIDTH, HEIGHT);
const photograph = { bytes: await encode(drawing).png().toBuffer(), contentType: 'image/png' };

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app.close());

/** The toned luminance of decisions on frames, in floating point and straight from its definition. */
function expectedFrame(bits: number): Uint8Array {
  const codes = Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [red, green, blue] = drawing.data.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    const luma = Math.floor((13933 * red + 46871 * green + 4732 * blue) / 65536 + 0.5);
    return Math.round(255 * (luma / 255) ** 1.3);
  });
  return referencePack(referenceDither(codes, WIDTH, HEIGHT, 2 ** bits), bits);
}

for (const [format, bits] of [
  ['raw1', 1],
  ['raw2', 2],
  ['raw4', 4],
] as const) {
  test(`register, claim, push, confirm: the screen holds exactly the ${format} frame of the slow reference`, async (t) => {
    const person = await registerPerson(createClient(app), app.url);
    const { panel, displayId } = await person.panel({ format });
    t.teardown(() => panel.cutPower());
    await person.app.patch(`/api/app/v1/displays/${displayId}`, { body: { tone: 'plain' } });
    const contentId = await person.push(photograph, { displayId });
    const content = await person.settled(contentId);
    t.is(content.state, 'ready');
    const [presentationId] = content.presentationIds;
    const frame = await panel.shown(presentationId);
    t.deepEqual(Buffer.from(frame.bytes), Buffer.from(expectedFrame(bits)));
    await panel.confirmed(presentationId);

    const display = (await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).body;
    t.like(display, { currentPresentationId: presentationId, pendingPresentationId: null, online: true });
    const current = await person.sdk.get(`/api/sdk/v1/displays/${displayId}/current-presentation`);
    t.like(current.body.presentation, {
      id: presentationId,
      state: 'confirmed',
      contentIds: [contentId],
      mode: 'hardcode',
    });
    const preview = await fetch(current.body.presentation.image.url);
    const pixels = await sharp(Buffer.from(await preview.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer();
    t.deepEqual(pixels, Buffer.from(drawing.data), 'the preview keeps the colours');
  });
}

test('a second push replaces the first, and going back shows the first again', async (t) => {
  const person = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const second = {
    ...photograph,
    bytes: await encode(drawPhotograph(WIDTH, HEIGHT, 2))
      .png()
      .toBuffer(),
  };
  const ids: string[] = [];
  for (const picture of [photograph, second]) {
    const content = await person.settled(await person.push(picture, { displayId }));
    ids.push(content.presentationIds[0]);
    await panel.confirmed(content.presentationIds[0]);
  }
  const [first, last] = ids;
  t.is((await person.sdk.get(`/api/sdk/v1/presentations/${first}`)).body.state, 'expired');

  const from = panel.events.list.length;
  const back = await person.sdk.post(`/api/sdk/v1/displays/${displayId}/current`, {
    body: { presentationId: first },
  });
  t.like(back.body.display, { pendingPresentationId: first, currentPresentationId: last });
  await panel.confirmed(first as string, { from });
  const display = (await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).body;
  t.like(display, { currentPresentationId: first, pendingPresentationId: null });
  t.is((await person.sdk.get(`/api/sdk/v1/presentations/${last}`)).body.state, 'expired');
});

test('an image with a wrong declared type fails its Content and does not change the panel', async (t) => {
  const person = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const truncated = { ...photograph, bytes: photograph.bytes.subarray(0, 5000) };
  const content = await person.settled(await person.push(truncated, { displayId }));
  t.like(content, {
    state: 'failed',
    presentationIds: [],
    processing: { error: { code: 'invalid_asset', assetIndex: 0 } },
  });
  t.is((await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).body.pendingPresentationId, null);
});

test('an unbound panel shows a claim code again, and pushes of its former owner no longer reach it', async (t) => {
  const person = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const { content, uploadTickets } = (await person.create(photograph, { displayId })).body;
  await fetch(uploadTickets[0].url).catch(() => {});
  const from = panel.events.list.length;
  t.is((await person.app.delete(`/api/app/v1/displays/${displayId}`)).status, 200);
  await panel.command('claim_code', { from });
  t.is((await person.sdk.get(`/api/sdk/v1/displays/${displayId}`)).status, 404);
  t.is((await person.sdk.get(`/api/sdk/v1/contents/${content.id}`)).body.state, 'pending');
});
