import { normaliseOutput } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { testWithFacade } from './facade-test.ts';

const test = testWithFacade();

test('content ids have the form for the mode, in their order', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const contents = [
    { id: newId(), role: 'input' as const },
    { id: newId(), role: 'input' as const },
    { id: newId(), role: 'context' as const },
  ];
  for (const mode of ['auto', 'manual', 'hardcode', 'ai', 'direct'] as const) {
    const id = await stand.push(userId, { displayId }, { contents, mode, analysisId: 'run-1' });
    const { body } = await stand.as(userId).get(`/api/presentations/${id}`);
    const expected = mode === 'ai' || mode === 'direct' ? contents : contents.map((content) => content.id);
    t.deepEqual(body.contentIds, expected, mode);
    t.is(body.analysisId, 'run-1');
  }
});

test('a presentation of another user is not found, on every route', async (t) => {
  const stand = t.context;
  const owner = await stand.addUser();
  const userId = await stand.addUser();
  const id = await stand.push(owner, { displayId: await stand.addDisplay(owner) });
  const cases: [string, string][] = [
    [id, '404 presentation_not_found'],
    [newId(), '404 presentation_not_found'],
    ['x', '400 invalid_request'],
  ];
  for (const [which, code] of cases) {
    const read = await stand.as(userId).get(`/api/presentations/${which}`);
    t.is(`${read.status} ${read.body.error.code}`, code);
    const body = { formats: ['png'] };
    const made = await stand.as(userId).post(`/api/presentations/${which}/renditions`, { body });
    t.is(`${made.status} ${made.body.error.code}`, code);
  }
});

test('presentations are listed by scope, display and state, newest first', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const [kitchen, hall] = [await stand.addDisplay(userId), await stand.addDisplay(userId)];
  const output = normaliseOutput({});
  const targets = [
    { displayId: kitchen },
    { output },
    { displayId: hall },
    { displayId: kitchen },
    { output },
  ];
  const ids: string[] = [];
  for (const target of targets) ids.push(await stand.push(userId, target));
  await stand.render(ids[0] as string);
  const list = async (query: string) => {
    const { status, body } = await stand.as(userId).get(`/api/presentations?${query}`);
    if (status === 200) t.is(body.historyWindowStart, null);
    return status === 200 ? body.items.map((item: { id: string }) => ids.indexOf(item.id)) : status;
  };
  t.deepEqual(await list(''), [4, 1]);
  t.deepEqual(await list('scope=generated'), [4, 1]);
  t.deepEqual(await list('scope=display'), [3, 2, 0]);
  t.deepEqual(await list('scope=all'), [4, 3, 2, 1, 0]);
  t.deepEqual(await list(`displayId=${kitchen}`), [3, 0]);
  t.deepEqual(await list(`displayId=${kitchen}&scope=all`), [3, 0]);
  t.is(await list(`displayId=${kitchen}&scope=generated`), 400);
  t.deepEqual(await list('scope=all&state=queued'), [0]);
  t.deepEqual(await list(`displayId=${kitchen}&state=preparing`), [3]);
});

test('the history covers the days that the plan allows', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const start = new Date('2026-11-01T00:00:00.000Z');
  const displayId = await stand.addDisplay(userId);
  const kept = await stand.push(userId, { displayId });
  const older = await stand.push(userId, { displayId });
  await stand
    .db('display.presentations')
    .where({ id: older })
    .update({ created_at: '2026-10-31T23:59:59.999Z' });
  const { billing } = stand.context;
  stand.context.billing = {
    ...billing,
    historyWindowStart: async (who) => (who === userId ? start : billing.historyWindowStart(who)),
  };
  const { body } = await stand.as(userId).get('/api/presentations?scope=all');
  t.is(body.historyWindowStart, start.toISOString());
  t.deepEqual(
    body.items.map((item: { id: string }) => item.id),
    [kept],
  );
});
