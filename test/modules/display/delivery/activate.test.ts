import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { ownPanel, states } from './panel-stand.ts';

const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0' });
});
test.after.always(async (t) => t.context.close());

/** A panel that has shown `shown` pictures, one after the other. */
async function panelWithHistory(stand: FacadeStand, shown: number) {
  const own = await ownPanel(stand);
  const ids = await own.queue(...Array<number>(shown).fill(0));
  await own.panel.follow();
  const activate = (presentationId: string) =>
    stand.activate({ userId: own.userId, displayId: own.displayId, presentationId });
  const reasonAgainst = async (presentationId: string) => {
    const error = await activate(presentationId).then(
      () => null,
      (thrown) => thrown,
    );
    return error?.details?.reason ?? error?.code;
  };
  return { ...own, ids, activate, reasonAgainst };
}

test('an expired picture can be shown again, and the one displayed expires at once', async (t) => {
  const stand = t.context;
  const { ids, panel, activate } = await panelWithHistory(stand, 2);
  const [first, second] = ids as [string, string];
  t.deepEqual(await states(stand, ids), ['expired', 'confirmed']);
  const display = await activate(first);
  t.is(display.pendingPresentationId, first);
  t.is(display.currentPresentationId, second);
  t.deepEqual(await states(stand, ids), ['published', 'expired']);
  t.deepEqual(await panel.follow(), [first]);
  t.deepEqual(await states(stand, ids), ['confirmed', 'expired']);
});

test('activating works whether or not the panel is online', async (t) => {
  const stand = t.context;
  const { ids, panel, activate } = await panelWithHistory(stand, 2);
  await panel.disconnect();
  t.is((await activate(ids[0] as string)).pendingPresentationId, ids[0] as string);
});

test('activating the pending picture, or the displayed one with none pending, changes nothing', async (t) => {
  const stand = t.context;
  const { ids, activate, displayId } = await panelWithHistory(stand, 2);
  const [first, second] = ids as [string, string];
  const countEvents = () => stand.events.filter((event) => event.displayId === displayId).length;
  const before = countEvents();
  t.is((await activate(second)).pendingPresentationId, null);
  t.is(countEvents(), before);
  await activate(first);
  t.is(countEvents(), before + 1);
  await activate(first);
  t.is(countEvents(), before + 1);
});

test('activating the displayed picture while another is pending makes it pending again', async (t) => {
  const stand = t.context;
  const { ids, panel, activate } = await panelWithHistory(stand, 2);
  const [first, second] = ids as [string, string];
  await activate(first);
  const display = await activate(second);
  t.is(display.pendingPresentationId, second);
  t.deepEqual(await states(stand, ids), ['expired', 'published']);
  // The panel last said that it shows this very picture, but it may have been sent a command to show the other since.
  t.deepEqual(await panel.follow(), [second]);
  t.deepEqual(await states(stand, ids), ['expired', 'confirmed']);
});

test('a presentation that the panel cannot show is refused with the reason, in the order of the specification', async (t) => {
  const stand = t.context;
  const { userId, displayId, queue, panel, activate, reasonAgainst } = await panelWithHistory(stand, 1);
  const output = {
    formats: ['scene' as const],
    preset: null,
    viewport: { width: 80, height: 48 },
    colorMode: 'color' as const,
    pixelRatio: 1 as const,
  };
  const targetless = await stand.push(userId, { output });
  const unrendered = await stand.push(userId, { displayId });
  const [waiting] = (await queue(0)) as [string];
  const elsewhere = await panelWithHistory(stand, 1);
  const otherDisplay = await stand.addDisplay(userId);
  await stand.db('display.devices').where({ id: elsewhere.displayId }).update({ user_id: userId });
  await stand.db('display.presentations').where({ id: elsewhere.ids[0] }).update({ user_id: userId });

  t.is(await reasonAgainst(newId()), 'presentation_not_found');
  t.is(await reasonAgainst(targetless), 'targetless');
  t.is(await reasonAgainst(unrendered), 'not_rendered');
  t.is(await reasonAgainst(waiting), 'not_delivered');
  t.is(await reasonAgainst(elsewhere.ids[0] as string), 'other_display');
  t.deepEqual(await panel.follow(), [waiting]);
  await t.throwsAsync(stand.activate({ userId, displayId: newId(), presentationId: waiting }), {
    code: 'display_not_found',
  });
  const stranger = await stand.addUser();
  await t.throwsAsync(stand.activate({ userId: stranger, displayId, presentationId: waiting }), {
    code: 'access_denied',
  });
  t.is((await activate(waiting)).currentPresentationId, waiting);
  t.truthy(otherDisplay);
});

test('advance publishes the next entry even while one is pending, and reports an empty queue', async (t) => {
  const stand = t.context;
  const { userId, displayId, queue, panel, ids } = await panelWithHistory(stand, 1);
  const queued = (await queue(0, 0)) as [string, string];
  const advance = () => stand.advance({ userId, displayId });
  const once = await advance();
  t.true(once.changed);
  t.is(once.display.pendingPresentationId, queued[0]);
  const twice = await advance();
  t.is(twice.display.pendingPresentationId, queued[1]);
  t.deepEqual(await states(stand, [...ids, ...queued]), ['expired', 'expired', 'published']);
  t.false((await advance()).changed);
  t.deepEqual(await panel.follow(), [queued[1]]);
});

test('an entry that is taken out of the queue is never shown; others cannot be taken out', async (t) => {
  const stand = t.context;
  const { userId, displayId, queue, panel, ids } = await panelWithHistory(stand, 1);
  const [away, stays] = (await queue(0, 0)) as [string, string];
  const remove = (presentationId: string) => stand.takeOut({ userId, displayId, presentationId });
  await remove(away);
  t.deepEqual(await panel.follow(), [stays]);
  t.deepEqual(await states(stand, [away]), ['expired']);
  for (const id of [away, stays, ids[0] as string])
    await t.throwsAsync(remove(id), { code: 'invalid_state' });
  await t.throwsAsync(remove(newId()), { code: 'presentation_not_found' });
});
