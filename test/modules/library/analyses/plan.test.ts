import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  analyse,
  claimDisplay,
  type LibraryStand,
  note,
  readAnalysis,
  SDK,
  startLibrary,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
});
test.after.always(() => stand?.close());

test('the owner alone can read what the planner of a run saw and chose, and why', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  const { presentationIds } = await untilOver(client, body.id);
  const path = `${APP}/analyses/${body.id}/plan`;
  const plan = (await client.get(path)).body;
  t.like(plan, {
    planner: 'rules',
    saw: { contents: 1, history: 0, displays: 1 },
    pages: [{ presentationId: presentationIds[0], displayId }],
    notes: [],
  });
  t.is(typeof plan.pages[0].template, 'string');
  t.true(plan.reasons.length > 0);
  t.is(plan.startedAt, (await readAnalysis(client, body.id)).body.createdAt);
  const { client: stranger } = await stand.newUser();
  t.is((await stranger.get(path)).status, 404);
  t.is((await client.get(`${APP}/analyses/${randomUUID()}/plan`)).status, 404);
  // The facade is as its specification has it.
  const { token } = (await client.post('/auth/tokens', { body: { name: 'test' } })).body;
  t.is((await client.as(token).get(`${SDK}/analyses/${body.id}/plan`)).status, 400);
});
