import test from 'ava';
import type { Display } from '#modules/display';
import { until as untilTrue } from '#test/support/until.ts';
// Behind index.ts: workers that die at a given step of a run.
import { leaseAnalysis } from '../../../../modules/library/analyses/run/lease-analysis.ts';
import { runAnalyses } from '../../../../modules/library/analyses/run/run-analyses.ts';
import type { LibraryContext } from '../../../../modules/library/context.ts';
import {
  APP,
  analyse,
  claimDisplay,
  confirm,
  create,
  events,
  type LibraryStand,
  note,
  read,
  startLibrary,
  table,
  text,
  until,
  untilOver,
} from './stand.ts';
import { workerContext } from './worker-context.ts';

// No worker runs here but the test, which stands in for workers that die or fail.
let stand: LibraryStand;
let context: LibraryContext;
test.before(async () => {
  stand = await startLibrary();
  context = await workerContext(stand);
});
test.after.always(() => stand?.close());

class Killed extends Error {}

/** A worker whose run breaks off at a step, and which takes up no other. */
async function workAndDie(dying: Partial<LibraryContext>): Promise<void> {
  await runAnalyses({ ...context, ...dying }).then(
    () => {
      throw new Error('the worker was meant to die');
    },
    () => {},
  );
}

const never = async (): Promise<never> => {
  throw new Killed('killed');
};

test.serial('a worker that dies after claiming: another takes over when its lease is out', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  t.is((await leaseAnalysis(context))?.id, body.id);
  t.is(await leaseAnalysis(context), null, 'no other worker gets it meanwhile');
  await expireLease(body.id);
  await runAnalyses(context);
  const over = await untilOver(client, body.id);
  t.like(over, { state: 'completed', outcome: 'presentations' });
  t.is((await presentations(client)).length, 1);
  const all = await events(client, body.id);
  t.like(
    all.find(({ type }) => type === 'analysis.lease_expired'),
    { level: 'warn', attempt: 2, data: { attempt: 1 } },
  );
});

const STEPS: [string, (context: LibraryContext) => Partial<LibraryContext>][] = [
  ['while it reads the material', (c) => ({ analysis: { ...c.analysis, digestText: () => fail() } })],
  ['while it looks at the displays', () => ({ display: { ...stand.app.display, listRoutable: never } })],
  ['while it plans', (c) => ({ analysis: { ...c.analysis, planner: { name: 'rules', plan: never } } })],
  [
    'inside the last transaction',
    () => ({
      display: {
        ...stand.app.display,
        async createPresentations(...call: Parameters<Display['createPresentations']>) {
          await stand.app.display.createPresentations(...call);
          return never();
        },
      },
    }),
  ],
];

function fail(): never {
  throw new Killed('killed');
}

for (const [name, dying] of STEPS) {
  test.serial(`interrupted ${name}: the next attempt ends with one set of presentations`, async (t) => {
    const { client } = await stand.newUser();
    await claimDisplay(client);
    const made = await create(client, { mode: 'auto', assets: [text('Once only.')] });
    const { id } = made.body.content;
    await confirm(client, id);
    await workAndDie(dying(context));
    t.is((await read(client, id)).body.state, 'processing');
    t.deepEqual(await presentations(client), []);
    await runAnalyses(context);
    const ready = await until(client, id, 'ready');
    t.deepEqual(
      (await presentations(client)).map((one) => one.id),
      ready.presentationIds,
    );
    t.is(ready.presentationIds.length, 1);
  });
}

test.serial('a run that two workers continue ends once', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = runAnalyses({
    ...context,
    display: {
      ...stand.app.display,
      async listRoutable(...call: Parameters<Display['listRoutable']>) {
        reached.resolve();
        await goOn.promise;
        return stand.app.display.listRoutable(...call);
      },
    },
  });
  await reached.promise;
  await expireLease(body.id);
  await runAnalyses(context);
  goOn.resolve();
  await slow;
  t.like(await untilOver(client, body.id), { state: 'completed' });
  t.is((await presentations(client)).length, 1);
  t.is((await events(client, body.id)).filter(({ type }) => type === 'analysis.completed').length, 1);
});

test.serial('the steps and the progress of a run can be read while it waits', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const made = await create(client, { mode: 'auto', assets: [text('Soon.')] });
  const { id } = made.body.content;
  const { body } = await confirm(client, id);
  const goOn = Promise.withResolvers<void>();
  const run = runAnalyses({
    ...context,
    display: {
      ...stand.app.display,
      async listRoutable(...call: Parameters<Display['listRoutable']>) {
        await goOn.promise;
        return stand.app.display.listRoutable(...call);
      },
    },
  });
  const kinds = async () => (await events(client, body.analysisIds[0])).map(({ data }) => data.kind);
  await untilTrue('the check of the display', async () => (await kinds()).includes('checking_display'));
  t.is((await read(client, id)).body.processing.stage, 'routing');
  goOn.resolve();
  await run;
  t.is((await until(client, id, 'ready')).processing.stage, 'complete');
});

test.serial('a run that is refused at its last step keeps its events', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const made = await create(client, { mode: 'manual', displayId, assets: [text('Too late.')] });
  const { id } = made.body.content;
  await confirm(client, id);
  await runAnalyses({
    ...context,
    display: {
      ...stand.app.display,
      async createPresentations(...call: Parameters<Display['createPresentations']>) {
        await client.delete(`${APP}/displays/${displayId}`);
        return stand.app.display.createPresentations(...call);
      },
    },
  });
  const failed = await until(client, id, 'failed');
  t.like(failed.failure, { code: 'display_not_found' });
  const types = (await events(client, failed.analysisIds[0])).map(({ type }) => type);
  t.deepEqual(
    types.filter((type) => type !== 'agent.activity'),
    ['created', 'dispatched', 'leased']
      .map((step) => `analysis.${step}`)
      .concat(['context.materialized', 'plan.submitted', 'analysis.failed']),
  );
});

test.serial('three attempts, then the Content fails', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const made = await create(client, { mode: 'auto', assets: [text('Never.')] });
  await confirm(client, made.body.content.id);
  const dying = { display: { ...stand.app.display, listRoutable: never } };
  await workAndDie(dying);
  await workAndDie(dying);
  await runAnalyses({ ...context, ...dying });
  const failed = await until(client, made.body.content.id, 'failed');
  t.like(failed.failure, { code: 'internal_error', retryable: true });
  t.like(await untilOver(client, failed.analysisIds[0]), { state: 'failed' });
});

test.serial(
  'a manual Content is shown on no other display when its own is unbound before routing',
  async (t) => {
    const { client } = await stand.newUser();
    const displayId = await claimDisplay(client);
    await claimDisplay(client);
    const made = await create(client, { mode: 'manual', displayId, assets: [text('Only there.')] });
    await confirm(client, made.body.content.id);
    await client.delete(`${APP}/displays/${displayId}`);
    await runAnalyses(context);
    const failed = await until(client, made.body.content.id, 'failed');
    t.like(failed.failure, { code: 'display_not_found', stage: 'routing' });
    t.deepEqual(await presentations(client), []);
  },
);

test.serial('a Content deleted while its run is under way leaves nothing', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const made = await create(client, { mode: 'auto', assets: [text('Gone.')] });
  const { id } = made.body.content;
  const { body } = await confirm(client, id);
  await runAnalyses({
    ...context,
    display: {
      ...stand.app.display,
      async listRoutable(...call: Parameters<Display['listRoutable']>) {
        await client.delete(`${APP}/contents/${id}`);
        return stand.app.display.listRoutable(...call);
      },
    },
  });
  t.like(await untilOver(client, body.analysisIds[0]), { state: 'failed' });
  t.deepEqual(await presentations(client), []);
});

test.serial('history runs of a user run one at a time', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const first = (await analyse(client, {})).body.id;
  const second = (await analyse(client, {})).body.id;
  t.is((await leaseAnalysis(context))?.id, first);
  t.is(await leaseAnalysis(context), null);
  await expireLease(first);
  await runAnalyses(context);
  for (const id of [first, second]) t.like(await untilOver(client, id), { outcome: 'no_change' });
});

test.serial('many analyses of one user do not delay those of another', async (t) => {
  const many = await stand.newUser();
  await claimDisplay(many.client);
  for (let i = 0; i < 12; i++) {
    const made = await create(many.client, { mode: 'auto', assets: [text(`Number ${i}`)] });
    await confirm(many.client, made.body.content.id);
  }
  const one = await stand.newUser();
  await claimDisplay(one.client);
  const { body } = await analyse(one.client, { contentIds: [await note(one.client)] });
  const claimed = [await leaseAnalysis(context), await leaseAnalysis(context), await leaseAnalysis(context)];
  t.true(claimed.some((analysis) => analysis?.id === body.id));
  t.is(claimed.filter((analysis) => analysis?.userId === many.userId).length, 2);
  t.is(await leaseAnalysis(context), null, 'two of one user at a time');
});

async function expireLease(id: string): Promise<void> {
  await table(stand, 'analyses')
    .where({ id })
    .update({ lease_until: new Date(Date.now() - 1) });
}

async function presentations(client: LibraryStand['client']): Promise<any[]> {
  return (await client.get(`${APP}/presentations?scope=all`)).body.items;
}
