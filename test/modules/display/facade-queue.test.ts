import { testWithFacade } from './facade-test.ts';

const test = testWithFacade();

test('the queue has the waiting entries, highest priority first, then the oldest first', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const add = async (priority: number) => {
    const id = await stand.push(userId, { displayId }, { priority });
    await stand.db('display.presentations').where({ id }).update({ state: 'queued' });
    return id;
  };
  const low = [await add(0), await add(0), await add(0)];
  const high = [await add(5), await add(5)];
  await stand.push(userId, { displayId }); // still preparing
  const published = await add(9);
  await stand.db('display.presentations').where({ id: published }).update({ state: 'published' });

  const seen: string[] = [];
  let query = '?limit=2';
  for (;;) {
    const { body } = await stand.as(userId).get(`/api/displays/${displayId}/queue${query}`);
    seen.push(...body.items.map((item: { id: string }) => item.id));
    if (!body.hasMore) break;
    query = `?limit=2&cursor=${body.nextCursor}`;
  }
  t.deepEqual(seen, [...high, ...low]);

  const { body } = await stand.as(userId).get(`/api/displays/${displayId}/queue`);
  const summary = ['id', 'displayId', 'contentIds', 'mode', 'state', 'createdAt', 'updatedAt'];
  t.deepEqual(Object.keys(body.items[0]).sort(), summary.sort());
});

test('the queue’s `from` is inclusive and its `to` exclusive', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const ids: string[] = [];
  for (let day = 1; day <= 3; day++) {
    const id = await stand.push(userId, { displayId });
    const created_at = `2026-11-0${day}T12:00:00.000Z`;
    await stand.db('display.presentations').where({ id }).update({ state: 'queued', created_at });
    ids.push(id);
  }
  const between = async (query: string) => {
    const { status, body } = await stand.as(userId).get(`/api/displays/${displayId}/queue?${query}`);
    return status === 200 ? body.items.map((item: { id: string }) => ids.indexOf(item.id)) : status;
  };
  t.deepEqual(await between('from=2026-11-02T12:00:00Z'), [1, 2]);
  t.deepEqual(await between('to=2026-11-02T12:00:00Z'), [0]);
  t.deepEqual(await between('from=2026-11-02T13:00:00%2B01:00&to=2026-11-03T12:00:00Z'), [1]);
  t.is(await between('from=yesterday'), 400);
  t.deepEqual(await between('from=2026-11-02t12:00:00.0000z&to=2026-11-03t12:00:00z'), [1]);
  t.deepEqual(await between('from=2026-11-02T12:00:00.00001Z'), [2]);
  t.deepEqual(await between('from=0000-01-01T00:00:00%2B23:59&to=9999-12-31T23:59:59-23:59'), [0, 1, 2]);
  t.is(await between('to=2026-11-31T00:00:00Z'), 400);
});

test('the current presentation is the confirmed one, also for an offline panel; null before that', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const path = `/api/displays/${displayId}/current-presentation`;
  t.deepEqual((await stand.as(userId).get(path)).body, { presentation: null });
  const id = await stand.push(userId, { displayId });
  await stand.render(id);
  await stand.db('display.devices').where({ id: displayId }).update({ pending_presentation_id: id });
  t.deepEqual((await stand.as(userId).get(path)).body, { presentation: null });
  await stand.db('display.devices').where({ id: displayId }).update({ current_presentation_id: id });
  const { presentation } = (await stand.as(userId).get(`${path}?format=raw2`)).body;
  t.is(presentation.id, id);
  t.is(presentation.image.format, 'raw2');
  t.is((await stand.as(userId).get(`${path}?format=bmp`)).status, 400);
});
