import { randomUUID } from 'node:crypto';
import test from 'ava';
import { photographPng } from '#test/support/images.ts';
// Behind index.ts: planners and templates of the test, which no setting can name.
import { runAnalyses } from '../../../../modules/library/analyses/run/run-analyses.ts';
import type { LibraryContext } from '../../../../modules/library/context.ts';
import type {
  PagePlan,
  PlanAction,
  Planner,
  PlanRequest,
} from '../../../../modules/library/planners/planner.ts';
import {
  APP,
  analyse,
  claimDisplay,
  create,
  events,
  type LibraryStand,
  note,
  png,
  startLibrary,
  table,
  untilOver,
  upload,
} from './stand.ts';
import { workerContext } from './worker-context.ts';

let stand: LibraryStand;
let context: LibraryContext;
test.before(async () => {
  stand = await startLibrary();
  context = await workerContext(stand);
});
test.after.always(() => stand?.close());

/** A planner as a language model is one: it may err, and gets its problems. */
function erring(answer: (request: PlanRequest, problems: string[] | undefined) => PagePlan): Planner {
  return { name: 'llm', plan: async (request, _, problems) => answer(request, problems) };
}

const plan = (...actions: PlanAction[]): PagePlan => ({ outcome: 'presentations', actions, reasons: [] });

const good = ({ displays }: PlanRequest): PlanAction => ({
  displayId: displays[0]!.id,
  template: 'note',
  parameters: { text: 'Good.' },
  title: 'Good',
});

async function runWith(planner: Planner, contentId: string, client: LibraryStand['client']) {
  const { body } = await analyse(client, { contentIds: [contentId] });
  const { analysis } = context;
  const ports = { ...analysis, planner, fallbackPlanner: analysis.planner };
  await runAnalyses({ ...context, analysis: ports });
  const over = await untilOver(client, body.id);
  const internal = await table(stand, 'analysis_events').where({
    analysis_id: body.id,
    type: 'plan.rejection',
  });
  return { over, internal, all: await events(client, body.id) };
}

const photo = { fileId: randomUUID(), width: 10, height: 10 };
const BAD: [string, (request: PlanRequest) => PagePlan][] = [
  ['names no page', () => plan()],
  ['names a display that is not offered', (r) => plan({ ...good(r), displayId: randomUUID() })],
  ['names no display', (r) => plan({ ...good(r), displayId: null })],
  ['names a display twice', (r) => plan(good(r), good(r))],
  ['names a template that there is not', (r) => plan({ ...good(r), template: 'toString' })],
  ['gives parameters that do not fit', (r) => plan({ ...good(r), parameters: { text: 7 } })],
  [
    'shows a picture that is not of the material',
    (r) => plan({ ...good(r), template: 'photo', parameters: { picture: photo } }),
  ],
  ['declines what was asked for', () => ({ outcome: 'no_change', reason: 'no wish to' })],
];

for (const [name, bad] of BAD) {
  test.serial(`a plan that ${name} is returned to the planner twice, then the rules decide`, async (t) => {
    const { client } = await stand.newUser();
    await claimDisplay(client);
    const { over, internal, all } = await runWith(erring(bad), await note(client), client);
    t.like(over, { state: 'completed', outcome: 'presentations' });
    t.is(over.presentationIds.length, 1);
    const rejected = all.filter(({ type }) => type === 'plan.rejected').map(({ data }) => data);
    t.deepEqual(
      rejected,
      [1, 2, 3].map((attempt) => ({ problems: 1, reason: 'other', attempt })),
    );
    t.is(internal.length, 3);
    t.false(JSON.stringify(all).includes(internal[0].data.problems[0]), 'the reason stays internal');
    t.is(all.filter(({ type }) => type === 'plan.submitted').length, 4);
  });
}

test.serial('a corrected plan is carried out', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const problemsOfAttempts: (string[] | undefined)[] = [];
  const planner = erring((request, problems) => {
    problemsOfAttempts.push(problems);
    return problems ? plan(good(request)) : plan();
  });
  const { over } = await runWith(planner, await note(client), client);
  t.is(problemsOfAttempts.length, 2);
  t.deepEqual([problemsOfAttempts[0], problemsOfAttempts[1]?.length], [undefined, 1]);
  t.like((await client.get(`${APP}/presentations/${over.presentationIds[0]}`)).body, { title: 'Good' });
});

test.serial('when a planner is unavailable, the rules decide', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const planner = erring(() => {
    throw new Error('no connection');
  });
  const { over, all } = await runWith(planner, await note(client), client);
  t.like(over, { state: 'completed', outcome: 'presentations' });
  t.is(all.filter(({ type }) => type === 'plan.rejected').length, 0);
});

test.serial('a page that would be illegible is laid out plainly', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, {
    contentIds: [await note(client, 'Words to be read.')],
    target: { output: { preset: 'macos-widget-small' } },
  });
  const { analysis } = context;
  const loadTemplates = async () => ({
    ...(await analysis.loadTemplates()),
    problems: () => ['text: too small'],
  });
  await runAnalyses({ ...context, analysis: { ...analysis, loadTemplates } });
  const over = await untilOver(client, body.id);
  const { body: made } = await client.get(`${APP}/presentations/${over.presentationIds[0]}`);
  t.true(JSON.stringify(made.scene.data).includes('Words to be read.'));
  const [event] = await table(stand, 'analysis_events').where({
    analysis_id: body.id,
    type: 'page.illegible',
  });
  t.is(event.visibility, 'internal');
});

test.serial('a photo is shown from its stored file, which the Scene names and a read signs', async (t) => {
  const { client } = await stand.newUser();
  const bytes = await photographPng(320, 200);
  const made = await create(client, { assets: [png(bytes.length)] });
  await upload(made.body.uploadTickets[0], bytes);
  const { id } = made.body.content;
  const { body } = await analyse(client, { contentIds: [id], target: { output: {} } });
  await runAnalyses(context);
  const over = await untilOver(client, body.id);
  const { body: presentation } = await client.get(`${APP}/presentations/${over.presentationIds[0]}`);
  const image = presentation.scene.data.elements.find(({ type }: { type: string }) => type === 'image');
  const file = await table(stand, 'files').where({ content_id: id }).first();
  t.is(image.properties.fileId, file.id);
});
