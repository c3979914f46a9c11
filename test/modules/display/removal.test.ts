import anyTest, { type TestFn } from 'ava';
import { normaliseOutput } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { type FacadeStand, startFacade } from './facade-stand.ts';

const test = anyTest as TestFn<FacadeStand>;
test.beforeEach(async (t) => {
  t.context = await startFacade();
});
test.afterEach.always(async (t) => t.context.close());

const DAY = 86_400;

async function keysUnder(stand: FacadeStand, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of stand.context.store.list(prefix)) keys.push(key);
  return keys;
}

/** What the jobs that remove stored objects were given, as far as they were enqueued. */
async function removedPrefixes({ db }: FacadeStand): Promise<string[]> {
  const jobs = await db('pgboss.job').where({ name: 'platform.remove-objects' });
  return jobs.map(({ data }) => data.prefix);
}

test('removing presentations withdraws the pending one and leaves the displayed picture', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await stand.push(userId, { displayId }));
  const [current, pending, kept] = ids as [string, string, string];
  await stand.render(current);
  const since = new Date('2026-11-20T10:00:00.000Z');
  await stand.db('display.devices').where({ id: displayId }).update({
    current_presentation_id: current,
    current_since: since,
    pending_presentation_id: pending,
    pending_since: since,
  });
  const targetless = await stand.push(userId, { output: normaliseOutput({}) });
  const rendition = await stand.db('display.renditions').where({ presentation_id: targetless }).first('id');

  const removed = [current, pending, targetless, newId()];
  await stand.db.transaction((trx) => stand.display.removePresentations(trx, userId, removed));
  const { body } = await stand.as(userId).get(`/api/displays/${displayId}`);
  t.like(body, {
    pendingPresentationId: null,
    currentPresentationId: null,
    currentPresentationUpdatedAt: null,
  });
  t.deepEqual((await stand.as(userId).get(`/api/displays/${displayId}/current-presentation`)).body, {
    presentation: null,
  });
  const device = await stand.db('display.devices').where({ id: displayId }).first();
  t.is(device.current_presentation_id, current); // still what the panel shows
  t.deepEqual(device.current_since, since);
  t.is((await stand.as(userId).get(`/api/presentations/${current}`)).status, 404);
  t.is((await stand.as(userId).get(`/api/presentations/${kept}`)).status, 200);
  t.deepEqual(
    (await removedPrefixes(stand)).sort(),
    [
      ...[current, pending, targetless].map((id) => `users/${userId}/frames/${id}/`),
      `users/${userId}/renditions/${rendition.id}/`,
    ].sort(),
  );
});

test('a user cannot remove the presentations of another', async (t) => {
  const stand = t.context;
  const [userId, other] = [await stand.addUser(), await stand.addUser()];
  const id = await stand.push(userId, { displayId: await stand.addDisplay(userId) });
  await stand.db.transaction((trx) => stand.display.removePresentations(trx, other, [id]));
  t.is((await stand.as(userId).get(`/api/presentations/${id}`)).status, 200);
  t.deepEqual(await removedPrefixes(stand), []);
});

test('erasing a user unbinds the panels and leaves no row of the user', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId, { nickname: 'Mine', tags: ['private'] });
  const shown = await stand.push(userId, { displayId });
  await stand.render(shown);
  await stand.push(userId, { displayId });
  await stand.push(userId, { output: normaliseOutput({}) });
  const bystander = await stand.addUser();
  const kept = await stand.push(bystander, { displayId: await stand.addDisplay(bystander) });

  await stand.db.transaction(async (trx) => {
    await stand.display.eraseUser(trx, userId);
    // What was removed is noted for readers that were away; deletion of the account forgets that as well.
    await trx('platform.removals').where({ user_id: userId }).delete();
    await trx('identity.users').where({ id: userId }).delete(); // no foreign key holds it back
  });
  const device = await stand.db('display.devices').where({ id: displayId }).first();
  t.like(device, {
    user_id: null,
    binding_id: null,
    nickname: null,
    tags: [],
    current_presentation_id: null,
  });
  for (const kind of ['frames', 'renditions'])
    t.true((await removedPrefixes(stand)).includes(`users/${userId}/${kind}/`));
  t.is((await stand.as(bystander).get(`/api/presentations/${kept}`)).status, 200);
});

test('the raw frames of old expired presentations are removed; previews and the displayed picture stay', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const ids: string[] = [];
  for (const state of ['expired', 'confirmed', 'expired']) {
    const id = await stand.push(userId, { displayId });
    await stand.render(id);
    await stand.db('display.presentations').where({ id }).update({ state });
    await stand
      .db('display.pushes')
      .where({ presentation_id: id })
      .update({ expired_at: stand.context.clock.now() });
    ids.push(id);
  }
  const [old, shown, recent] = ids as [string, string, string];
  stand.moveClock(91 * DAY);
  const now = stand.context.clock.now();
  await stand.db('display.pushes').where({ presentation_id: recent }).update({ expired_at: now });
  await stand.display.cleanUp();
  await stand.display.cleanUp();

  const formats = async (id: string) =>
    (await stand.db('display.frames').where({ presentation_id: id }).orderBy('format')).map(
      ({ format }) => format,
    );
  t.deepEqual(await formats(old), ['png']);
  t.deepEqual(await formats(shown), ['png', 'raw1', 'raw2', 'raw4']);
  t.deepEqual(await formats(recent), ['png', 'raw1', 'raw2', 'raw4']);
  t.is((await keysUnder(stand, `users/${userId}/frames/${old}/`)).length, 1);
  t.is((await keysUnder(stand, `users/${userId}/frames/${shown}/`)).length, 4);
  const read = async (format: string) =>
    (await stand.as(userId).get(`/api/presentations/${old}?format=${format}`)).body.image;
  t.truthy(await read('png'));
  t.is(await read('raw2'), null);
});

test('objects without a row are removed after a day, all others stay', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const shown = await stand.push(userId, { displayId });
  const scene = await stand.push(userId, { output: normaliseOutput({}) });
  await stand.render(shown);
  await stand.render(scene);
  const lost = await stand.push(userId, { displayId });
  const dropped = await stand.push(userId, { output: normaliseOutput({}) });
  await stand.render(lost);
  await stand.render(dropped);
  const before = await keysUnder(stand, `users/${userId}/`);
  // As if the removal jobs had never run.
  await stand.db('display.presentations').whereIn('id', [lost, dropped]).delete();
  await stand.display.cleanUp();
  t.deepEqual((await keysUnder(stand, `users/${userId}/`)).sort(), before.sort());

  stand.moveClock(25 * 3600);
  await stand.display.cleanUp();
  const left = await keysUnder(stand, `users/${userId}/`);
  t.is(left.filter((key) => key.includes('/frames/')).length, 4);
  t.is(left.filter((key) => key.includes(`/frames/${shown}/`)).length, 4);
  t.is(left.filter((key) => key.includes('/renditions/')).length, 1);
  t.is(left.filter((key) => key.includes('/assets/')).length, 4); // not this module's to judge
});

test('a render task whose job has vanished fails, and finished ones are deleted', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const done = await stand.push(userId, { displayId });
  await stand.render(done);
  stand.moveClock(16 * DAY);
  const waiting = await stand.push(userId, { displayId });
  stand.moveClock(14 * DAY);
  await stand.display.cleanUp();
  const state = async (id: string) => (await stand.as(userId).get(`/api/presentations/${id}`)).body.state;
  t.is(await state(waiting), 'preparing');
  t.deepEqual(await stand.db('display.render_tasks').where({ presentation_id: done }), []);
  stand.moveClock(2 * DAY);
  await stand.display.cleanUp();
  t.is(await state(waiting), 'failed');
});

test('queued entries expire after a week', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const old = await stand.push(userId, { displayId });
  await stand.render(old);
  stand.moveClock(6 * DAY);
  const fresh = await stand.push(userId, { displayId });
  await stand.render(fresh);
  stand.moveClock(DAY + 60);
  await stand.display.cleanUp();
  const { body } = await stand.as(userId).get(`/api/displays/${displayId}/queue`);
  t.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [fresh],
  );
  t.is((await stand.as(userId).get(`/api/presentations/${old}`)).body.state, 'expired');
});
