import anyTest, { type ExecutionContext, type TestFn } from 'ava';
import { planSettings } from '#test/support/plans.ts';
import { activatePresentation } from '../../../modules/display/delivery/activate-presentation.ts';
import { advanceQueue } from '../../../modules/display/delivery/advance-queue.ts';
import { deleteQueueEntry } from '../../../modules/display/delivery/delete-queue-entry.ts';
import { unbindDisplay } from '../../../modules/display/pairing/unbind-display.ts';
import { type FacadeStand, startFacade } from '../display/facade-stand.ts';
import { ownPanel } from './panel-stand.ts';

/**
 * Deletion of an account holds the user, then the user's panels. Whatever writes something down for the user while it
 * holds a panel has to hold the user first, or the two wait for each other.
 */
const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({
    ...planSettings({ free: { displays: null, quotas: { pushes: 1000 } } }),
    DISPLAY_MIN_DWELL_SECONDS: '0',
  });
});
test.after.always(async (t) => t.context.close());

/** Begins `work` while the user is held, as by deletion, and sees that the panel can be held as well. */
async function waitsForUserFirst(
  t: ExecutionContext<FacadeStand>,
  { userId, displayId }: { userId: string; displayId: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = t.context;
  const deletion = await db.transaction();
  await deletion('identity.users').where({ id: userId }).forUpdate().first('id');
  const { rows } = await deletion.raw('select pg_backend_pid() as pid');
  const waiting = work();
  const blocked = () =>
    db('pg_stat_activity')
      .whereRaw('? = any (pg_blocking_pids(pid))', [rows[0].pid])
      .whereRaw('datname = current_database()');
  while ((await blocked()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await t.notThrowsAsync(async () => {
    await deletion('display.devices').where({ id: displayId }).forUpdate().noWait().first('id');
  });
  await deletion.commit();
  await waiting;
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
  await waitsForUserFirst(t, owned, () => advanceQueue(t.context.context, { userId, displayId }));
  await waitsForUserFirst(t, owned, () =>
    activatePresentation(t.context.context, { userId, displayId, presentationId: first }),
  );
});

test('taking an entry out of the queue, and unbinding', async (t) => {
  const owned = await ownPanel(t.context);
  const [entry] = (await owned.queue(0, 0)) as [string];
  const { userId, displayId } = owned;
  await waitsForUserFirst(t, owned, () =>
    deleteQueueEntry(t.context.context, { userId, displayId, presentationId: entry }),
  );
  await waitsForUserFirst(t, owned, () => unbindDisplay(t.context.context, { userId, displayId }));
});
