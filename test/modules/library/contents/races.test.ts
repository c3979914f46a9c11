import test from 'ava';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  parallel,
  png,
  startLibrary,
  text,
  upload,
} from '../stand.ts';
import { effects } from './effects.ts';

let stand: LibraryStand;
/** Room for the page of one picture. */
const SHARE = 1_600_000;

test.before(async () => {
  stand = await startLibrary({ settings: { STORAGE_MAX_BYTES_PER_USER: String(SHARE) } });
});
test.after.always(() => stand?.close());

const BYTES = new Uint8Array([1, 2, 3, 4, 5]);
const ONCE = { presentations: 1, tasks: 1, jobs: 1, files: 1 };

test('50 parallel confirms make one Presentation and one job', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], BYTES);
  const responses = await parallel(50, () => confirm(client, id));
  for (const response of responses) t.like(response, { status: 200, body: { state: 'processing' } });
  t.is(new Set(responses.map(({ text: body }) => body)).size, 1);
  t.deepEqual(await effects(stand.app.db, id), ONCE);
  const { body } = await client.get(`${APP}/presentations?scope=all`);
  t.is(body.items.length, 1);
});

test('confirms that race the last upload end complete, with one effect', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
  const { id } = created.body.content;
  await Promise.all([upload(created.body.uploadTickets[0], BYTES), parallel(25, () => confirm(client, id))]);
  t.like((await confirm(client, id)).body, { state: 'processing', upload: { failedAssetIndexes: [] } });
  t.deepEqual(await effects(stand.app.db, id), ONCE);
});

test('all uploads of a Content without a mode at once make it ready once', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, { assets: Array(20).fill(png(5)) });
  const statuses = await Promise.all(created.body.uploadTickets.map((ticket: any) => upload(ticket, BYTES)));
  t.deepEqual(new Set(statuses), new Set([204]));
  const { body } = await client.get(`${APP}/contents/${created.body.content.id}`);
  t.like(body, { state: 'ready', upload: { status: 'complete' } });
  t.is((await effects(stand.app.db, created.body.content.id)).files, 20);
});

test('40 uploads of the same bytes, confirms and renewals at once end in one effect, and none of them fails', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  for (const mode of ['hardcode', null]) {
    const target = mode ? { mode, displayId } : {};
    const created = await create(client, { ...target, assets: [png(5)] });
    const { id } = created.body.content;
    const [ticket] = created.body.uploadTickets;
    const renew = () => client.post(`${APP}/contents/${id}/upload-tickets`, { body: { assetIndexes: [0] } });
    const work = [
      () => upload(ticket, BYTES),
      async () => (await confirm(client, id)).status,
      async () => (await renew()).status,
    ];
    const statuses = await parallel(40, (index) => work[index % (index < 20 ? 2 : 3)]!());
    for (const [index, status] of statuses.entries()) {
      const expected = [[204], [200], [200, 409]][index % (index < 20 ? 2 : 3)];
      t.true(expected?.includes(status), `${index}: ${status}`);
    }
    const again = await renew();
    if (again.status === 200) t.is(await upload(again.body.uploadTickets[0], BYTES), 204);
    t.like((await confirm(client, id)).body, { upload: { status: 'complete', failedAssetIndexes: [] } });
    const { files, ...rest } = await effects(stand.app.db, id);
    t.is(files, 1);
    if (mode) t.deepEqual({ files, ...rest }, ONCE);
    t.is(await upload(ticket, BYTES), 204);
    t.is(await upload(ticket, BYTES.toReversed()), 409);
  }
});

test('confirms that race a deletion leave nothing', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const created = await create(client, { mode: 'hardcode', displayId, assets: [png(5)] });
  const { id } = created.body.content;
  await upload(created.body.uploadTickets[0], BYTES);
  const [deleted, ...confirms] = await Promise.all([
    client.delete(`${APP}/contents/${id}`),
    ...Array.from({ length: 10 }, () => confirm(client, id)),
  ]);
  t.is(deleted.status, 200);
  for (const { status } of confirms) t.true(status === 200 || status === 404);
  t.is((await confirm(client, id)).status, 404);
  t.deepEqual((await client.get(`${APP}/presentations?scope=all`)).body.items, []);
  t.is((await effects(stand.app.db, id)).files, 0);
});

test("parallel submissions cannot exceed the user's storage limit", async (t) => {
  const { client } = await stand.newUser();
  const responses = await parallel(20, () => create(client, { assets: [png(250_000)] }));
  t.is(responses.filter(({ status }) => status === 201).length, 6);
  for (const { status, body } of responses.filter((response) => response.status !== 201))
    t.is(`${status} ${body.error.code}`, '503 processing_unavailable');
  t.is((await create(client, { assets: [text('words take no share')] })).status, 201);
  t.is((await create(client, { assets: [png(100_000)] })).status, 201);
  t.is((await create((await stand.newUser()).client, { assets: [png(SHARE)] })).status, 201);
});

test('submissions that race the deletion of their account leave nothing', async (t) => {
  const user = await stand.newUser();
  const deletion = user.client.call('DELETE', '/auth/account', {
    body: { confirm: true, password: user.password },
  });
  const responses = await parallel(30, () => create(user.client, { assets: [text('late'), png(5)] }));
  t.is((await deletion).status, 204);
  for (const { status, body } of responses)
    t.true(status === 201 || `${status} ${body.error.code}` === '401 authentication_failed', `${status}`);
  t.is((await create(user.client, { assets: [text('later')] })).status, 401);
  for (const table of ['contents', 'raw_upload_items', 'search_documents'])
    t.deepEqual(await stand.app.db(`library.${table}`).where({ user_id: user.userId }), [], table);
});
