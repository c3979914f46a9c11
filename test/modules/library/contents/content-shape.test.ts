import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  claimDisplay,
  create,
  type LibraryStand,
  link,
  pdf,
  png,
  read,
  SDK,
  startLibrary,
  text,
} from '../stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

/** What only the app surface says of a Content. */
const ON_THE_APP = { urgent: false, expiresAt: null };

test('a Content has the fields of both generations, with null for absent values', async (t) => {
  const { client } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const assets = [text(' Hi '), link('https://example.com/a?b#c'), png(5), pdf(7)];
  const { body } = await create(client, {
    mode: 'manual',
    displayId,
    title: ' A title ',
    intent: '',
    assets,
  });
  const none = { text: null, url: null, filename: null, contentType: null, sizeBytes: null };
  t.deepEqual(body.content, {
    id: body.content.id,
    mode: 'manual',
    requestedDisplayId: displayId,
    intent: null,
    ...ON_THE_APP,
    title: 'A title',
    state: 'pending',
    output: null,
    assets: [
      { ...none, assetIndex: 0, type: 'text', text: ' Hi ', uploadState: 'uploaded' },
      { ...none, assetIndex: 1, type: 'link', url: 'https://example.com/a?b#c', uploadState: 'uploaded' },
      {
        ...none,
        assetIndex: 2,
        type: 'image',
        filename: 'photo.png',
        contentType: 'image/png',
        sizeBytes: 5,
        uploadState: 'pending',
      },
      {
        ...none,
        assetIndex: 3,
        type: 'file',
        filename: 'paper.pdf',
        contentType: 'application/pdf',
        sizeBytes: 7,
        uploadState: 'pending',
      },
    ],
    upload: { status: 'awaiting_upload', failedAssetIndexes: [] },
    failedAssetIndexes: [],
    processing: { stage: 'awaiting_upload', warnings: [], error: null },
    failure: null,
    presentationIds: [],
    analysisIds: [],
    createdAt: body.content.createdAt,
    updatedAt: body.content.createdAt,
  });
  t.deepEqual((await read(client, body.content.id)).body, body.content);
});

test('each binary asset gets a ticket, others do not', async (t) => {
  const { client } = await stand.newUser();
  const before = Date.now();
  const { body } = await create(client, {
    mode: 'auto',
    assets: [text('a'), png(5), link('http://b.c'), pdf(7)],
  });
  t.deepEqual(
    body.uploadTickets.map((ticket: { assetIndex: number }) => ticket.assetIndex),
    [1, 3],
  );
  for (const ticket of body.uploadTickets) {
    const life = (Date.parse(ticket.expiresAt) - before) / 1000;
    t.true(life > 895 && life < 930);
  }
});

test('a Content without a mode is only stored', async (t) => {
  const { client } = await stand.newUser();
  const ready = await create(client, { assets: [text('a')] });
  t.like(ready.body.content, {
    mode: null,
    state: 'ready',
    upload: { status: 'complete' },
    processing: { stage: null, error: null },
  });
  const waiting = await create(client, { assets: [png(5)] });
  t.like(waiting.body.content, {
    mode: null,
    state: 'pending',
    upload: { status: 'awaiting_upload' },
    processing: { stage: null },
  });
});

test('fields of other asset types are not kept', async (t) => {
  const { client } = await stand.newUser();
  const asset = {
    type: 'text',
    text: 'a',
    url: 'javascript:1',
    filename: 'x',
    contentType: 'y',
    sizeBytes: 9,
  };
  const { body } = await create(client, { assets: [asset] });
  t.like(body.content.assets[0], { url: null, filename: null, contentType: null, sizeBytes: null });
});

test('filenames lose folders, control characters and marks of text direction', async (t) => {
  const { client } = await stand.newUser();
  const sent = [
    'a/b.png',
    'C:\\fakepath\\c.png',
    '../../d.png',
    'e\n\u0007.png',
    'f\u202egnp.exe',
    '日本.png',
  ];
  const { body } = await create(client, { assets: sent.map((name) => png(5, name)) });
  const kept = body.content.assets.map((asset: { filename: string }) => asset.filename);
  t.deepEqual(kept, ['b.png', 'c.png', 'd.png', 'e.png', 'fgnp.exe', '日本.png']);
});

test('both prefixes serve the same contents; unknown, foreign and malformed ids are distinguished', async (t) => {
  const { client } = await stand.newUser();
  const stranger = (await stand.newUser()).client;
  const { body } = await client.post('/auth/tokens', { body: { name: 'test' } });
  const sdk = client.as(body.token);
  const created = await sdk.post(`${SDK}/contents`, { body: { assets: [text('a')] }, key: randomUUID() });
  const id = created.body.content.id;
  t.deepEqual((await client.get(`${APP}/contents/${id}`)).body, { ...created.body.content, ...ON_THE_APP });
  t.deepEqual((await sdk.get(`${SDK}/contents/${id.toUpperCase()}`)).body, created.body.content);

  const calls = (path: string) => [
    stranger.get(`${APP}/contents/${path}`),
    stranger.post(`${APP}/contents/${path}/confirm`),
    stranger.post(`${APP}/contents/${path}/upload-tickets`, { body: { assetIndexes: [0] } }),
    stranger.delete(`${APP}/contents/${path}`),
  ];
  for (const response of await Promise.all([...calls(id), ...calls(randomUUID())]))
    t.is(`${response.status} ${response.body.error.code}`, '404 content_not_found');
  for (const response of await Promise.all(calls('not-a-uuid')))
    t.is(`${response.status} ${response.body.error.code}`, '400 invalid_request');
  t.is((await read(client, id)).status, 200);
  t.is(
    (await sdk.delete(`${SDK}/contents/${id}`)).status,
    400,
    'deleting is for owners in front of a screen',
  );
});
