import test from 'ava';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';

interface Owner {
  /** With a session, under the prefix of the account's own screens. */
  app: Client;
  /** With a personal access token. */
  sdk: Client;
}

async function register(app: TestApp): Promise<Owner> {
  const client = createClient(app);
  const name = newId().slice(-12);
  const body = { email: `${name}@example.org`, username: name, password: 'correct horse' };
  const session = client.as((await client.post('/auth/register', { body })).body.accessToken);
  const { token } = (await session.post('/auth/tokens', { body: { name: 'test' } })).body;
  return { app: session, sdk: client.as(token) };
}

async function claimPanel(app: TestApp, owner: Owner): Promise<string> {
  const enrolled = await createClient(app).post('/api/device/v1/enroll', {
    body: { hardwareId: `hw-${newId()}` },
  });
  const body = { code: enrolled.body.claim.code, nickname: 'Hall' };
  const claimed = await owner.app.post('/api/app/v1/displays/claim', { body });
  return claimed.body.id;
}

async function pushPhotograph(owner: Owner, target: object): Promise<string> {
  const bytes = await photographPng(320, 200);
  const asset = { type: 'image', filename: 'a.png', contentType: 'image/png', sizeBytes: bytes.length };
  const body = { mode: 'hardcode', assets: [asset], ...target };
  const created = await owner.sdk.post('/api/sdk/v1/contents', { body, key: newId() });
  const [ticket] = created.body.uploadTickets;
  const form = new FormData();
  for (const [name, value] of Object.entries<string>(ticket.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  await fetch(ticket.url, { method: 'POST', body: form });
  const { id } = created.body.content;
  await owner.sdk.post(`/api/sdk/v1/contents/${id}/confirm`);
  return id;
}

/** Reads again and again until the content is past processing. */
async function settled(owner: Owner, contentId: string) {
  for (;;) {
    const { body } = await owner.sdk.get(`/api/sdk/v1/contents/${contentId}`);
    if (body.state === 'ready' || body.state === 'failed') return body;
  }
}

test('a photograph pushed through the whole application is queued, and shown alike under both prefixes', async (t) => {
  const app = await startTestApp({ worker: true });
  t.teardown(() => app.close());
  const owner = await register(app);
  const displayId = await claimPanel(app, owner);
  const content = await settled(owner, await pushPhotograph(owner, { displayId }));
  t.is(content.state, 'ready');
  const [presentationId] = content.presentationIds;

  const queue = await owner.sdk.get(`/api/sdk/v1/displays/${displayId}/queue`);
  t.like(queue.body.items, [
    { id: presentationId, mode: 'hardcode', state: 'queued', contentIds: [content.id] },
  ]);
  const [sdk, own] = [
    (await owner.sdk.get(`/api/sdk/v1/presentations/${presentationId}?format=raw4`)).body,
    (await owner.app.get(`/api/app/v1/presentations/${presentationId}?format=raw4`)).body,
  ];
  const frame = await fetch(sdk.image.url);
  t.is((await frame.arrayBuffer()).byteLength, 192_000);
  for (const answer of [sdk, own]) {
    answer.image.url = new URL(answer.image.url).pathname;
    delete answer.image.expiresAt;
  }
  t.deepEqual(sdk, own);

  await owner.app.delete(`/api/app/v1/contents/${content.id}`);
  t.is((await owner.sdk.get(`/api/sdk/v1/presentations/${presentationId}`)).status, 404);
  t.deepEqual((await owner.sdk.get(`/api/sdk/v1/displays/${displayId}/queue`)).body.items, []);
});

test('a photograph pushed without a display becomes a Scene with a PNG', async (t) => {
  const app = await startTestApp({ worker: true });
  t.teardown(() => app.close());
  const owner = await register(app);
  const output = { preset: 'macos-widget-medium', colorMode: 'grayscale' };
  const content = await settled(owner, await pushPhotograph(owner, { output }));
  t.is(content.state, 'ready');
  const { body } = await owner.sdk.get('/api/sdk/v1/presentations');
  t.like(body.items, [
    { id: content.presentationIds[0], state: 'ready', displayId: null, output: content.output },
  ]);
  const { properties } = body.items[0].scene.data.elements[0];
  const file = await app.app.db('library.files').where({ content_id: content.id }).first('id');
  t.is(properties.fileId, file.id);
  t.like(body.items[0].renditions, [{ width: 360, height: 170, colorMode: 'grayscale', state: 'ready' }]);
});
