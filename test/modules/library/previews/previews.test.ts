import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import test from 'ava';
import { PNG } from 'pngjs';
import type { Client } from '#test/support/client.ts';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { planSettings } from '#test/support/plans.ts';
import { until } from '#test/support/until.ts';
import { type PushStand, startPushes } from '../push/stand.ts';
import { APP } from '../stand.ts';

let stand: PushStand;
test.before(async () => {
  stand = await startPushes({ worker: true, settings: { LINK_FETCH_ALLOW: '127.0.0.1' } });
});
test.after.always(() => stand?.close());

const PREVIEWS = `${APP}/previews`;

function preview(client: Client, query: string, raw: string | Uint8Array | FormData) {
  return client.post(`${PREVIEWS}${query}`, { raw: typeof raw === 'string' ? Buffer.from(raw) : raw });
}

/** The luminance of each pixel of a page's picture. */
function pixels(image: string): { width: number; height: number; values: number[] } {
  const { width, height, data } = PNG.sync.read(Buffer.from(image.split(',')[1] as string, 'base64'));
  return { width, height, values: Array.from({ length: width * height }, (_, at) => data[4 * at] as number) };
}

/** Of a display whose panel takes two bits a pixel. */
async function greyDisplay(client: Client): Promise<string> {
  const body = { hardwareId: `hw-${randomUUID()}`, format: 'raw2' };
  const enrolled = await client.post('/api/device/v1/enroll', { body });
  const code = enrolled.body.claim.code;
  return (await client.post(`${APP}/displays/claim`, { body: { code } })).body.id;
}

async function rawFrame(client: Client, presentationId: string): Promise<Uint8Array> {
  const { body } = await client.get(`${APP}/presentations/${presentationId}?format=raw2`);
  return new Uint8Array(await (await fetch(body.image.url)).arrayBuffer());
}

const photo = (width = 900, height = 500) => encode(drawPhotograph(width, height)).jpeg().toBuffer();

test('a preview is the picture that the panel is then sent, pixel by pixel', async (t) => {
  const { session: client } = await stand.newPusher();
  const displayId = await greyDisplay(client);
  const form = new FormData();
  form.append('title', 'Sunday');
  form.append('text', 'On the way to the lake');
  form.append('file', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), 'lake.jpg');
  for (const [name, raw, mode] of [
    ['text', 'Buy milk, eggs and two loaves of bread', ''],
    ['photo', await photo(), ''],
    ['photo as it is', await photo(), '&mode=hardcode'],
    ['form', form, ''],
  ] as const) {
    const { status, body } = await preview(client, `?display=${displayId}${mode}`, raw as string);
    t.is(status, 200, name);
    t.like(body.pages[0], { displayId, width: 800, height: 480 }, name);
    const pushed = await client.post(`/push/${displayId}?wait=1${mode}`, {
      token: (await client.post('/auth/tokens', { body: { name } })).body.token,
      raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
    });
    t.is(pushed.status, 201, name);
    const [presentationId] = (await rendered(client, pushed.body.content.id)).presentationIds;
    const frame = await rawFrame(client, presentationId);
    const { values } = pixels(body.pages[0].image);
    const sent = values.map((_, at) => 85 * (((frame[at >> 2] as number) >> (6 - 2 * (at % 4))) & 3));
    t.deepEqual(values, sent, name);
  }
});

/** A Content whose presentations have their frames. */
async function rendered(client: Client, contentId: string) {
  return until('a content with frames', async () => {
    const { body } = await client.get(`${APP}/contents/${contentId}`);
    const [first] = body.presentationIds;
    if (body.state === 'failed') throw new Error(JSON.stringify(body.failure));
    return first && (await client.get(`${APP}/presentations/${first}`)).body.image && body;
  });
}

test('without a display the preview names the one it would choose, and a size needs none', async (t) => {
  const { client, displayId } = await stand.newPusher();
  const chosen = await preview(client, '', 'Placard chooses');
  t.like(chosen.body, { morePages: 0, warnings: [] });
  t.is(chosen.body.pages[0].displayId, displayId);
  t.is(typeof chosen.body.pages[0].template, 'string');
  const sized = await preview(client, '?width=360&height=170', 'A widget');
  t.like(sized.body.pages[0], { displayId: null, width: 360, height: 170 });
  const { width, values } = pixels(sized.body.pages[0].image);
  t.is(width, 360);
  t.deepEqual([...new Set(values)].sort(), [0, 255]);
  t.is((await preview(client, '?display=kitchen', 'By its name')).body.pages[0].displayId, displayId);
});

test('a preview leaves no content, page, unit, row or object behind', async (t) => {
  const { client, displayId, userId } = await stand.newPusher();
  t.is((await preview(client, `?display=${displayId}`, await photo())).status, 200);
  t.is(
    (await preview(client, `?display=${displayId}`, Buffer.from('\x89PNG\r\n\x1a\nnone', 'latin1'))).status,
    400,
  );
  const { db } = stand.app;
  t.deepEqual((await client.get(`${APP}/contents`)).body.items, []);
  t.deepEqual((await client.get(`${APP}/presentations?scope=all`)).body.items, []);
  t.deepEqual(await db('library.previews').where({ user_id: userId }), []);
  const objects = await readdir(`${stand.config.DATA_DIR}/objects/users/${userId}`, {
    recursive: true,
  }).catch(() => []);
  t.deepEqual(
    objects.filter((name) => /\/[0-9a-f]{64}$/.test(name)),
    [],
  );
});

test('a preview refuses what a push would refuse', async (t) => {
  const { client, displayId } = await stand.newPusher();
  const { client: stranger, displayId: foreign } = await stand.newPusher();
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
  for (const [query, raw, status, code] of [
    [`?display=${displayId}`, broken, 400, 'invalid_asset'],
    [`?display=${displayId}`, '', 400, 'invalid_request'],
    [`?display=${foreign}`, 'x', 403, 'access_denied'],
    [`?display=attic`, 'x', 404, 'display_not_found'],
    [`?dispaly=${displayId}`, 'x', 400, 'invalid_request'],
    ['?width=360', 'x', 400, 'invalid_request'],
    ['?width=2000&height=2000', 'x', 400, 'invalid_request'],
    ['?width=0&height=1', 'x', 400, 'invalid_request'],
    [`?display=${displayId}&width=10&height=10`, 'x', 400, 'invalid_request'],
    [`?display=${displayId}&mode=hardcode`, 'a text', 400, 'invalid_asset'],
  ] as const) {
    const response = await preview(client, query, raw as string);
    t.deepEqual([response.status, response.body.error.code], [status, code], query);
  }
  t.is((await stranger.delete(`${APP}/displays/${foreign}`)).status, 200);
  const none = await preview(stranger, '', 'No wall');
  t.deepEqual([none.status, none.body.error.code], [422, 'no_compatible_display']);
  const large = await preview(client, '', new Uint8Array(stand.config.MAX_ASSET_BYTES + 1));
  t.deepEqual([large.status, large.body.error.code], [413, 'asset_too_large']);
});

test('previews have a limit of their own, and a free plan may draw them', async (t) => {
  const limited = await startPushes({
    worker: true,
    settings: { ...planSettings({}), RATE_LIMITS: 'on', RATE_PREVIEW_PER_MINUTE: '2' },
  });
  t.teardown(() => limited.close());
  const { client } = await limited.newPusher();
  for (const expected of [200, 200, 429]) t.is((await preview(client, '', 'Again')).status, expected);
  const usage = (await limited.app.db('billing.reservations').count('* as n').first()) ?? { n: 0 };
  t.is(Number(usage.n), 0);
});

test('a cancelled preview, or one whose process died, leaves nothing after the sweep', async (t) => {
  const idle = await startPushes();
  t.teardown(() => idle.close());
  const { session, userId } = await idle.newPusher();
  const { db, library } = idle.app;
  const left = new AbortController();
  const { token } = (await session.post('/auth/tokens', { body: { name: 'x' } })).body;
  const waiting = fetch(`${idle.url}${PREVIEWS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'Nobody draws this',
    signal: left.signal,
  });
  await until('a preview that waits', async () => (await db('library.previews')).length > 0);
  left.abort();
  await t.throwsAsync(waiting);
  await until('no preview that waits', async () => (await db('library.previews')).length === 0);

  const id = randomUUID();
  await db('library.previews').insert({
    ...{ id, user_id: userId, state: 'waiting', request: '{}' },
    created_at: new Date(Date.now() - 3600_000),
  });
  await library.cleanUp();
  t.deepEqual(await db('library.previews'), []);
});
