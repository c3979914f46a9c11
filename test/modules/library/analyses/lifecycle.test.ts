import { randomUUID } from 'node:crypto';
import test from 'ava';
import { photographJpeg, photographPng } from '#test/support/images.ts';
import { until as untilTrue } from '#test/support/until.ts';
import {
  APP,
  analyse,
  claimDisplay,
  confirm,
  create,
  events,
  type LibraryStand,
  note,
  png,
  read,
  readAnalysis,
  SDK,
  startLibrary,
  text,
  until,
  untilOver,
  upload,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary({ worker: true });
});
test.after.always(() => stand?.close());

test('an auto Content ends ready, with a Presentation and its Analysis', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const created = await create(client, {
    mode: 'auto',
    title: 'Shopping',
    assets: [text('Milk and bread.')],
  });
  const confirmed = (await confirm(client, created.body.content.id)).body;
  t.is(confirmed.analysisIds.length, 1);
  const ready = await until(client, created.body.content.id, 'ready');
  t.like(ready, { processing: { stage: 'complete', warnings: [], error: null }, failure: null });
  t.is(ready.presentationIds.length, 1);
  const { body: presentation } = await client.get(`${APP}/presentations/${ready.presentationIds[0]}`);
  t.like(presentation, { displayId, mode: 'auto', contentIds: [ready.id], analysisId: ready.analysisIds[0] });
  const analysis = (await readAnalysis(client, ready.analysisIds[0])).body;
  t.like(analysis, {
    mode: 'ai',
    trigger: 'api',
    state: 'completed',
    outcome: 'presentations',
    noChangeReason: null,
    contentIds: [ready.id],
    context: 'submitted',
    scope: null,
    title: 'Shopping',
    target: null,
    presentationIds: ready.presentationIds,
    failure: null,
  });
});

test('a manual Content goes to the display it names, and nowhere else', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const displayId = await claimDisplay(client);
  const created = await create(client, { mode: 'manual', displayId, assets: [text('Here.')] });
  await confirm(client, created.body.content.id);
  const ready = await until(client, created.body.content.id, 'ready');
  const { body } = await client.get(`${APP}/presentations/${ready.presentationIds[0]}`);
  t.like(body, { displayId, mode: 'manual' });
  t.like((await readAnalysis(client, ready.analysisIds[0])).body, { target: { displayIds: [displayId] } });
});

test('auto without a display: the requested output profile, as Scene and PNG', async (t) => {
  const { client } = await stand.newUser();
  const created = await create(client, {
    mode: 'auto',
    output: { preset: 'macos-widget-medium' },
    assets: [text('A small widget.')],
  });
  await confirm(client, created.body.content.id);
  const ready = await until(client, created.body.content.id, 'ready');
  const drawn = await untilTrue('a presentation that is ready', async () => {
    const { body } = await client.get(`${APP}/presentations/${ready.presentationIds[0]}`);
    t.not(body.state, 'failed');
    return body.state === 'ready' && body;
  });
  t.like(drawn, { displayId: null, output: { viewport: { width: 360, height: 170 } } });
  t.like(drawn.scene.data, { viewport: { width: 360, height: 170 } });
  t.is(drawn.renditions[0].state, 'ready');
});

test('auto without any display fails with no_compatible_display', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client, { width: 640, height: 384 });
  const created = await create(client, { mode: 'auto', assets: [text('Nowhere to go.')] });
  await confirm(client, created.body.content.id);
  const failed = await until(client, created.body.content.id, 'failed');
  t.like(failed.failure, { code: 'no_compatible_display', stage: 'routing' });
  t.regex(failed.failure.message, /claim a panel/);
  t.deepEqual(failed.processing.error, failed.failure);
  t.deepEqual(failed.presentationIds, []);
  const [analysisId] = failed.analysisIds;
  t.like((await readAnalysis(client, analysisId)).body, {
    state: 'failed',
    outcome: null,
    failure: { code: 'no_compatible_display' },
  });
  t.like((await events(client, analysisId)).at(-1), {
    type: 'analysis.failed',
    level: 'error',
    data: { code: 'no_compatible_display' },
  });
});

test('a file that cannot be read fails the Content, naming the asset', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const bytes = new TextEncoder().encode('this is no picture');
  const created = await create(client, { mode: 'auto', assets: [text('a'), png(bytes.length)] });
  await upload(created.body.uploadTickets[0], bytes);
  await confirm(client, created.body.content.id);
  const failed = await until(client, created.body.content.id, 'failed');
  t.like(failed.failure, { code: 'invalid_asset', assetIndex: 1, retryable: false });
});

test('POST /analyses over stored contents, and the fields of these contents afterwards', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const ids = [await note(client, 'One'), await note(client, 'Two')];
  const queued = await analyse(client, { contentIds: ids, title: 'Both', intent: 'Make it big' });
  t.is(queued.status, 202);
  t.like(queued.body, { mode: 'ai', context: 'submitted', contentIds: ids, title: 'Both', outcome: null });
  const over = await untilOver(client, queued.body.id);
  t.like(over, { state: 'completed', outcome: 'presentations' });
  const { body: presentation } = await client.get(`${APP}/presentations/${over.presentationIds[0]}`);
  t.like(presentation, { displayId, mode: 'ai', title: 'Both', analysisId: over.id });
  t.deepEqual(
    presentation.contentIds,
    ids.map((id) => ({ id, role: 'input' })),
  );
  for (const id of ids) {
    const { body } = await read(client, id);
    t.like(body, { mode: null, state: 'ready', processing: { stage: null } });
    t.deepEqual([body.analysisIds, body.presentationIds], [[over.id], over.presentationIds]);
  }
});

test('direct shows the unchanged image on every display named', async (t) => {
  const { client } = await stand.newUser();
  const displayIds = [await claimDisplay(client), await claimDisplay(client)];
  const photo = await photographPng(160, 96);
  const created = await create(client, { title: 'Sea', assets: [png(photo.length)] });
  await upload(created.body.uploadTickets[0], photo);
  const { body } = await analyse(client, {
    mode: 'direct',
    contentIds: [created.body.content.id],
    target: { displayIds },
  });
  t.like(body, { mode: 'direct', target: { displayIds } });
  const over = await untilOver(client, body.id);
  t.is(over.presentationIds.length, 2);
  const made = [];
  for (const id of over.presentationIds) made.push((await client.get(`${APP}/presentations/${id}`)).body);
  t.deepEqual(made.map((one) => one.displayId).sort(), displayIds.sort());
  t.like(made[0], { mode: 'direct', title: 'Sea' });
  const types = (await events(client, over.id)).map(({ type }) => type);
  t.false(types.includes('agent.activity'));
});

for (const [what, bytesOf] of [
  ['no picture', async () => Buffer.from('This is no picture at all.')],
  ['a picture of another type', () => photographJpeg(160, 96)],
  ['a picture that is cut short', async () => (await photographPng(160, 96)).subarray(0, 4000)],
] as const) {
  test(`direct over bytes that are ${what} fails, as ai does`, async (t) => {
    const { client } = await stand.newUser();
    const displayId = await claimDisplay(client);
    const bytes = await bytesOf();
    const created = await create(client, { assets: [png(bytes.length)] });
    await upload(created.body.uploadTickets[0], bytes);
    const contentIds = [created.body.content.id];
    for (const mode of ['direct', 'ai']) {
      const { body } = await analyse(client, { mode, contentIds, target: { displayId } });
      const over = await untilOver(client, body.id);
      t.like(over, { state: 'failed', outcome: null, presentationIds: [] }, mode);
      t.like(over.failure, { code: 'invalid_asset', assetIndex: 0, retryable: false }, mode);
    }
  });
}

test('history takes recent contents as context, and ends with no_change when there is nothing to show', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const empty = await analyse(client, {});
  t.like(empty.body, { context: 'history', contentIds: [], scope: null });
  t.like(await untilOver(client, empty.body.id), {
    state: 'completed',
    outcome: 'no_change',
    presentationIds: [],
    failure: null,
  });
  t.truthy((await readAnalysis(client, empty.body.id)).body.noChangeReason);

  const id = await note(client, 'Yesterday all was well.');
  const { body } = await analyse(client, { scope: { since: '72h' } });
  const reach = Date.parse(body.createdAt) - Date.parse(body.scope.sinceAt);
  t.is(body.scope.since, '72h');
  t.true(Math.abs(reach - 72 * 3600_000) < 1000);
  const over = await untilOver(client, body.id);
  t.is(over.outcome, 'presentations');
  const { body: presentation } = await client.get(`${APP}/presentations/${over.presentationIds[0]}`);
  t.deepEqual(presentation.contentIds, [{ id, role: 'context' }]);
});

test('both prefixes serve the same analyses, to their owner only', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body: token } = await client.post('/auth/tokens', { body: { name: 'test' } });
  const sdk = client.as(token.token);
  const id = await note(client);
  const key = randomUUID();
  const queued = await sdk.post(`${SDK}/analyses`, { body: { contentIds: [id] }, key });
  t.is(queued.status, 202);
  const replayed = await sdk.post(`${SDK}/analyses`, { body: { contentIds: [id] }, key });
  t.deepEqual(replayed.body, queued.body);
  const over = await untilOver(client, queued.body.id);
  t.deepEqual((await sdk.get(`${SDK}/analyses/${over.id}`)).body, over);
  const stranger = (await stand.newUser()).client;
  for (const path of ['', '/archive', '/events', '/events/stream']) {
    for (const unknown of [over.id, randomUUID(), 'anything']) {
      const response = await stranger.get(`${APP}/analyses/${unknown}${path}`);
      t.is(`${response.status} ${response.body.error.code}`, '404 analysis_not_found');
    }
  }
});

test('analyses are listed newest first and filtered', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const contentId = await note(client);
  const ids: string[] = [];
  for (const body of [{ contentIds: [contentId] }, {}, { contentIds: [await note(client)] }]) {
    const { body: made } = await analyse(client, body);
    await untilOver(client, made.id);
    ids.unshift(made.id);
  }
  const list = async (query: string) => {
    const { body } = await client.get(`${APP}/analyses${query}`);
    return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  t.deepEqual(await list(''), [0, 1, 2]);
  t.deepEqual(await list(`?contentId=${contentId}`), [2]);
  t.deepEqual(await list('?state=completed'), [0, 1, 2]);
  t.deepEqual(await list('?state=failed'), []);
  t.deepEqual(await list('?trigger=scheduled'), []);
  t.deepEqual(await list('?mode=direct'), []);
  const first = await client.get(`${APP}/analyses?limit=2`);
  t.deepEqual(await list(`?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`), [2]);
  for (const query of [
    '?state=over',
    '?mode=auto',
    '?trigger=cron',
    '?contentId=x',
    '?limit=51',
    '?cursor=x',
  ])
    t.is((await client.get(`${APP}/analyses${query}`)).status, 400, query);
});
