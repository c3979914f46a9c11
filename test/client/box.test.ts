import test from 'ava';
import sharp from 'sharp';
import { Placard, PlacardError } from '#client/index.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { unpack } from '#worker/imaging/unpack.ts';

let app: TestApp;
test.before(async () => {
  app = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => app?.close());

async function newOwner() {
  const person = await registerPerson(createClient(app), app.url);
  const { body } = await person.app.post('/auth/tokens', { body: { name: 'client' } });
  return { person, placard: new Placard({ url: app.url, token: body.token }) };
}

test('a panel is claimed, a note and a photograph are pushed, and the panel shows them', async (t) => {
  const { person, placard } = await newOwner();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const [display] = (await placard.displays.list()).items;
  t.like(display, { id: displayId, name: 'Hall' });
  const renamed = await placard.displays.update(displayId, { nickname: 'Kitchen' });
  t.is(renamed.name, 'Kitchen');

  const photo = await encode(drawPhotograph(900, 500)).jpeg().toBuffer();
  const file = new File([new Uint8Array(photo)], 'lake.jpg', { type: 'image/jpeg' });
  const seen: string[] = [];
  const note = await placard.push('Buy milk', {
    display: displayId,
    waitSeconds: 60,
    onProgress: ({ content }) => seen.push(content.state),
  });
  t.is(note.presentations[0]?.state, 'confirmed');
  t.is(seen.at(-1), 'ready');
  const photograph = await placard.push([file, 'At the lake'], { display: displayId, waitSeconds: 60 });
  t.is(photograph.content.assets.length, 2);
  t.is(photograph.presentations[0]?.state, 'confirmed');
  const current = await placard.displays.currentPresentation(displayId);
  t.is(current?.id, photograph.presentations[0]?.id);

  await placard.displays.activate(displayId, note.presentations[0]?.id ?? '');
  await panel.confirmed(note.presentations[0]?.id ?? '');
  const types: string[] = [];
  for await (const event of placard.analyses.events(note.content.analysisIds[0] ?? ''))
    types.push(event.type);
  t.is(types[0], 'analysis.created');
  t.is(types.at(-1), 'analysis.completed');
  t.is((await placard.presentations.list({ displayId })).items.length, 2);
  t.true((await placard.displays.log(displayId)).items.length > 0);
  t.deepEqual(await placard.displays.advance(displayId).then(({ changed }) => changed), false);
  await placard.contents.delete(note.content.id);
  await placard.displays.unbind(displayId);
  t.deepEqual((await placard.displays.list()).items, []);
});

test('a preview draws what a push would show and stores nothing', async (t) => {
  const { person, placard } = await newOwner();
  const { displayId } = await person.panel();
  const photo = await encode(drawPhotograph(300, 200)).jpeg().toBuffer();
  const file = new File([new Uint8Array(photo)], 'lake.jpg', { type: 'image/jpeg' });
  const { pages } = await placard.preview([file, 'At the lake', 'https://127.0.0.1/'], {
    display: displayId,
  });
  t.like(pages, [{ displayId, width: 800, height: 480 }]);
  t.true(pages[0]?.image.startsWith('data:image/png;base64,iVBOR'));
  const small = await placard.preview('A widget', { size: { width: 170, height: 170 } });
  t.like(small.pages, [{ displayId: null, width: 170 }]);
  t.deepEqual((await placard.contents.list()).items, []);
});

test('a page is returned pixel by pixel as its panel shows it, and a photograph as it was sent', async (t) => {
  const { person, placard } = await newOwner();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const photo = await encode(drawPhotograph(300, 200)).jpeg().toBuffer();
  const file = new File([new Uint8Array(photo)], 'früh "am" See.jpg', { type: 'image/jpeg' });
  const { content } = await placard.push([file, 'At the lake'], { display: displayId, waitSeconds: 60 });
  const [presentationId = ''] = content.presentationIds;
  const png = Buffer.from(await (await placard.presentations.picture(presentationId)).arrayBuffer());
  const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  t.like(info, { width: 800, height: 480 });
  const { bytes } = await panel.shown(presentationId);
  const dots = unpack(bytes, 800, 480, 1);
  t.true(data.equals(dots), 'the pixels are those on the glass');

  const index = content.assets.findIndex(({ type }) => type === 'image');
  const download = await fetch((await placard.contents.original(content.id, index)).url);
  t.deepEqual(Buffer.from(await download.arrayBuffer()), photo);
  const disposition = download.headers.get('content-disposition') ?? '';
  t.regex(disposition, /^attachment; filename="fr_h _am_ See.jpg"; filename\*=UTF-8''fr%C3%BCh/);

  const missing = (work: Promise<unknown>, code: string) =>
    t.throwsAsync(work, { instanceOf: PlacardError, message: /./ }).then((error) => t.is(error?.code, code));
  await missing(placard.contents.original(content.id, 1 - index), 'not_found');
  await missing(placard.contents.original(content.id, 7), 'not_found');
  const { placard: stranger } = await newOwner();
  await missing(stranger.presentations.picture(presentationId), 'presentation_not_found');
  await missing(stranger.contents.original(content.id, index), 'content_not_found');
});

test('lists are read over all pages, and refusals have their reason', async (t) => {
  const { placard } = await newOwner();
  for (let i = 0; i < 7; i++)
    await placard.contents.create({ assets: [{ type: 'text', text: `Note ${i}` }] });
  const texts: (string | null | undefined)[] = [];
  for await (const content of placard.contents.list({ limit: 3 })) texts.push(content.assets[0]?.text);
  t.deepEqual(
    texts,
    [6, 5, 4, 3, 2, 1, 0].map((i) => `Note ${i}`),
  );
  const refused = await t.throwsAsync(() => placard.push('a', { display: 'not an id' }), {
    instanceOf: PlacardError,
  });
  t.like(refused, { status: 400, code: 'invalid_request' });
  t.regex(refused?.requestId ?? '', /^req_/);
  t.like(refused?.details, { fields: [{ path: 'displayId' }] });
  const stranger = new Placard({ url: app.url, token: 'plc_pat_wrong' });
  t.like(await t.throwsAsync(() => stranger.displays.list()), { status: 401, code: 'authentication_failed' });
});

test('a session uses the app’s prefix and is notified of its renewed token', async (t) => {
  const client = createClient(app);
  const { body } = await client.post('/auth/register', {
    body: { email: 'session@example.org', username: 'session', password: 'correct horse' },
  });
  const placard = new Placard({ url: app.url, token: () => Promise.resolve(body.accessToken) });
  t.deepEqual((await placard.displays.list()).items, []);
});

test('changes of a display are streamed one by one', async (t) => {
  const { person, placard } = await newOwner();
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const seen: string[] = [];
  for await (const change of placard.events()) {
    seen.push(change.event);
    if (change.event === 'reset') await placard.push('Buy milk', { display: displayId });
    if (change.event === 'presentation.changed' && change.data.state === 'confirmed') break;
  }
  t.is(seen[0], 'reset');
  for (const event of ['content.changed', 'presentation.changed', 'display.changed'])
    t.true(seen.includes(event), event);
});
