import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  analyse,
  claimDisplay,
  code,
  create,
  type LibraryStand,
  note,
  parallel,
  pdf,
  png,
  read,
  startLibrary,
  table,
  text,
  type User,
  upload,
} from './stand.ts';

// No worker runs here: what is queued stays queued.
let stand: LibraryStand;
let user: User;
let displayId: string;
let contentId: string;
test.before(async () => {
  stand = await startLibrary();
  user = await stand.newUser();
  displayId = await claimDisplay(user.client);
  contentId = await note(user.client);
});
test.after.always(() => stand?.close());

async function countOf(userId: string): Promise<number> {
  const rows = await table(stand, 'analyses').where({ user_id: userId });
  return rows.length;
}

const malformed: [string, (content: string, display: string) => unknown, string][] = [
  ['submitted without contents', () => ({ context: 'submitted' }), 'contentIds'],
  ['a scope outside history', (id) => ({ contentIds: [id], scope: { since: '72h' } }), 'scope'],
  ['a scope in words', () => ({ scope: { since: 'yesterday' } }), 'scope.since'],
  ['a scope beyond all time', () => ({ scope: { since: '99999999999d' } }), 'scope.since'],
  ['direct without contents', (_, d) => ({ mode: 'direct', target: { displayId: d } }), 'contentIds'],
  ['direct without a target', (id) => ({ mode: 'direct', contentIds: [id] }), 'target'],
  [
    'direct with history',
    (id, d) => ({ mode: 'direct', contentIds: [id], context: 'history', target: { displayId: d } }),
    'context',
  ],
  ['an unknown mode', (id) => ({ mode: 'auto', contentIds: [id] }), 'mode'],
  ['a content twice', (id) => ({ contentIds: [id, id] }), 'contentIds'],
  ['a content that is no id', () => ({ contentIds: ['x'] }), 'contentIds.0'],
  ['a target with nothing in it', (id) => ({ contentIds: [id], target: {} }), 'target'],
  [
    'a target with two things in it',
    (id, d) => ({ contentIds: [id], target: { displayId: d, output: {} } }),
    'target',
  ],
  ['a display twice', (id, d) => ({ contentIds: [id], target: { displayIds: [d, d] } }), 'target.displayIds'],
  ['no displays', (id) => ({ contentIds: [id], target: { displayIds: [] } }), 'target.displayIds'],
  ['a long title', (id) => ({ contentIds: [id], title: 'x'.repeat(201) }), 'title'],
  ['a long intent', (id) => ({ contentIds: [id], intent: 'x'.repeat(2001) }), 'intent'],
];

for (const [name, body, path] of malformed) {
  test(`400: ${name}`, async (t) => {
    const response = await analyse(user.client, body(contentId, displayId));
    t.is(code(response), '400 invalid_request');
    const paths = response.body.error.details.fields.map((field: { path: string }) => field.path);
    t.true(paths.includes(path), `${paths}`);
  });
}

test('the Idempotency-Key header is required', async (t) => {
  t.is(
    code(await user.client.post(`${APP}/analyses`, { body: { contentIds: [contentId] } })),
    '400 invalid_request',
  );
});

test('contents and displays of other users, unknown ones, and displays of another size are refused', async (t) => {
  const { client } = await stand.newUser();
  const own = await note(client);
  const strange = await claimDisplay(client, { width: 640, height: 384 });
  const refused = async (body: unknown) => code(await analyse(client, body));
  t.is(await refused({ contentIds: [contentId] }), '404 content_not_found');
  t.is(await refused({ contentIds: [own, randomUUID()] }), '404 content_not_found');
  const at = (target: unknown) => refused({ contentIds: [own], target });
  t.is(await at({ displayId }), '403 access_denied');
  t.is(await at({ displayIds: [strange, displayId] }), '403 access_denied');
  t.is(await at({ displayId: randomUUID() }), '404 display_not_found');
  t.is(await at({ displayId: strange }), '422 display_incompatible');
});

test('without any display that could show it: 422, nothing is written, and the key is free again', async (t) => {
  const { client, userId } = await stand.newUser();
  const id = await note(client);
  const key = randomUUID();
  t.is(code(await analyse(client, { contentIds: [id] }, key)), '422 no_compatible_display');
  await claimDisplay(client, { width: 640, height: 384 });
  t.is(code(await analyse(client, { contentIds: [id] }, key)), '422 no_compatible_display');
  t.is(code(await analyse(client, {}, key)), '422 no_compatible_display');
  t.is(await countOf(userId), 0);
  t.deepEqual((await read(client, id)).body.analysisIds, []);
  await claimDisplay(client);
  t.is((await analyse(client, { contentIds: [id] }, key)).status, 202);
});

test('an output profile needs no display', async (t) => {
  const { client } = await stand.newUser();
  const { status, body } = await analyse(client, {
    contentIds: [await note(client)],
    target: { output: { preset: 'macos-widget-small' } },
  });
  t.is(status, 202);
  t.deepEqual(body.target.output, {
    formats: ['scene', 'png'],
    preset: 'macos-widget-small',
    viewport: { width: 170, height: 170 },
    colorMode: 'color',
    pixelRatio: 1,
  });
});

test('direct requires exactly one PNG or JPEG', async (t) => {
  const { client } = await stand.newUser();
  const target = { displayId: await claimDisplay(client) };
  for (const assets of [[text('a')], [pdf(5)], [png(5), png(5)], [{ ...png(5), contentType: 'image/gif' }]]) {
    const { body } = await create(client, { assets });
    const response = await analyse(client, { mode: 'direct', contentIds: [body.content.id], target });
    t.is(code(response), '400 invalid_asset');
  }
});

test('missing uploads are named, and the request succeeds once they have arrived', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const bytes = new Uint8Array([1, 2, 3, 4, 5]);
  const made = await create(client, { assets: [text('a'), png(5), pdf(5)] });
  const { id } = made.body.content;
  await upload(made.body.uploadTickets[0], bytes);
  const other = await note(client);
  const refused = await analyse(client, { contentIds: [other, id] });
  t.is(code(refused), '409 asset_not_uploaded');
  t.deepEqual(refused.body.error.details.failedAssets, [{ contentId: id, assetIndex: 2 }]);
  await upload(made.body.uploadTickets[1], bytes);
  t.is((await analyse(client, { contentIds: [other, id] })).status, 202);
});

test('at most five analyses are queued or running, even with 50 parallel requests', async (t) => {
  const { client, userId } = await stand.newUser();
  await claimDisplay(client);
  const id = await note(client);
  const responses = await parallel(50, () => analyse(client, { contentIds: [id] }));
  const codes = responses.map((response) => (response.status === 202 ? '202' : code(response)));
  t.is(codes.filter((one) => one === '202').length, 5);
  t.is(codes.filter((one) => one === '409 analysis_in_progress').length, 45);
  t.is(await countOf(userId), 5);
});

test('the same key from 20 callers at once makes one analysis', async (t) => {
  const { client, userId } = await stand.newUser();
  await claimDisplay(client);
  const id = await note(client);
  const key = randomUUID();
  const responses = await parallel(20, () => analyse(client, { contentIds: [id] }, key));
  for (const response of responses) t.true(response.status === 202 || code(response) === '409 invalid_state');
  t.is(await countOf(userId), 1);
});

test('there is no archive before the end of the run', async (t) => {
  const { client } = await stand.newUser();
  await claimDisplay(client);
  const { body } = await analyse(client, { contentIds: [await note(client)] });
  t.is(code(await client.get(`${APP}/analyses/${body.id}/archive`)), '404 archive_not_found');
});
