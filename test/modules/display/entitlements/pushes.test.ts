import anyTest, { type TestFn } from 'ava';
import type { NewPresentation } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { type DrivenPanel, ownPanel, states } from '#test/modules/display/delivery/panel-stand.ts';
import { type FacadeStand, startFacade } from '#test/modules/display/facade-stand.ts';
import { planSettings, unitsOf } from '#test/support/plans.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({
    ...planSettings({ free: { quotas: { pushes: 30 } } }),
    DISPLAY_MIN_DWELL_SECONDS: '0',
  });
});
test.after.always(async (t) => t.context.close());

const pushes = (stand: FacadeStand, userId: string) => unitsOf(stand.db, userId, 'pushes');

test('a push is used when it is first published; showing the picture again is free', async (t) => {
  const stand = t.context;
  const { userId, displayId, panel, queue } = await ownPanel(stand);
  const [first, second] = (await queue(0, 0)) as [string, string];
  t.deepEqual(await pushes(stand, userId), { reserved: 2, settled: 0, returned: 0 });
  await panel.confirm(await panel.show());
  t.deepEqual(await pushes(stand, userId), { reserved: 1, settled: 1, returned: 0 });
  await panel.follow();
  t.deepEqual(await states(stand, [first, second]), ['expired', 'confirmed']);
  for (const presentationId of [first, second, first]) {
    await stand.activate({ userId, displayId, presentationId });
    await panel.follow();
  }
  await stand.advance({ userId, displayId });
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 2, returned: 0 });
  const [third] = (await queue(0)) as [string];
  t.true((await stand.advance({ userId, displayId })).changed);
  t.deepEqual(await states(stand, [third]), ['published']);
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 3, returned: 0 });
});

interface Ending {
  userId: string;
  displayId: string;
  presentationId: string;
  panel: DrivenPanel;
}

/** Ways to end before having been published. */
const ENDS: Record<string, (stand: FacadeStand, it: Ending) => Promise<unknown>> = {
  'taken out of the queue': (stand, it) => stand.takeOut(it),
  'too old for its queue, as its panel goes on': (stand, it) => {
    stand.moveClock(169 * 3600);
    return stand.advance(it);
  },
  'too old for its queue, with its panel away': (stand) => {
    stand.moveClock(169 * 3600);
    return stand.display.cleanUp();
  },
  'removed with its content': ({ display, db }, { userId, presentationId }) =>
    db.transaction((trx) => display.removePresentations(trx, userId, [presentationId])),
  'its display unbound': (stand, it) => stand.unbind(it),
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`a push is returned when its queued presentation is ${name}`, async (t) => {
    const stand = t.context;
    const { userId, displayId, panel, queue } = await ownPanel(stand);
    const [pending, presentationId] = (await queue(0, 0)) as [string, string];
    await panel.show();
    t.deepEqual(await states(stand, [pending, presentationId]), ['published', 'queued']);
    await end(stand, { userId, displayId, presentationId, panel });
    t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 1, returned: 1 });
  });
}

test('with the policy latest, the pushes of older entries that were skipped are returned', async (t) => {
  const stand = t.context;
  const { userId, panel, queue } = await ownPanel(stand, { queue_policy: 'latest' });
  await queue(0, 0, 0);
  await panel.show();
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 1, returned: 2 });
});

test('the push of a presentation that cannot be rendered, or lost its display, is returned', async (t) => {
  const stand = t.context;
  const { userId, displayId } = await ownPanel(stand);
  const key = await stand.storeAsset(userId, new Uint8Array([1, 2, 3]));
  const image = { key, contentType: 'image/png' as const, assetIndex: 0 };
  const broken = await stand.push(userId, { displayId }, { source: { kind: 'image', image } });
  await stand.render(broken);
  t.deepEqual(await states(stand, [broken]), ['failed']);
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 0, returned: 1 });

  const lost = await stand.push(userId, { displayId });
  const task = await stand.taskOf(lost);
  await Promise.all([stand.failLostTask(task), stand.failLostTask(task)]);
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 0, returned: 2 });

  const unbound = await stand.push(userId, { displayId });
  await stand.unbind({ userId, displayId });
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 0, returned: 3 });
  await stand.renderTask(await stand.taskOf(unbound), true);
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 0, returned: 3 });
});

test('the push of a picture that was sent and could not be shown is used', async (t) => {
  const stand = t.context;
  const { userId, panel, queue } = await ownPanel(stand);
  const [id] = (await queue(0)) as [string];
  const failure = { cause: 'show', error: 'no' } as const;
  for (let n = 0; n < 3; n++) await panel.confirm(await panel.show(), { ...failure, commandId: newId() });
  t.deepEqual(await states(stand, [id]), ['failed']);
  t.deepEqual(await pushes(stand, userId), { reserved: 0, settled: 1, returned: 0 });
});

test('parallel pushes never exceed the quota, and a returned push can be used again', async (t) => {
  const stand = t.context;
  const { userId, displayId } = await ownPanel(stand);
  const all = () => Promise.allSettled(Array.from({ length: 40 }, () => stand.push(userId, { displayId })));
  const made = (await all()).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  t.is(made.length, 30);
  await stand.db.transaction((trx) => stand.display.removePresentations(trx, userId, made.slice(0, 7)));
  const more = (await all()).filter(({ status }) => status === 'fulfilled');
  t.is(more.length, 7);
  t.deepEqual(await pushes(stand, userId), { reserved: 30, settled: 0, returned: 7 });
});

test('a page for which the plan has no push left is an event for webhooks', async (t) => {
  const stand = t.context;
  const { userId, displayId } = await ownPanel(stand);
  await stand.db('platform.event_subscriptions').insert({ user_id: userId, types: ['presentation.failed'] });
  const key = await stand.storeAsset(userId, Buffer.from('not drawn here'));
  const item: NewPresentation = {
    ...{ userId, contents: [], mode: 'auto', title: null, analysisId: null, target: { displayId } },
    source: { kind: 'image', image: { key, contentType: 'image/png', assetIndex: 0 } },
  };
  const { beyondQuota } = await stand.db.transaction((trx) =>
    stand.display.createPresentations(trx, Array(31).fill(item), 'fail'),
  );
  const events = await stand.db('platform.outbox').where({ user_id: userId });
  t.deepEqual(
    events.map(({ type, data }) => [type, data.presentationId, data.failure.code]),
    [['presentation.failed', beyondQuota[0]?.presentationId, 'quota_exceeded']],
  );
});
