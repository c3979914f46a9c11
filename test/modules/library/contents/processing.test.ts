import test from 'ava';
import { photographPng } from '#test/support/images.ts';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  png,
  startLibrary,
  text,
  until,
  upload,
} from '../stand.ts';

let stand: LibraryStand;
let photo: Uint8Array;
test.before(async () => {
  stand = await startLibrary({ worker: true });
  photo = await photographPng(160, 96);
});
test.after.always(() => stand?.close());

type User = Awaited<ReturnType<LibraryStand['newUser']>>;

async function hardcode({ client }: User, where: Record<string, unknown>, bytes = photo): Promise<any> {
  const body = { mode: 'hardcode', title: 'Holiday', ...where, assets: [png(bytes.length)] };
  const created = await create(client, body);
  await upload(created.body.uploadTickets[0], bytes);
  return created.body.content;
}

test('a hardcode Content for a display is processing, then ready with one Presentation', async (t) => {
  const user = await stand.newUser();
  const displayId = await claimDisplay(user.client);
  const { id } = await hardcode(user, { displayId });
  const confirmed = (await confirm(user.client, id)).body;
  if (confirmed.state === 'processing')
    t.like(confirmed, { presentationIds: [], processing: { stage: 'creating_presentations' } });
  const ready = await until(user.client, id, 'ready');
  t.like(ready, { processing: { stage: 'complete', error: null }, failure: null, analysisIds: [] });
  t.is(ready.presentationIds.length, 1);
  const { body: presentation } = await user.client.get(`${APP}/presentations/${ready.presentationIds[0]}`);
  t.like(presentation, { displayId, mode: 'hardcode', title: 'Holiday', contentIds: [id], analysisId: null });
  t.deepEqual((await confirm(user.client, id)).body, ready, 'a further confirm changes nothing');
});

test('hardcode without a display: a Targetless Presentation in the wanted size', async (t) => {
  const user = await stand.newUser();
  const { id } = await hardcode(user, {
    output: { viewport: { width: 100, height: 50 }, colorMode: 'grayscale' },
  });
  await confirm(user.client, id);
  const ready = await until(user.client, id, 'ready');
  const { body } = await user.client.get(`${APP}/presentations/${ready.presentationIds[0]}`);
  t.like(body, {
    displayId: null,
    mode: 'hardcode',
    contentIds: [id],
    output: { viewport: { width: 100, height: 50 } },
  });
});

for (const [name, where] of [
  ['for a display', async (user: User) => ({ displayId: await claimDisplay(user.client) })],
  ['targetless', async () => ({ output: {} })],
] as const) {
  test(`bytes that are not an image fail the Content, ${name}`, async (t) => {
    const user = await stand.newUser();
    const { id } = await hardcode(user, await where(user), new TextEncoder().encode('this is no picture'));
    await confirm(user.client, id);
    const failed = await until(user.client, id, 'failed');
    t.like(failed.failure, { code: 'invalid_asset', assetIndex: 0, retryable: false });
    t.deepEqual(failed.processing, { stage: 'failed', warnings: [], error: failed.failure });
    t.deepEqual(failed.presentationIds, []);
    t.like(failed.upload, { status: 'complete' });
  });
}

test('a display that was unbound before confirm fails the Content, even when another user has claimed it', async (t) => {
  const user = await stand.newUser();
  const displayId = await claimDisplay(user.client);
  const first = await hardcode(user, { displayId });
  const second = await create(user.client, { mode: 'manual', displayId, assets: [text('a')] });
  await user.client.delete(`${APP}/displays/${displayId}`);
  t.like((await confirm(user.client, first.id)).body.failure, {
    code: 'display_not_found',
    retryable: false,
  });
  const heir = await stand.newUser();
  await stand.app
    .db('display.devices')
    .where({ id: displayId })
    .update({ user_id: heir.userId, binding_id: heir.userId, bound_at: new Date() });
  t.like((await confirm(user.client, second.body.content.id)).body.failure, { code: 'display_not_found' });
  t.is((await heir.client.get(`${APP}/displays/${displayId}/queue`)).body.items.length, 0);
});

test('a panel of another size fails the Content with display_incompatible', async (t) => {
  const user = await stand.newUser();
  const displayId = await claimDisplay(user.client, { width: 640, height: 384 });
  const { id } = await hardcode(user, { displayId });
  t.like((await confirm(user.client, id)).body.failure, { code: 'display_incompatible' });
});
