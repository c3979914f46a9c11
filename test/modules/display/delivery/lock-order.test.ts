import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { normaliseOutput, outputRequest } from '#modules/display';
import { planSettings } from '#test/support/plans.ts';
import { whileUserIsLocked } from '#test/support/user-first.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { ownPanel } from './panel-stand.ts';

/** Whatever writes something down for a user while it holds a panel has to hold the user first. */
const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({
    ...planSettings({ free: { displays: null, quotas: { pushes: 1000 } } }),
    DISPLAY_MIN_DWELL_SECONDS: '0',
  });
});
test.after.always(async (t) => t.context.close());

async function waitsForUserFirst(
  t: ExecutionContext<FacadeStand>,
  { userId, displayId }: { userId: string; displayId: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const panel = { table: 'display.devices', id: displayId };
  await t.notThrowsAsync(whileUserIsLocked(t.context.db, userId, panel, work));
}

test('a push', async (t) => {
  const owned = await ownPanel(t.context);
  await waitsForUserFirst(t, owned, () => t.context.push(owned.userId, { displayId: owned.displayId }));
});

test('publishing the next entry', async (t) => {
  const owned = await ownPanel(t.context);
  await owned.queue(0);
  await waitsForUserFirst(t, owned, () => owned.panel.wanted());
});

test('advance and activate', async (t) => {
  const owned = await ownPanel(t.context);
  const [first] = (await owned.queue(0)) as [string];
  await owned.panel.follow();
  await owned.queue(0);
  const { userId, displayId } = owned;
  await waitsForUserFirst(t, owned, () => t.context.advance({ userId, displayId }));
  await waitsForUserFirst(t, owned, () => t.context.activate({ userId, displayId, presentationId: first }));
});

test('drawing a presentation in another size', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const viewport = (width: number) => ({ viewport: { width, height: 100 } });
  const id = await stand.push(userId, { output: normaliseOutput(outputRequest.parse(viewport(200))) });
  const presentation = { table: 'display.presentations', id };
  const { status } = await whileUserIsLocked(stand.db, userId, presentation, () =>
    stand.as(userId).post(`/api/presentations/${id}/renditions`, { body: viewport(300) }),
  );
  t.is(status, 201);
});

test('taking an entry out of the queue, and unbinding', async (t) => {
  const owned = await ownPanel(t.context);
  const [entry] = (await owned.queue(0, 0)) as [string];
  const { userId, displayId } = owned;
  await waitsForUserFirst(t, owned, () => t.context.takeOut({ userId, displayId, presentationId: entry }));
  await waitsForUserFirst(t, owned, () => t.context.unbind({ userId, displayId }));
});
