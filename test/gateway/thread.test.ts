import { createHash } from 'node:crypto';
import anyTest, { type TestFn } from 'ava';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';

const test = anyTest as TestFn<TestApp>;
test.before(async (t) => {
  t.context = await startTestApp({ worker: true, gateway: true });
});
test.after.always(async (t) => t.context.close());

/** A simulated panel, claimed by a new owner by its code. It is too lazy to heal by heartbeats. */
async function claimedPanel(app: TestApp) {
  const owner = await registerPerson(createClient(app), app.url);
  const { panel, displayId } = await owner.panel({ heartbeatMs: 30_000 });
  const push = async (seed: number): Promise<string> => {
    const picture = { bytes: await photographPng(320, 200, seed), contentType: 'image/png' };
    const content = await owner.settled(await owner.push(picture, { displayId }));
    if (content.state !== 'ready') throw new Error(JSON.stringify(content.failure));
    return content.presentationIds[0];
  };
  return { panel, path: `/api/app/v1/displays/${displayId}`, push, client: owner.app };
}

test('from enrolment to a confirmed picture, whose frame is the one that the API names', async (t) => {
  const app = t.context;
  const { panel, path, push, client } = await claimedPanel(app);
  await panel.command('bound');
  t.true((await client.get(path)).body.online);
  const id = await push(1);
  const frame = await panel.shown(id);
  await panel.confirmed(id);
  const { body } = await client.get(path);
  t.is(body.currentPresentationId, id);
  t.is(body.pendingPresentationId, null);
  t.is(body.batteryPercent, 90);
  const stored = await app.app.db('display.frames').where({ presentation_id: id, format: 'raw1' }).first();
  t.is(createHash('sha256').update(frame.bytes).digest('hex'), stored.sha256);
  const { presentation } = (await client.get(`${path}/current-presentation?format=raw2`)).body;
  t.is(presentation.state, 'confirmed');
  t.is((await (await fetch(presentation.image.url)).arrayBuffer()).byteLength, 96_000);
  await panel.sleep();
});

test('activation, advance and removal from the queue over HTTP change the displayed picture', async (t) => {
  const { panel, path, push, client } = await claimedPanel(t.context);
  const first = await push(2);
  await panel.confirmed(first);
  const second = await push(3);
  await panel.confirmed(second);

  const from = panel.events.list.length;
  const back = await client.post(`${path}/current`, { body: { presentationId: first } });
  t.is(back.body.display.pendingPresentationId, first);
  await panel.confirmed(first, { from });
  t.is((await client.get(path)).body.currentPresentationId, first);

  await panel.sleep();
  const [gone, next] = [await push(4), await push(5)];
  const early = await client.post(`${path}/current`, { body: { presentationId: next } });
  t.is(early.status, 409);
  t.deepEqual(early.body.error.details, {
    displayId: path.split('/').at(-1),
    reason: 'not_delivered',
    presentationId: next,
  });
  t.deepEqual((await client.delete(`${path}/queue/${gone}`)).body, { ok: true });
  const advanced = await client.post(`${path}/advance`);
  t.true(advanced.body.changed);
  t.is(advanced.body.display.pendingPresentationId, next);
  t.false((await client.post(`${path}/advance`)).body.changed);
  await panel.connect();
  await panel.confirmed(next);
  t.is((await client.get(`/api/app/v1/presentations/${gone}`)).body.state, 'expired');
  for (const presentationId of [newId(), gone])
    t.true([404, 409].includes((await client.delete(`${path}/queue/${presentationId}`)).status));
  await panel.sleep();
});
