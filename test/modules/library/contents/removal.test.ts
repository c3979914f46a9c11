import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { photographPng } from '#test/support/images.ts';
import { until as untilTrue } from '#test/support/until.ts';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  pdf,
  png,
  read,
  startLibrary,
  text,
  until,
  upload,
} from '../stand.ts';

let stand: LibraryStand;
let folder: string;
test.before(async () => {
  stand = await startLibrary({ worker: true });
  folder = stand.config.STORAGE_URL.slice('file:'.length);
});
test.after.always(() => stand?.close());

const BYTES = new Uint8Array([1, 2, 3, 4, 5]);
const HOUR = 3_600_000;
const TABLES = ['contents', 'raw_upload_items', 'files', 'search_documents'];

/** Files below the object store whose path holds every part. */
async function objects(...parts: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return objects(...parts); // a folder went while it was being read
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => parts.every((part) => path.includes(part)));
}

async function untilGone(...parts: string[]): Promise<void> {
  await untilTrue(`${parts.join(' ')} to be gone`, async () => (await objects(...parts)).length === 0);
}

async function rows(userId: string): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => {
    const found = await stand.app.db(`library.${table}`).where({ user_id: userId });
    return [table, found.length] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Tables of all modules, and of the platform, that name the user in a row. */
async function tablesNaming(userId: string): Promise<string[]> {
  const { db } = stand.app;
  const found = await db('information_schema.columns')
    .where({ column_name: 'user_id' })
    .whereNot('table_schema', 'pgboss')
    .select('table_schema', 'table_name');
  const counts = found.map(async ({ table_schema, table_name }) => {
    const table = `${table_schema}.${table_name}`;
    return (await db(table).where({ user_id: userId }).first()) ? [table] : [];
  });
  return (await Promise.all(counts)).flat();
}

const NOTHING = { contents: 0, raw_upload_items: 0, files: 0, search_documents: 0 };

async function cleanUp(): Promise<void> {
  const handler = stand.app.jobHandlers.find(({ queue }) => queue.name === 'platform.clean-up');
  await handler?.handle({}, { jobId: '', attempt: 1, lastAttempt: false });
}

async function age(paths: string[], hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * HOUR);
  for (const path of paths) await utimes(path, then, then);
}

const setBack = (id: string, hours: number) =>
  stand.app
    .db('library.contents')
    .where({ id })
    .update({ updated_at: new Date(Date.now() - hours * HOUR) });

test('deleting a Content deletes its bytes and Presentations', async (t) => {
  const { client, userId } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const photo = await photographPng(80, 48);
  const created = await create(client, { mode: 'hardcode', displayId, assets: [png(photo.length)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], photo);
  await confirm(client, id);
  const ready = await until(client, id, 'ready');
  t.true((await objects(id)).length > 0);

  const { status, body } = await client.delete(`${APP}/contents/${id}`);
  t.deepEqual({ status, body }, { status: 200, body: { ok: true } });
  t.is((await read(client, id)).status, 404);
  t.is((await client.delete(`${APP}/contents/${id}`)).status, 404);
  t.is((await client.get(`${APP}/presentations/${ready.presentationIds[0]}`)).status, 404);
  t.deepEqual((await client.get(`${APP}/displays/${displayId}/queue`)).body.items, []);
  t.deepEqual(await rows(userId), NOTHING);
  await untilGone(id);
  await untilGone(ready.presentationIds[0]);
});

test('deleting a Content during rendering deletes its Presentation', async (t) => {
  const { client } = await stand.newUser();
  const photo = await photographPng(80, 48);
  const created = await create(client, { mode: 'hardcode', output: {}, assets: [png(photo.length)] });
  await upload(created.body.uploadTickets[0], photo);
  await confirm(client, created.body.content.id);
  t.is((await client.delete(`${APP}/contents/${created.body.content.id}`)).status, 200);
  t.deepEqual((await client.get(`${APP}/presentations?scope=all`)).body.items, []);
});

test('an erased account leaves no row and no byte', async (t) => {
  const user = await stand.newUser();
  const created = await create(user.client, { assets: [png(5), pdf(5), text('a')] });
  await upload(created.body.uploadTickets[0], BYTES);
  await create(user.client, { mode: 'auto', assets: [png(5)] });
  t.true((await objects(user.userId)).length > 0);
  t.true((await tablesNaming(user.userId)).includes('platform.idempotency_keys'));
  const { status } = await user.client.call('DELETE', '/auth/account', {
    body: { confirm: true, password: user.password },
  });
  t.is(status, 204);
  t.deepEqual(await tablesNaming(user.userId), []);
  await untilGone(user.userId);
});

test.serial('uploads that were not confirmed in 7 days expire', async (t) => {
  const { client, userId } = await stand.newUser();
  const make = async (mode: string | undefined) => {
    const created = await create(client, { mode, assets: [png(5), png(5), text('kept')] });
    await upload(created.body.uploadTickets[0], BYTES);
    return created.body.content.id as string;
  };
  const [old, oldWithoutMode, young] = [await make('auto'), await make(undefined), await make('auto')];
  const words = (await create(client, { mode: 'auto', assets: [text('never confirmed')] })).body.content.id;
  await confirm(client, old); // one has been kept, the other is missing
  for (const id of [old, oldWithoutMode, words]) await setBack(id, 7 * 24 + 1);
  await setBack(young, 7 * 24 - 1);
  await cleanUp();

  const failed = (await read(client, old)).body;
  t.like(failed, { state: 'failed', failure: { code: 'upload_expired' }, processing: { stage: 'failed' } });
  t.deepEqual(
    failed.assets.map((asset: any) => asset.uploadState),
    ['failed', 'failed', 'uploaded'],
  );
  t.like((await read(client, oldWithoutMode)).body, {
    state: 'failed',
    failure: { code: 'upload_expired' },
    processing: { stage: null },
  });
  t.is((await read(client, young)).body.state, 'pending');
  t.is((await read(client, words)).body.state, 'pending', 'words have no bytes to give up');

  await untilGone(old);
  await untilGone(oldWithoutMode);
  t.true((await objects(young)).length > 0);
  const held = await stand.app
    .db('library.raw_upload_items')
    .where({ user_id: userId })
    .sum('held_bytes as bytes');
  t.is(held[0]?.bytes, 10, 'only the young one counts against the share');
  t.deepEqual((await confirm(client, old)).body, failed);
});

for (const mode of ['auto', undefined]) {
  test.serial(
    `mode ${mode}: fresh tickets make an upload that expired pending again, and its bytes stay`,
    async (t) => {
      const { client, userId } = await stand.newUser();
      await claimDisplay(client);
      const created = await create(client, { mode, assets: [png(5), text('kept'), pdf(5)] });
      const { id } = created.body.content;
      await upload(created.body.uploadTickets[0], BYTES);
      await confirm(client, id);
      await setBack(id, 7 * 24 + 1);
      await cleanUp();
      t.is((await read(client, id)).body.failure.code, 'upload_expired');

      const renewed = await client.post(`${APP}/contents/${id}/upload-tickets`, {
        body: { assetIndexes: [0, 2] },
      });
      t.is(renewed.status, 200);
      t.like(renewed.body.content, {
        state: 'pending',
        failure: null,
        upload: { status: 'awaiting_upload', failedAssetIndexes: [] },
        processing: { stage: mode ? 'awaiting_upload' : null, error: null },
      });
      const [held] = await stand.app
        .db('library.raw_upload_items')
        .where({ user_id: userId })
        .sum('held_bytes as bytes');
      t.is(held?.bytes, 10, 'it counts against the share again');
      for (const ticket of renewed.body.uploadTickets) t.is(await upload(ticket, BYTES), 204);
      const confirmed = (await confirm(client, id)).body;
      t.like(confirmed, { upload: { status: 'complete', failedAssetIndexes: [] } });
      // The removal of the bytes that expired may come as late as this.
      const remove = stand.app.jobHandlers.find(({ queue }) => queue.name === 'platform.remove-objects');
      const [expired] = await stand.app
        .db('pgboss.job')
        .where({ name: 'platform.remove-objects' })
        .whereRaw("data->>'prefix' like ?", [`%assets/${id}/`]);
      await remove?.handle(expired.data, { jobId: '', attempt: 1, lastAttempt: false });
      t.is((await objects('assets', id)).length, 2);
    },
  );
}

test.serial('fresh tickets postpone the expiry', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { mode: 'auto', assets: [png(5)] });
  const { id } = created.body.content;
  await setBack(id, 8 * 24);
  await client.post(`${APP}/contents/${id}/upload-tickets`, { body: { assetIndexes: [0] } });
  await cleanUp();
  t.is((await read(client, id)).body.state, 'pending');
});

test.serial(
  'objects without a row are removed after a day; those with a row, and pending uploads, stay',
  async (t) => {
    const { client } = await stand.newUser();
    const photo = await photographPng(80, 48);
    const done = await create(client, { mode: 'hardcode', output: {}, assets: [png(photo.length)] });
    await upload(done.body.uploadTickets[0], photo);
    await confirm(client, done.body.content.id);
    await until(client, done.body.content.id, 'ready');
    const waiting = await create(client, { mode: 'auto', assets: [png(5)] });
    await upload(waiting.body.uploadTickets[0], BYTES);
    const lost = await create(client, { mode: 'auto', assets: [png(5)] });
    await upload(lost.body.uploadTickets[0], BYTES);
    const [doneId, waitingId, lostId] = [done, waiting, lost].map((response) => response.body.content.id);
    await stand.app.db('library.contents').where({ id: lostId }).delete();

    await cleanUp();
    t.is((await objects(lostId)).length, 1, 'it may be an upload under way');
    const staged = await objects('staging', doneId);
    t.is(staged.length, 1);
    await age([...(await objects(doneId)), ...(await objects(waitingId)), ...(await objects(lostId))], 25);
    await cleanUp();
    t.deepEqual(await objects(lostId), []);
    t.deepEqual(await objects('staging', doneId), [], 'the upload was copied');
    t.is((await objects('/users/', doneId)).length, 1, 'the copy is what is read');
    t.is((await objects(waitingId)).length, 1);
    t.is((await confirm(client, waitingId)).body.upload.status, 'complete');
  },
);
