import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import {
  APP,
  claimDisplay,
  confirm,
  create,
  note,
  png,
  table,
  tendAnalyses,
  text,
  upload,
} from '#test/modules/library/analyses/stand.ts';
import { photographPng } from '#test/support/images.ts';
import { until } from '#test/support/until.ts';
import { type PlanStand, startPlans } from './stand.ts';

const PHOTO = await photographPng(32, 20);
const hold = (reserved: number) => ({ reserved, settled: 0, returned: 0 });

// No worker runs here. The tests stop what they watch by locks: one at a time.
let stand: PlanStand;
test.before(async () => {
  stand = await startPlans({ pro: { quotas: { pushes: 2, ai_analyses: 2 } } });
});
test.after.always(() => stand?.close());

/** A user with a display, a picture for it and a note for the planner, both waiting for their confirm. */
async function subscriber() {
  const { client, userId } = await stand.newUser();
  await stand.subscribe(userId);
  const displayId = await claimDisplay(client);
  const picture = (await create(client, { mode: 'hardcode', assets: [png(PHOTO.length)], displayId })).body;
  await upload(picture.uploadTickets[0], PHOTO);
  const words = (await create(client, { mode: 'auto', assets: [text('Remember the milk.')] })).body;
  return { client, userId, displayId, pushes: picture.content.id, ai_analyses: words.content.id };
}

/** A transaction that is over with the test at the latest. */
async function begin(t: ExecutionContext) {
  const trx = await stand.app.db.transaction();
  t.teardown(() => trx.isCompleted() || trx.rollback());
  return trx;
}

/** Until a connection waits for a lock. */
async function blocked(): Promise<void> {
  const waiting = () =>
    stand.app
      .db('pg_stat_activity')
      .whereRaw(`datname = current_database() and wait_event_type = 'Lock'`)
      .first();
  await until('a statement that waits for a lock', waiting, { everyMs: 10 });
}

for (const [quota, last] of [
  ['pushes', 'library.contents'],
  ['ai_analyses', 'library.analysis_events'],
] as const) {
  test.serial(
    `a confirm that waits to write to ${last} does not block others from the ${quota}`,
    async (t) => {
      const person = await subscriber();
      const { billing, db } = stand.app;
      const lock = await begin(t);
      await lock.raw(`lock table ${last} in share mode`);
      const confirmed = confirm(person.client, person[quota]);
      await blocked();
      await db.transaction((trx) => billing.reserve(trx, person.userId, quota, randomUUID()));
      await lock.commit();
      t.is((await confirmed).body.state, 'processing');
      t.deepEqual(await stand.units(person.userId, quota), hold(2));
    },
  );
}

test.serial('a display that is unbound during a confirm fails the Content, and uses nothing', async (t) => {
  const { client, userId, displayId, pushes: id } = await subscriber();
  const { db } = stand.app;
  const lock = await begin(t);
  await lock('display.devices').where({ id: displayId }).forUpdate();
  const confirmed = confirm(client, id);
  await blocked();
  const { userId: another } = await stand.newUser();
  await lock('display.devices').where({ id: displayId }).update({ user_id: another });
  await lock.commit();
  const { body } = await confirmed;
  t.like(body, { state: 'failed', failure: { code: 'display_not_found' }, upload: { status: 'complete' } });
  t.deepEqual((await table(stand, 'contents').where({ id }).first()).presentation_ids, []);
  t.is((await db('display.presentations').where({ user_id: userId })).length, 0);
  t.deepEqual(await stand.units(userId, 'pushes'), hold(0));
});

test.serial('a daily run whose unit another run takes at the last moment leaves nothing', async (t) => {
  const { client, userId } = await subscriber();
  await note(client);
  const schedule = { enabled: true, at: '07:00', intent: null };
  await client.put(`${APP}/settings`, { body: { timeZone: 'UTC', schedule } });
  const settings = () => table(stand, 'settings').where({ user_id: userId });
  await settings().update({ next_run_at: new Date(Date.now() - 60_000) });
  const { billing } = stand.app;
  const other = await begin(t);
  await billing.reserveSome(other, userId, 'ai_analyses', [randomUUID(), randomUUID()]);
  const started = tendAnalyses(stand);
  await blocked();
  await other.commit();
  await started;
  t.is((await table(stand, 'analyses').where({ user_id: userId })).length, 0);
  t.true((await settings().first()).next_run_at > new Date());
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(2));
});
