import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { connectPanel, deviceRow, ownPanel, states } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '60', QUEUE_MAX_AGE_HOURS: '168' });
});
test.after.always(async (t) => t.context.close());

test('the first entry is published at once, the next when the first has been shown for the dwell time', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = (await queue(0, 0)) as [string, string];
  const command = await panel.show();
  t.is(command.presentationId, ids[0]);
  t.deepEqual(await states(stand, ids), ['published', 'queued']);
  await panel.confirm(command);

  const waiting = await panel.wanted();
  t.is(waiting.command, null);
  const shownAt = (await deviceRow(stand, panel.displayId)).current_since;
  t.is(waiting.recheckAt?.getTime(), shownAt.getTime() + 60_000);
  stand.moveClock(59);
  t.is((await panel.wanted()).command, null);
  stand.moveClock(1);
  t.deepEqual(await panel.follow(), [ids[1]]);
  t.deepEqual(await states(stand, ids), ['expired', 'confirmed']);
});

test('a command names a frame that can be fetched, in the format of the panel', async (t) => {
  const stand = t.context;
  for (const [format, sizeBytes] of [
    ['raw1', 48_000],
    ['raw2', 96_000],
    ['raw4', 192_000],
  ] as const) {
    const { panel, queue } = await ownPanel(stand, { format });
    await queue(0);
    const command = await panel.show();
    t.is(command.format, format);
    t.is(command.sizeBytes, sizeBytes);
    const response = await fetch(command.url);
    t.is(response.status, 200);
    t.is((await response.arrayBuffer()).byteLength, sizeBytes);
    const left = (Date.parse(command.expiresAt) - stand.context.clock.now().getTime()) / 1000;
    t.true(left > 890 && left <= 900);
  }
});

test('entries are published by priority, then by age', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = await queue(0, 5, 0, 5);
  const order: string[] = [];
  for (let n = 0; n < ids.length; n++) {
    order.push(...(await panel.follow()));
    stand.moveClock(60);
  }
  t.deepEqual(
    order.map((id) => ids.indexOf(id)),
    [1, 3, 0, 2],
  );
});

test('nothing is published to a disconnected panel, and the queue continues when it is back', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  await panel.disconnect();
  const ids = await queue(0);
  t.true((await panel.wanted()).superseded);
  t.deepEqual(await states(stand, ids), ['queued']);
  const again = await connectPanel(stand, panel.displayId);
  t.deepEqual(await again.follow(), ids);
});

test('a second entry is never published while one is pending', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const ids = await queue(0, 9);
  const first = await panel.show();
  stand.moveClock(3600);
  t.is((await panel.show()).presentationId, first.presentationId);
  t.is((await states(stand, ids)).filter((state) => state === 'published').length, 1);
});

test('with the policy `latest` the newest entry is published and older ones expire', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand, { queue_policy: 'latest' });
  const ids = await queue(0, 0, 0);
  t.deepEqual(await panel.follow(), [ids[2]]);
  t.deepEqual(await states(stand, ids), ['expired', 'expired', 'confirmed']);
});

test('an entry that waited too long expires and is not published', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  const [old] = (await queue(0)) as [string];
  stand.moveClock(168 * 3600 + 1);
  const [fresh] = (await queue(0)) as [string];
  t.deepEqual(await panel.follow(), [fresh]);
  t.deepEqual(await states(stand, [old]), ['expired']);
});

test('a changed format sends the picture again, and only the new frame confirms it', async (t) => {
  const stand = t.context;
  const { panel, queue } = await ownPanel(stand);
  await queue(0);
  const before = await panel.show();
  await panel.confirm(before);
  await stand.db('display.devices').where({ id: panel.displayId }).update({ format: 'raw4' });
  const after = await panel.show();
  t.is(after.presentationId, before.presentationId);
  t.is(after.format, 'raw4');
  await panel.confirm(before);
  t.is((await panel.show()).format, 'raw4');
  await panel.confirm(after);
  t.is((await panel.wanted()).command, null);
});

test('an entry that is to be shown now precedes the entries before it, which stay queued', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId } = await ownPanel(stand);
  const ids = (await queue(0, 0, 0)) as [string, string, string];
  await panel.confirm(await panel.show());
  const display = await stand.showEntry({ userId, displayId, presentationId: ids[2] });
  t.is(display.pendingPresentationId, ids[2], 'though the dwell time is not over');
  t.is((await panel.show()).presentationId, ids[2]);
  t.deepEqual(await states(stand, ids), ['expired', 'queued', 'published']);
});

test('an entry that has left the queue is not shown from it', async (t) => {
  const stand = t.context;
  const { panel, queue, userId, displayId } = await ownPanel(stand);
  const [shown, waiting] = (await queue(0, 0)) as [string, string];
  await panel.confirm(await panel.show());
  const show = (presentationId: string, who = userId, where = displayId) =>
    stand.showEntry({ userId: who, displayId: where, presentationId });
  await t.throwsAsync(show(shown), { code: 'invalid_state' });
  await t.throwsAsync(show(newId()), { code: 'presentation_not_found' });
  const stranger = await ownPanel(stand);
  await t.throwsAsync(show(waiting, stranger.userId), { code: 'access_denied' });
  await t.throwsAsync(show(waiting, stranger.userId, stranger.displayId), { code: 'presentation_not_found' });
  t.deepEqual(await states(stand, [waiting]), ['queued']);
});
