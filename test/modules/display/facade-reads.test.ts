import { normaliseOutput } from '#modules/display';
import { type FacadeStand, startFacade } from './facade-stand.ts';
import { testWithFacade } from './facade-test.ts';

const test = testWithFacade();

test('cursors are bound to their list, its filters and the user; limits are checked', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  for (let i = 0; i < 2; i++) await stand.push(userId, { displayId });
  const first = await stand.as(userId).get('/api/presentations?scope=all&limit=1');
  const cursor: string = first.body.nextCursor;
  const status = async (path: string, who = userId) => (await stand.as(who).get(path)).status;
  t.is(await status(`/api/presentations?scope=all&limit=2&cursor=${cursor}`), 200);
  t.is(await status(`/api/presentations?scope=display&cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&state=failed&cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&cursor=${cursor}`, await stand.addUser()), 400);
  t.is(await status(`/api/displays?cursor=${cursor}`), 400);
  t.is(await status(`/api/presentations?scope=all&cursor=x${cursor}`), 400);
  t.is(await status('/api/presentations?cursor='), 400);
  for (const limit of ['0', '51', '-1', '1.5', 'x', '']) {
    t.is(await status(`/api/presentations?limit=${limit}`), 400, `limit ${limit}`);
  }
  for (const bad of ['scope=mine', 'state=done', 'displayId=5']) {
    t.is(await status(`/api/presentations?${bad}`), 400, bad);
  }
});

test('reads change nothing', async (t) => {
  const stand = await startFacade();
  t.teardown(() => stand.close());
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const presentationId = await stand.push(userId, { displayId });
  await stand.render(presentationId);
  await stand.push(userId, { output: normaliseOutput({}) });
  await stand
    .db('display.devices')
    .where({ id: displayId })
    .update({ current_presentation_id: presentationId });
  const before = await snapshot(stand);
  t.true(Object.keys(before).length > 10);
  let reads = 0;
  for (const { prefix, routes } of stand.surfaces.filter((surface) => surface.prefix === '/api')) {
    for (const { spec } of routes) {
      if (spec.method !== 'get' || spec.auth === 'public') continue;
      const path = spec.path.replace('{displayId}', displayId).replace('{presentationId}', presentationId);
      t.is((await stand.as(userId).get(prefix + path)).status, 200, path);
      reads++;
    }
  }
  t.is(reads, 6);
  t.deepEqual(await snapshot(stand), before);
});

/** Every row of every table, but for the queues' own book-keeping. */
async function snapshot({ db }: FacadeStand): Promise<Record<string, string>> {
  const { rows: tables } = await db.raw(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('identity', 'display', 'library', 'platform') order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const found = await db.raw(`select t::text as row from ${name} t order by 1`);
    rows[name] = found.rows.map(({ row }: { row: string }) => row).join('\n');
  }
  return rows;
}
