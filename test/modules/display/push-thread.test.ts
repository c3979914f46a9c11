import test from 'ava';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';

/** A panel that its owner has claimed and that nothing holds. */
async function claimPanel(app: TestApp, owner: Person): Promise<string> {
  const body = { hardwareId: `hw-${newId()}` };
  const enrolled = await createClient(app).post('/api/device/v1/enroll', { body });
  return owner.claim(enrolled.body.claim.code);
}

async function pushPhotograph(owner: Person, target: object): Promise<string> {
  return owner.push({ bytes: await photographPng(320, 200), contentType: 'image/png' }, target);
}

test('a photograph pushed through the whole application is queued, and shown alike under both prefixes', async (t) => {
  const app = await startTestApp({ worker: true });
  t.teardown(() => app.close());
  const owner = await registerPerson(createClient(app), app.url);
  const displayId = await claimPanel(app, owner);
  const content = await owner.settled(await pushPhotograph(owner, { displayId }));
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
  for (const response of [sdk, own]) {
    response.image.url = new URL(response.image.url).pathname;
    delete response.image.expiresAt;
  }
  t.deepEqual(sdk, own);

  await owner.app.delete(`/api/app/v1/contents/${content.id}`);
  t.is((await owner.sdk.get(`/api/sdk/v1/presentations/${presentationId}`)).status, 404);
  t.deepEqual((await owner.sdk.get(`/api/sdk/v1/displays/${displayId}/queue`)).body.items, []);
});

test('a photograph pushed without a display becomes a Scene with a PNG', async (t) => {
  const app = await startTestApp({ worker: true });
  t.teardown(() => app.close());
  const owner = await registerPerson(createClient(app), app.url);
  const output = { preset: 'macos-widget-medium', colorMode: 'grayscale' };
  const content = await owner.settled(await pushPhotograph(owner, { output }));
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
