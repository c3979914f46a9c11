import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  analyse,
  claimDisplay,
  confirm,
  create,
  events,
  note,
  pdf,
  png,
  read,
  readAnalysis,
  table,
  text,
  upload,
} from '#test/modules/library/analyses/stand.ts';
import { workerContext } from '#test/modules/library/analyses/worker-context.ts';
import type { Client } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
// Behind index.ts: planners of the test, which no setting can name.
import { runAnalyses } from '../../../../modules/library/analyses/run/run-analyses.ts';
import type { LibraryContext } from '../../../../modules/library/context.ts';
import type { Planner } from '../../../../modules/library/planners/planner.ts';
import { type PlanStand, startPlans } from './stand.ts';

const PHOTO = await photographPng(32, 20);
const QUOTA = { stage: 'creating_presentations', retryable: false, assetIndex: null };

// Runs are worked on here and now; what they make is not rendered.
let stand: PlanStand;
let context: LibraryContext;
test.before(async () => {
  stand = await startPlans({
    free: { quotas: { pushes: 0 } },
    pro: { quotas: { pushes: 2, ai_analyses: 100 } },
  });
  context = await workerContext(stand);
});
test.after.always(() => stand?.close());

async function subscriber(displays: number) {
  const user = await stand.newUser();
  await stand.subscribe(user.userId);
  const displayIds: string[] = [];
  for (let i = 0; i < displays; i++) displayIds.push(await claimDisplay(user.client));
  return { ...user, displayIds };
}

const presentationsOf = async (client: Client) =>
  (await client.get(`${APP}/presentations?scope=display&limit=50`)).body.items.reverse();
const work = (over: Partial<LibraryContext['analysis']> = {}) =>
  runAnalyses({ ...context, analysis: { ...context.analysis, ...over } });
const takeAllPushes = (userId: string) =>
  stand.app.db.transaction((trx) =>
    stand.app.billing.reserveSome(trx, userId, 'pushes', [randomUUID(), randomUUID()]),
  );

/** The rules' page, on every display there is. */
const everywhere: Planner = {
  name: 'rules',
  async plan(request, progress) {
    const plan = await context.analysis.planner.plan(request, progress);
    if (plan.outcome === 'no_change') return plan;
    const [action] = plan.actions;
    return {
      ...plan,
      actions: request.displays.map(({ id }) => ({
        ...(action as NonNullable<typeof action>),
        displayId: id,
      })),
    };
  },
};

test.serial(
  'with two pushes for three displays two pages continue and the third exists as failed',
  async (t) => {
    const { client, userId, displayIds } = await subscriber(3);
    const { id } = (await analyse(client, { contentIds: [await note(client)], target: { displayIds } })).body;
    await work();
    const run = (await readAnalysis(client, id)).body;
    t.like(run, { state: 'completed', outcome: 'presentations', failure: null });
    t.is(run.presentationIds.length, 3);
    const made = await presentationsOf(client);
    t.deepEqual(
      made.map(({ id, displayId, state }: any) => ({ id, displayId, state })),
      ['preparing', 'preparing', 'failed'].map((state, i) => ({
        id: run.presentationIds[i],
        displayId: displayIds[i],
        state,
      })),
    );
    const { message, ...failure } = made[2].failure;
    t.deepEqual(failure, { code: 'quota_exceeded', ...QUOTA });
    t.truthy(message);
    t.deepEqual([made[2].image, made[2].analysisId], [null, id]);
    const failed = { id: run.presentationIds[2], displayId: displayIds[2] };
    const tasks = await stand.app.db('display.render_tasks').whereIn('presentation_id', run.presentationIds);
    t.is(tasks.length, 2);
    const recorded = await events(client, id);
    t.deepEqual(
      recorded.slice(-3).map(({ type, level, data }) => ({ type, level, data })),
      [
        { type: 'plan.accepted', level: 'info', data: { presentationIds: run.presentationIds, actions: 3 } },
        { type: 'analysis.completed', level: 'info', data: { outcome: 'presentations', presentations: 3 } },
        {
          type: 'render.failed',
          level: 'error',
          data: { presentationId: failed.id, displayId: failed.displayId },
        },
      ],
    );
    t.is(recorded.at(-2).summary, '3 presentations were made, 1 of them beyond the quota.');
    t.deepEqual(await stand.units(userId, 'pushes'), { reserved: 2, settled: 0, returned: 0 });
    t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 1, returned: 0 });
  },
);

test.serial('a Content whose pages exceed the quota is ready, with a warning', async (t) => {
  const { client } = await subscriber(3);
  const made = await create(client, { mode: 'auto', assets: [text('Remember the milk.')] });
  const { id } = made.body.content;
  await confirm(client, id);
  await work({ planner: everywhere });
  const { body } = await read(client, id);
  t.like(body, { state: 'ready', failure: null, processing: { stage: 'complete', error: null } });
  t.is(body.presentationIds.length, 3);
  t.like(body.processing.warnings.at(-1), { code: 'quota_exceeded', ...QUOTA });
});

test.serial('without a push for any of its pages a run fails, and its analysis is returned', async (t) => {
  const { client, userId, displayIds } = await subscriber(1);
  const made = await create(client, { mode: 'auto', assets: [text('Remember the milk.')] });
  const { id } = made.body.content;
  await confirm(client, id);
  await takeAllPushes(userId);
  await work();
  const { body } = await read(client, id);
  t.like(body, { state: 'failed', presentationIds: [], failure: { code: 'quota_exceeded', ...QUOTA } });
  t.like((await readAnalysis(client, body.analysisIds[0])).body, {
    ...{ state: 'failed', outcome: null, presentationIds: [] },
    failure: { code: 'quota_exceeded' },
  });
  t.like((await events(client, body.analysisIds[0])).at(-1), {
    type: 'analysis.failed',
    data: { code: 'quota_exceeded' },
  });
  t.deepEqual(await presentationsOf(client), []);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 1 });
  t.is(displayIds.length, 1);
});

test.serial('direct shows its image on as many displays as pushes remain', async (t) => {
  const { client, userId, displayIds } = await subscriber(3);
  const stored = await create(client, { assets: [png(PHOTO.length)] });
  await upload(stored.body.uploadTickets[0], PHOTO);
  const contentIds = [stored.body.content.id];
  const direct = (target: object) => analyse(client, { mode: 'direct', contentIds, target });
  const { id } = (await direct({ displayIds })).body;
  await work();
  t.is((await readAnalysis(client, id)).body.state, 'completed');
  t.deepEqual(
    (await presentationsOf(client)).map(({ state }: any) => state),
    ['preparing', 'preparing', 'failed'],
  );
  t.deepEqual(await stand.units(userId, 'pushes'), { reserved: 2, settled: 0, returned: 0 });
  const free = (await direct({ output: {} })).body;
  await work();
  t.like((await readAnalysis(client, free.id)).body, { state: 'completed', outcome: 'presentations' });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 0 });
});

test.serial('a run that finds nothing to show uses its analysis', async (t) => {
  const { client, userId } = await subscriber(1);
  const { id } = (await analyse(client, {})).body;
  await work();
  t.like((await readAnalysis(client, id)).body, { state: 'completed', outcome: 'no_change' });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 1, returned: 0 });
});

test.serial(
  'the analysis of a run that fails, has used its attempts, or has lost its Content is returned',
  async (t) => {
    const { client, userId, displayIds } = await subscriber(1);
    const broken = await create(client, { mode: 'auto', assets: [pdf(5)] });
    await upload(broken.body.uploadTickets[0], new Uint8Array([1, 2, 3, 4, 5]));
    await confirm(client, broken.body.content.id);
    await work();
    t.like((await read(client, broken.body.content.id)).body, { state: 'failed' });
    t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 1 });

    const deleted = await note(client);
    const orphan = (await analyse(client, { contentIds: [deleted] })).body.id;
    await client.delete(`${APP}/contents/${deleted}`);
    await work();
    t.like((await readAnalysis(client, orphan)).body.failure, { code: 'content_not_found' });
    t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 2 });

    const born = await create(client, { mode: 'manual', displayId: displayIds[0], assets: [text('a')] });
    await confirm(client, born.body.content.id);
    await client.delete(`${APP}/contents/${born.body.content.id}`);
    await work();
    t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 3 });

    const { id } = (await analyse(client, { contentIds: [await note(client)] })).body;
    const asleep = { state: 'running', attempt: 3, lease_id: randomUUID(), lease_until: new Date(0) };
    await table(stand, 'analyses').where({ id }).update(asleep);
    await work();
    t.like((await readAnalysis(client, id)).body.failure, { code: 'internal_error' });
    t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 0, returned: 4 });
  },
);

test.serial('an interrupted run keeps its analysis until it ends', async (t) => {
  const { client, userId } = await subscriber(1);
  const { id } = (await analyse(client, { contentIds: [await note(client)] })).body;
  const failing: Planner = {
    name: 'rules',
    plan: async () => {
      throw new Error('not now');
    },
  };
  await t.throwsAsync(work({ planner: failing }), { message: 'not now' });
  t.is((await readAnalysis(client, id)).body.state, 'queued');
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 1, settled: 0, returned: 0 });
  await work();
  t.is((await readAnalysis(client, id)).body.state, 'completed');
  t.deepEqual(await stand.units(userId, 'ai_analyses'), { reserved: 0, settled: 1, returned: 0 });
});

test.serial('deleting the account while its runs are queued deletes their units', async (t) => {
  const user = await subscriber(1);
  const { client, userId } = user;
  await analyse(client, { contentIds: [await note(client)] });
  const deleted = await client.delete('/auth/account', { body: { confirm: true, password: user.password } });
  t.is(deleted.status, 204, deleted.text);
  await work();
  for (const name of ['reservations', 'movements', 'counters'])
    t.deepEqual(await stand.app.db(`billing.${name}`).where({ user_id: userId }), []);
});
