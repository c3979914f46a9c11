import anyTest, { type TestFn } from 'ava';
import { createDisplay } from '#modules/display';
import type { Db } from '#shared/db/open.ts';
import { newId } from '#shared/ids.ts';
import { until } from '#test/support/until.ts';
import { CREDENTIAL, type FacadeStand, startFacade } from '../facade-stand.ts';
import { addPanels, deviceRow, HEARTBEAT } from './panel-stand.ts';

/** What happens to other panels while the rows of some are locked, as by the deletion of an account. */
const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade({ DISPLAY_MIN_DWELL_SECONDS: '0' });
});
test.after.always(async (t) => t.context.close());

/** More than there are connections in the pool. */
const HELD = 30;

/** Holds the rows of panels until it is called. */
async function hold({ db }: FacadeStand, panels: string[]): Promise<() => Promise<void>> {
  const trx = await db.transaction();
  await trx('display.devices').whereIn('id', panels).forUpdate().select('id');
  return async () => {
    await trx.commit();
  };
}

/** Resolves once a statement waits for a lock. */
async function somebodyWaits({ db }: FacadeStand): Promise<void> {
  const waiting = () =>
    db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereRaw('datname = current_database()');
  await until('a statement that waits for a lock', async () => (await waiting()).length > 0);
}

test('panels whose rows are locked, however many, leave the connections of the pool to the others', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const id = newId();
  const panels = await addPanels(stand, HELD + 5);
  const epochs = await Promise.all(panels.map((panel) => link.connected(panel, id, CREDENTIAL)));
  const beat = (panel: string, n: number) =>
    link.heartbeat(panel, epochs[n] as number, { ...HEARTBEAT, battery: n });
  const release = await hold(stand, panels.slice(0, HELD));
  let stored = 0;
  const waiting = panels.slice(0, HELD).map((panel, n) => beat(panel, n).then(() => stored++));
  for (let round = 0; round < 20; round++)
    await Promise.all(panels.slice(HELD).map((panel, n) => beat(panel, HELD + n)));
  t.is((await deviceRow(stand, panels[HELD + 4] as string)).battery_percent, HELD + 4);
  t.is(stored, 0);
  await release();
  await Promise.all(waiting);
  const rows = await stand.db('display.devices').whereIn('id', panels).pluck('battery_percent');
  t.deepEqual(
    rows.toSorted((a, b) => a - b),
    [...panels.keys()],
  );
});

test('while a gateway ends, its panels reconnect elsewhere, except one whose row is locked', async (t) => {
  const stand = t.context;
  const [ending, next] = [newId(), newId()];
  const link = stand.display.panels;
  const panels = await addPanels(stand, 40);
  await Promise.all(panels.map((panel) => link.connected(panel, ending, CREDENTIAL)));
  const [held, ...others] = panels.toReversed() as [string, ...string[]];
  const release = await hold(stand, [held]);
  const ended = createDisplay(stand.context).panels.gatewayClosed(ending);
  await somebodyWaits(stand);
  await Promise.all(others.map((panel) => link.connected(panel, next, CREDENTIAL)));
  t.is((await stand.db('display.presence').where({ gateway_id: next })).length, others.length);
  await release();
  await ended;
  t.is((await stand.db('display.presence').where({ gateway_id: ending })).length, 0);
  t.is((await stand.db('display.presence').where({ gateway_id: next })).length, others.length);
});

test('a late message of an older connection does not replace what a newer one reported', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const [panel] = (await addPanels(stand, 1)) as [string];
  const older = await link.connected(panel, newId(), CREDENTIAL);
  // The older one's words wait for the row, in a statement that began before there was a newer connection.
  const trx = await stand.db.transaction();
  await trx('display.devices').where({ id: panel }).forUpdate().select('id');
  const glass = (name: string) => ({ presentationId: null, sha256: name });
  const late = link.heartbeat(panel, older, { ...HEARTBEAT, shown: glass('older') });
  await somebodyWaits(stand);
  const within = createDisplay({ ...stand.context, db: trx as unknown as Db }).panels;
  const newer = await within.connected(panel, newId(), CREDENTIAL);
  await within.heartbeat(panel, newer, { ...HEARTBEAT, shown: glass('newer') });
  await trx.commit();
  await t.notThrowsAsync(late);
  t.like(await deviceRow(stand, panel), { reported_sha256: 'newer', reported_epoch: newer });
});
