import { randomUUID } from 'node:crypto';
import test from 'ava';
import { until } from '#test/support/until.ts';
import {
  APP,
  analyse,
  claimDisplay,
  events,
  type LibraryStand,
  note,
  startLibrary,
  table,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
});
test.after.always(() => stand?.close());

async function finished() {
  const user = await stand.newUser();
  const displayId = await claimDisplay(user.client);
  const { body } = await analyse(user.client, { contentIds: [await note(user.client)] });
  const analysis = await untilOver(user.client, body.id);
  return { ...user, displayId, analysis };
}

test('the events of a run, from creation to the rendered frame', async (t) => {
  const { client, analysis, displayId } = await finished();
  let all = await events(client, analysis.id);
  await until('the rendered frame', async () => {
    all = await events(client, analysis.id);
    return all.at(-1).type === 'render.finished';
  });
  const types = all.map(({ type }) => type).filter((type) => type !== 'agent.activity');
  t.deepEqual(types, [
    'analysis.created',
    'analysis.dispatched',
    'analysis.leased',
    'context.materialized',
    'plan.submitted',
    'plan.accepted',
    'analysis.completed',
    'render.finished',
  ]);
  const [presentationId] = analysis.presentationIds;
  const data = Object.fromEntries(all.map((event) => [event.type, event.data]));
  t.deepEqual(data['analysis.created'], {});
  t.like(data['context.materialized'], { contents: 1, history: 0, displays: 1 });
  t.deepEqual(data['plan.submitted'], { round: 1, outcome: 'presentations', actions: 1 });
  t.deepEqual(data['plan.accepted'], { presentationIds: [presentationId], actions: 1 });
  t.deepEqual(data['analysis.completed'], { outcome: 'presentations', presentations: 1 });
  t.deepEqual(data['render.finished'], { presentationId, displayId });
  t.is(all.find(({ type }) => type === 'analysis.completed').summary, '1 presentation was made.');
  const activities = all.filter(({ type }) => type === 'agent.activity');
  t.deepEqual(new Set(activities.map((event) => event.source)), new Set(['agent']));
  t.deepEqual(
    activities.filter(({ data: { state } }) => state === 'active').map(({ data: { kind } }) => kind),
    ['reading_notes', 'checking_display', 'choosing_layout', 'submitting_plan'],
  );
  const states = Map.groupBy(activities, (event) => event.data.activityId);
  for (const [, steps] of states)
    t.deepEqual(
      steps.map((event) => event.data.state),
      ['active', 'done'],
    );
  for (const event of all) t.regex(event.summary, /^[^\n]+$/);
});

test('events of the panel after the run are in the paged list of events', async (t) => {
  const { client, analysis, displayId } = await finished();
  const [presentationId] = analysis.presentationIds;
  const { panels } = stand.app.display;
  const { secret_hash } = await stand.app.db('display.devices').where({ id: displayId }).first('secret_hash');
  const epoch = await panels.connected(displayId, randomUUID(), secret_hash);
  let { command } = await panels.nextCommand(displayId, epoch);
  while (command?.kind !== 'show') {
    if (command?.kind === 'bound')
      await panels.confirm(displayId, epoch, {
        ...{ commandId: command.id, presentationId: null, sha256: command.sha256, error: null },
      });
    ({ command } = await panels.nextCommand(displayId, epoch));
  }
  const { id: commandId, sha256 } = command;
  await panels.confirm(displayId, epoch, { commandId, presentationId, sha256, error: null });
  const after = (await events(client, analysis.id)).filter(({ type }) => type.startsWith('delivery.'));
  t.deepEqual(
    after.map(({ type, data }) => ({ type, data })),
    ['delivery.published', 'delivery.confirmed'].map((type) => ({
      type,
      data: { presentationId, displayId },
    })),
  );
});

test('internal events share the sequence and are never shown', async (t) => {
  const { client, analysis } = await finished();
  const all = await events(client, analysis.id);
  const stored = await table(stand, 'analysis_events').where({ analysis_id: analysis.id }).orderBy('seq');
  const internal = stored.filter((event) => event.visibility === 'internal');
  t.true(internal.length > 0);
  for (const { seq } of internal) t.false(all.some((event) => event.seq === seq));
  t.deepEqual(
    stored.map(({ seq }) => seq),
    stored.map((_, index) => index + 1),
  );
});

test('each page begins where the one before ended', async (t) => {
  const { client, analysis } = await finished();
  const all = await events(client, analysis.id);
  const seen: unknown[] = [];
  let after = 0;
  for (;;) {
    const { body } = await client.get(`${APP}/analyses/${analysis.id}/events?after=${after}&limit=3`);
    t.true(body.items.length <= 3);
    t.is(body.state, 'completed');
    seen.push(...body.items);
    after = body.nextAfter;
    if (!body.hasMore) break;
  }
  t.deepEqual(seen.slice(0, all.length), all);
  const { body } = await client.get(`${APP}/analyses/${analysis.id}/events?after=2147483647`);
  t.deepEqual(body, { items: [], nextAfter: 2147483647, hasMore: false, state: 'completed' });
});

for (const query of [
  'limit=0',
  'limit=201',
  'limit=x',
  'after=-1',
  'after=2147483648',
  'detail=full',
  'detail=',
]) {
  test(`refused, not clamped: ${query}`, async (t) => {
    const { client, analysis } = await finished();
    t.is((await client.get(`${APP}/analyses/${analysis.id}/events?${query}`)).status, 400);
    if (!query.startsWith('limit'))
      t.is((await client.get(`${APP}/analyses/${analysis.id}/events/stream?${query}`)).status, 400);
  });
}
