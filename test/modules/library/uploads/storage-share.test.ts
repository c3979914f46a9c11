import test from 'ava';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { drawPdf } from '#test/support/papers.ts';
import { until } from '#test/support/until.ts';
import { type Pusher, type PushStand, startPushes } from '../push/stand.ts';
import { APP, confirm, create, parallel, png, read, text } from '../stand.ts';

const LIMIT = 8_000_000;

let stand: PushStand;
let store: ObjectStore;
test.before(async () => {
  stand = await startPushes({ worker: true, settings: { STORAGE_MAX_BYTES_PER_USER: String(LIMIT) } });
  const { config, keys, clock } = stand.app;
  store = (await createObjectStore({ config, keys, clock, onUploaded: async () => {} })).store;
});
test.after.always(() => stand?.close());

// One after the other: they keep every core of the one worker busy.
test.serial('all stored bytes of a user count exactly, and are freed with their content', async (t) => {
  const pusher = await stand.newPusher();
  const paper = drawPdf('Minutes', [{ heading: 'Minutes', lines: ['The wheelbarrow was repaired.'] }]);
  const responses = await parallel(4, (index) =>
    index === 0 ? pusher.push('', paper) : pusher.push('', `Note ${index}`),
  );
  for (const { status } of responses) t.is(status, 201);
  const output = { viewport: { width: 360, height: 170 }, formats: ['png'] };
  for (const { body } of responses) await settled(pusher, body.content.id);
  const contentIds = [responses[1]?.body.content.id];
  const created = await pusher.session.post(`${APP}/analyses`, {
    key: 'share-of-output',
    body: { mode: 'ai', contentIds, target: { output } },
  });
  t.is(created.status, 202, JSON.stringify(created.body));
  await rendered(pusher, 5);
  await takesExactlyTheRest(t, pusher);

  const { id, presentationIds } = (
    await pusher.session.get(`${APP}/contents/${responses[0]?.body.content.id}`)
  ).body;
  t.is((await pusher.session.delete(`${APP}/contents/${id}`)).status, 200);
  await emptied(`users/${pusher.userId}/assets/${id}/`);
  await emptied(`users/${pusher.userId}/frames/${presentationIds[0]}/`);
  await rendered(pusher, 4);
  await takesExactlyTheRest(t, pusher);
});

test.serial('once the storage limit is reached, texts and analyses are refused too', async (t) => {
  const pusher = await stand.newPusher();
  const { body } = await pusher.push('', 'A note');
  await settled(pusher, body.content.id);
  await rendered(pusher, 1);
  const rest = LIMIT - (await stored(pusher));
  const other = await pusher.push('', 'Another note');
  t.is((await create(pusher.session, { assets: [png(rest)] })).status, 503, 'the page that is being made');
  await settled(pusher, other.body.content.id);
  await rendered(pusher, 2);
  t.is((await create(pusher.session, { assets: [png(LIMIT - (await stored(pusher)))] })).status, 201);
  const refused = await Promise.all([
    pusher.push('', 'One more'),
    create(pusher.session, { assets: [text('One more')] }),
    pusher.session.post(`${APP}/analyses`, {
      key: 'one-more-run',
      body: { mode: 'ai', contentIds: [body.content.id] },
    }),
  ]);
  for (const response of refused)
    t.is(`${response.status} ${response.body.error?.code}`, '503 processing_unavailable');
});

test.serial('the pictures of dozens of simultaneous pushes stay within the storage limit', async (t) => {
  const pusher = await stand.newPusher();
  const responses = await parallel(60, (index) => pusher.push('', `Note ${index}`));
  const taken = responses.filter(({ status }) => status === 201);
  for (const { status, body } of responses)
    if (status !== 201) t.is(`${status} ${body.error.code}`, '503 processing_unavailable');
  t.true(taken.length >= 12 && taken.length < 40, `${taken.length} were taken`);
  for (const { body } of taken) await settled(pusher, body.content.id);
  await rendered(pusher, taken.length);
  t.true((await stored(pusher)) <= LIMIT);
  // They took less than was expected of them, and the difference is free again.
  t.is((await pusher.push('', 'And one more')).status, 201);
});

test.serial('renditions that are requested at once stay within the storage limit', async (t) => {
  const pusher = await stand.newPusher();
  const output = { viewport: { width: 200, height: 200 }, formats: ['scene'] };
  const made = await create(pusher.session, { mode: 'auto', output, assets: [text('A note')] });
  const { id } = made.body.content;
  t.is((await confirm(pusher.session, id)).status, 200);
  await settled(pusher, id);
  await rendered(pusher, 1);
  const [presentationId] = (await read(pusher.session, id)).body.presentationIds;
  const responses = await parallel(40, (index) =>
    pusher.session.post(`${APP}/presentations/${presentationId}/renditions`, {
      body: { viewport: { width: 2000 + index, height: 2000 } },
    }),
  );
  const taken = responses.filter(({ status }) => status === 201);
  t.true(taken.length >= 4 && taken.length < 12, `${taken.length} were taken`);
  for (const { status, body } of responses)
    if (status !== 201) t.is(`${status} ${body.error.code}`, '503 processing_unavailable');
  await rendered(pusher, 1);
  t.true((await stored(pusher)) <= LIMIT);
});

test.serial('a failure frees the bytes that were reserved for it', async (t) => {
  const pusher = await stand.newPusher();
  const broken = await pusher.push('', Buffer.from('%PDF-1.7 of which nothing more came'));
  t.is(broken.status, 201, JSON.stringify(broken.body));
  const { id } = broken.body.content;
  await failed(pusher, id);
  await pusher.session.delete(`${APP}/contents/${id}`);
  await emptied(`users/${pusher.userId}/assets/${id}/`);
  await rendered(pusher, 0);
  await takesExactlyTheRest(t, pusher);
});

async function stored({ userId }: Pusher): Promise<number> {
  let bytes = 0;
  for await (const { sizeBytes } of store.list(`users/${userId}/`)) bytes += sizeBytes;
  return bytes;
}

/** Asks for one byte more than there is room for, then for all the room there is, and gives that back. */
async function takesExactlyTheRest(
  t: { is(actual: unknown, expected: unknown, message?: string): unknown },
  pusher: Pusher,
): Promise<void> {
  const rest = LIMIT - (await stored(pusher));
  t.is((await create(pusher.session, { assets: [png(rest + 1)] })).status, 503, 'a byte too many');
  const all = await create(pusher.session, { assets: [png(rest)] });
  t.is(all.status, 201, 'all that is left');
  await pusher.session.delete(`${APP}/contents/${all.body.content.id}`);
}

async function settled({ session }: Pusher, id: string): Promise<void> {
  await until('a content that is ready', async () => {
    const { body } = await session.get(`${APP}/contents/${id}`);
    if (body.state === 'failed') throw new Error(JSON.stringify(body.failure));
    return body.state === 'ready';
  });
}

/** Waits until as many presentations are there, all of them rendered, and every run has its archive. */
async function rendered({ userId }: Pusher, count: number): Promise<void> {
  await until(`${count} presentations that are rendered`, async () => {
    const { rows } = await stand.app.db.raw(
      `select (select count(*)::int from display.presentations where user_id = :userId) as made,
         (select count(*)::int from display.render_tasks where user_id = :userId and state = 'waiting') as waiting,
         (select count(*)::int from library.analyses where user_id = :userId and archive_key is null) as unarchived`,
      { userId },
    );
    const [{ made, waiting, unarchived }] = rows;
    return made === count && waiting === 0 && unarchived === 0;
  });
}

async function failed({ session }: Pusher, id: string): Promise<void> {
  const content = () => session.get(`${APP}/contents/${id}`);
  await until('a content that failed', async () => (await content()).body.state === 'failed');
}

async function emptied(prefix: string): Promise<void> {
  await until(`nothing below ${prefix}`, async () => {
    for await (const _ of store.list(prefix)) return false;
    return true;
  });
}
