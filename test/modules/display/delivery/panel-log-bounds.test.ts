import anyTest, { type TestFn } from 'ava';
import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import { type FacadeStand, startFacade } from '../facade-stand.ts';
import { addPanels } from './panel-stand.ts';

const test = anyTest.serial as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade();
});
test.after.always(async (t) => t.context.close());

const entries = ({ db }: FacadeStand, deviceId: string) =>
  db('display.panel_events').where({ device_id: deviceId }).orderBy(['created_at', 'id']);

/** Adds entries of a panel, one a second, the last of them `endedAgo` seconds ago. */
async function fill({ db, context }: FacadeStand, deviceId: string, count: number, endedAgo = 0) {
  const end = addSeconds(context.clock.now(), -endedAgo);
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    device_id: deviceId,
    created_at: addSeconds(end, n - count),
    kind: 'connected',
    detail: JSON.stringify({ n }),
  }));
  await db.batchInsert('display.panel_events', rows);
}

test('a panel that sends too many messages does not fill the database, and others are still logged', async (t) => {
  const stand = t.context;
  const link = stand.display.panels;
  const [loud, quiet] = (await addPanels(stand, 2)) as [string, string];
  const refused = { deviceId: loud, kind: 'message_refused' as const };
  for (let batch = 0; batch < 50; batch++) await link.log([refused, refused, refused, refused, refused]);
  await link.log([refused, { deviceId: quiet, kind: 'connected' }]);
  const { length } = await entries(stand, loud);
  t.true(length >= 100 && length < 110, String(length));
  t.is((await entries(stand, quiet)).length, 1);
  stand.moveClock(61);
  await link.log([refused]);
  t.is((await entries(stand, loud)).length, length + 1, 'after a minute it may say more');
});

test('each panel keeps its newest five hundred entries of thirty days, and a deleted panel none', async (t) => {
  const stand = t.context;
  const { db } = stand;
  const panels = await addPanels(stand, 230);
  const [full, old, gone] = panels as [string, string, string];
  await fill(stand, full, 620);
  await fill(stand, old, 5, 31 * 86_400);
  await fill(stand, old, 2);
  await fill(stand, gone, 3);
  for (const panel of panels.slice(3)) await fill(stand, panel, 1);
  const last = panels.toSorted().at(-1) as string;
  await fill(stand, last, 510);
  await db('display.devices').where({ id: gone }).del();
  await stand.display.cleanUp();
  const kept = await entries(stand, full);
  t.is(kept.length, 500);
  t.deepEqual([kept[0].detail.n, kept[499].detail.n], [120, 619]);
  t.is((await entries(stand, last)).length, 500, 'that of the last panel, too');
  t.is((await entries(stand, old)).length, 2);
  t.is((await entries(stand, gone)).length, 0);
  const rest = panels.slice(3).filter((panel) => panel !== last);
  t.is((await db('display.panel_events').whereIn('device_id', rest)).length, rest.length);
});
