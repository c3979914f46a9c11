import { randomUUID } from 'node:crypto';
import test from 'ava';
import { workerContext } from '#test/modules/library/analyses/worker-context.ts';
// Behind index.ts: a content that is deleted while its upload is received.
import { receiveUpload } from '../../../../modules/library/contents/receive-upload.ts';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  link,
  pdf,
  png,
  read,
  startLibrary,
  text,
  upload,
} from '../stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

const BYTES = new Uint8Array([1, 2, 3, 4, 5]);
const OTHER = new Uint8Array([5, 4, 3, 2, 1]);

const tickets = (
  client: Awaited<ReturnType<LibraryStand['newUser']>>['client'],
  id: string,
  assetIndexes: unknown,
) => client.post(`${APP}/contents/${id}/upload-tickets`, { body: { assetIndexes } });
const code = (response: { status: number; body: any }) =>
  `${response.status} ${response.body.error?.code ?? 'ok'}`;

test('confirm reports missing uploads, and succeeds with all of them', async (t) => {
  const { client, userId } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5), text('a'), pdf(5)] });
  const { id } = created.body.content;
  t.like((await confirm(client, id)).body, {
    state: 'pending',
    upload: { status: 'partial', failedAssetIndexes: [0, 2] },
    failedAssetIndexes: [0, 2],
    processing: { stage: 'awaiting_upload' },
  });
  t.is(await upload(created.body.uploadTickets[1], BYTES), 204);
  const partial = (await confirm(client, id)).body;
  t.like(partial, { state: 'pending', upload: { status: 'partial', failedAssetIndexes: [0] } });
  t.deepEqual(
    partial.assets.map((asset: any) => asset.uploadState),
    ['failed', 'uploaded', 'uploaded'],
  );

  t.is(await upload(created.body.uploadTickets[0], OTHER), 204);
  const complete = (await confirm(client, id)).body;
  t.like(complete, { upload: { status: 'complete', failedAssetIndexes: [] } });
  t.deepEqual(
    complete.assets.map((asset: any) => asset.uploadState),
    ['uploaded', 'uploaded', 'uploaded'],
  );
  const files = await stand.app.db('library.files').where({ content_id: id }).orderBy('asset_index');
  t.deepEqual(
    files.map((file) => file.asset_index),
    [0, 2],
  );
  for (const file of files)
    t.true(file.key.startsWith(`users/${userId}/assets/${id}/${file.asset_index}/${file.sha256}`));
});

test('a Content without uploads can be confirmed at once', async (t) => {
  const { client } = await stand.newUser();
  const { body } = await create(client, { mode: 'auto', assets: [link('https://a.b')] });
  t.like(body.content, { state: 'pending', upload: { status: 'complete' } });
  t.not((await confirm(client, body.content.id)).body.state, 'pending');
});

test('fresh tickets for uploads that failed, any number of them; the newest bytes count', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [text('a'), png(5), png(5)] });
  const { id } = created.body.content;
  await confirm(client, id);
  const first = await tickets(client, id, [1]);
  t.is(first.status, 200);
  t.is(first.body.content.id, id);
  t.deepEqual(
    first.body.uploadTickets.map((ticket: any) => ticket.assetIndex),
    [1],
  );
  const second = await tickets(client, id, [2, 1, 1]);
  t.deepEqual(second.body.uploadTickets.map((ticket: any) => ticket.assetIndex).sort(), [1, 2]);
  const byIndex = (index: number) =>
    second.body.uploadTickets.find((ticket: any) => ticket.assetIndex === index);

  t.is(await upload(first.body.uploadTickets[0], BYTES), 204);
  t.is(await upload(byIndex(1), OTHER), 204);
  t.is(await upload(byIndex(2), BYTES), 204);
  t.like((await confirm(client, id)).body, { upload: { status: 'complete' } });
  const file = await stand.app.db('library.files').where({ content_id: id, asset_index: 1 }).first();
  t.is(file.sha256, await hash(OTHER));
});

async function hash(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}

test('tickets are refused for text and links, for indexes that are not there, and once processing has started', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [text('a'), png(5), link('http://b.c')] });
  const { id } = created.body.content;
  for (const indexes of [[0], [2], [3], [-1], [1, 0], [], 'x', ['1'], [1.5], Array(51).fill(1)])
    t.is(code(await tickets(client, id, indexes)), '400 invalid_request', JSON.stringify(indexes));
  const named = await tickets(client, id, [0, 1, 9]);
  t.deepEqual(
    named.body.error.details.fields.map((field: any) => field.path),
    ['assetIndexes.0', 'assetIndexes.2'],
  );
  await upload(created.body.uploadTickets[0], BYTES);
  await confirm(client, id);
  t.is(code(await tickets(client, id, [1])), '409 invalid_state');
});

for (const mode of ['auto', null]) {
  test(`mode ${mode}: the same bytes may be sent again with any valid ticket until processing starts`, async (t) => {
    const { client } = await stand.newUser();
    const created = await create(client, { mode, assets: [png(5), png(5)] });
    const { id } = created.body.content;
    const [ticket] = created.body.uploadTickets;
    t.is(await upload(ticket, BYTES), 204);
    t.is(await upload(ticket, BYTES), 204, 'the answer was lost');
    await confirm(client, id);
    const before = (await read(client, id)).body;
    t.is(await upload(ticket, BYTES), 204, 'after confirm');
    t.is(await upload(ticket, BYTES), 204, 'and again');
    t.is(await upload(ticket, OTHER), 409);
    const fresh = await tickets(client, id, [0, 1]);
    t.is(code(fresh), '200 ok');
    t.is(await upload(fresh.body.uploadTickets[0], OTHER), 409);
    t.is(await upload(fresh.body.uploadTickets[0], BYTES), 204);
    const after = (await read(client, id)).body;
    t.deepEqual({ ...after, updatedAt: null }, { ...before, updatedAt: null });
    const files = await stand.app.db('library.files').where({ content_id: id });
    t.deepEqual(
      files.map((file) => file.sha256),
      [await hash(BYTES)],
    );
  });
}

test('a Content that is only stored gets tickets when it is ready, but none once an Analysis uses it', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const created = await create(client, { assets: [png(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], BYTES);
  const fresh = await tickets(client, id, [0]);
  t.like(fresh.body.content, { state: 'ready', upload: { status: 'complete' } });
  t.is(await upload(fresh.body.uploadTickets[0], BYTES), 204);
  t.is((await client.post(`${APP}/analyses`, { body: { contentIds: [id] }, key: randomUUID() })).status, 202);
  t.is(code(await tickets(client, id, [0])), '409 invalid_state');
  t.is(await upload(fresh.body.uploadTickets[0], BYTES), 204, 'the ticket is still good');
  t.is(await upload(fresh.body.uploadTickets[0], OTHER), 409);
});

test('renewing tickets discards the bytes of older ones, so that an asset never has two uploads', async (t) => {
  const { client, userId } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5), png(5)] });
  const { id } = created.body.content;
  const staged = async () => {
    const found = [];
    for await (const { key } of store.list(`staging/${userId}/${id}/`)) found.push(key);
    return found;
  };
  const { store } = await workerContext(stand);
  let all = [created.body.uploadTickets[0]];
  t.is(await upload(all[0], BYTES), 204);
  t.is(await upload(created.body.uploadTickets[1], BYTES), 204);
  t.is((await staged()).length, 2);
  all = [...all, ...(await tickets(client, id, [0])).body.uploadTickets];
  t.deepEqual(await staged(), [created.body.uploadTickets[1].fields.key], 'of the other asset');
  for (let i = 0; i < 6; i++) all.push((await tickets(client, id, [0])).body.uploadTickets[0]);
  t.deepEqual(await Promise.all(all.map((ticket) => upload(ticket, BYTES))), Array(8).fill(204));
  t.deepEqual(
    (await staged()).sort(),
    [all.at(-1).fields.key, created.body.uploadTickets[1].fields.key].sort(),
  );
  t.like((await confirm(client, id)).body, { upload: { status: 'complete' } });
  for (const ticket of all) t.is(await upload(ticket, BYTES), 204);
  t.true((await staged()).length <= 2);
});

test('nothing sent after confirm changes the bytes', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5), png(5)] });
  const [ticket] = created.body.uploadTickets;
  await upload(ticket, BYTES);
  await confirm(client, created.body.content.id);
  t.is(await upload(ticket, OTHER), 409);
  const file = await stand.app.db('library.files').where({ content_id: created.body.content.id }).first();
  t.is(file.sha256, await hash(BYTES));
});

test('uploads with the wrong size are refused and count as missing', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5)] });
  const [ticket] = created.body.uploadTickets;
  for (const bytes of [new Uint8Array(4), new Uint8Array(6)]) t.not(await upload(ticket, bytes), 204);
  t.like((await confirm(client, created.body.content.id)).body, { upload: { status: 'partial' } });
});

test('without a mode a Content is ready as soon as its last asset has arrived', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { assets: [png(5), text('a'), pdf(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[1], BYTES);
  const some = (await read(client, id)).body;
  t.like(some, { state: 'pending', upload: { status: 'awaiting_upload' } });
  t.deepEqual(
    some.assets.map((asset: any) => asset.uploadState),
    ['pending', 'uploaded', 'uploaded'],
  );
  await upload(created.body.uploadTickets[0], BYTES);
  const all = (await read(client, id)).body;
  t.like(all, { state: 'ready', upload: { status: 'complete' }, processing: { stage: null } });
  t.deepEqual((await confirm(client, id)).body, all);
});

test('confirm of a Content without a mode names missing uploads, and finds one whose notification was lost', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { assets: [png(5), png(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], BYTES);
  t.like((await confirm(client, id)).body, {
    state: 'pending',
    upload: { status: 'partial', failedAssetIndexes: [1] },
    processing: { stage: null },
  });
  await upload(created.body.uploadTickets[1], BYTES);
  // As if the process had died between taking the upload in and telling of it.
  await stand.app.db('library.files').where({ content_id: id, asset_index: 1 }).delete();
  await stand.app
    .db('library.raw_upload_items')
    .where({ content_id: id, asset_index: 1 })
    .update({ upload_state: 'pending' });
  await stand.app.db('library.contents').where({ id }).update({ state: 'pending', upload_status: 'partial' });
  t.like((await confirm(client, id)).body, {
    state: 'ready',
    upload: { status: 'complete', failedAssetIndexes: [] },
  });
});

test('contents with a mode wait for their confirm', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5)] });
  await upload(created.body.uploadTickets[0], BYTES);
  t.like((await read(client, created.body.content.id)).body, {
    state: 'pending',
    assets: [{ uploadState: 'pending' }],
  });
});

test('an upload that ends after its Content was deleted succeeds and is not kept', async (t) => {
  const { client } = await stand.newUser();
  const made = await create(client, { assets: [png(BYTES.length)] });
  const { id } = made.body.content;
  const [ticket] = made.body.uploadTickets;
  const context = await workerContext(stand);
  const store: typeof context.store = {
    ...context.store,
    async promote(...call) {
      const promoted = await context.store.promote(...call);
      t.is((await client.delete(`${APP}/contents/${id}`)).status, 200);
      return promoted;
    },
  };
  t.is(await upload(ticket, BYTES), 204, 'which tells of it as well');
  // As it was before it was told.
  await stand.app.db('library.files').where({ content_id: id }).delete();
  await stand.app.db('library.contents').where({ id }).update({ state: 'pending' });
  await stand.app
    .db('library.raw_upload_items')
    .where({ content_id: id })
    .update({ upload_state: 'pending' });
  await t.notThrowsAsync(receiveUpload({ ...context, store }, ticket.fields.key, await hash(BYTES)));
});
