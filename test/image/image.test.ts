import test from 'ava';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { switchOffPanels } from '#test/support/running-panels.ts';
import { type Container, imageStore, startContainer } from './container.ts';

/**
 * The image of the Dockerfile, which `.ci/build-image` builds where a machine allows it: `.ci/run` and `make test-image` do so.
 * Where it is not there these tests are skipped.
 */
const imageTest = imageStore ? test.serial : test.serial.skip;

let box: Container;
let person: Person;
let startSeconds: number;
test.before(async () => {
  if (!imageStore) return;
  box = await startContainer(imageStore);
  const began = performance.now();
  await box.start();
  startSeconds = (performance.now() - began) / 1000;
  person = await registerPerson(createClient({ url: box.url, surfaces: [] }), box.url);
});
test.after.always(async () => {
  if (box) switchOffPanels(box.url);
  await box?.close();
});

imageTest(
  'the box runs as the user of the image, reports that it is healthy, and runs operator commands',
  async (t) => {
    t.log(`${Math.round(box.size / 1e6)} MB, first start in ${startSeconds.toFixed(1)} s`);
    const { User, Volumes, ExposedPorts, Healthcheck } = box.config;
    t.is(User, 'placard');
    t.is(box.userId(), 10_001);
    t.deepEqual(Object.keys(Volumes), ['/data']);
    t.deepEqual(Object.keys(ExposedPorts).sort(), ['1883/tcp', '3000/tcp']);
    const [kind, command = ''] = Healthcheck.Test;
    t.is(kind, 'CMD-SHELL');
    const health = await box.run('sh', '-c', command);
    t.is(health.code, 0, health.text);
    const users = await box.run('make', 'user-list');
    t.is(users.code, 0, users.text);
    t.regex(users.text, /@example\.org/);
    t.not((await box.run('sh', '-c', 'touch /app/x')).code, 0, 'it cannot change its own program');
    t.not((await box.run('ls', 'node_modules/ava')).code, 0, 'no packages for development');
  },
);

imageTest('a stop signal ends it cleanly, and its volume restores everything', async (t) => {
  const { panel, displayId } = await person.panel({ reconnectMs: 500 });
  const note = await person.sdk.post('/push/hall', { raw: 'Milk, молоко, حليب, 牛奶, 牛乳を買う, दूध' });
  t.is(note.status, 201, note.text);
  const shown = await person.settled(note.body.content.id);
  await panel.confirmed(shown.presentationIds[0], WAIT);
  const picture = { bytes: await photographPng(640, 400), contentType: 'image/png' };
  const content = await person.settled(await person.push(picture, { displayId }));
  t.is(content.state, 'ready');

  const { code, output } = await box.stop();
  t.is(code, 0, output);
  const down = await box.run('sh', '-c', box.config.Healthcheck.Test[1] as string);
  t.is(down.code, 1, down.text);

  await box.start();
  t.is((await person.app.get('/auth/me')).status, 200, 'the session');
  const after = (await person.sdk.get(`/api/sdk/v1/contents/${content.id}`)).body;
  t.is(after.state, 'ready', 'the token and the content');
  const signed = await person.app.get(`/api/app/v1/contents/${content.id}/assets/0`);
  const asset = await fetch(signed.body.url);
  t.deepEqual(Buffer.from(await asset.arrayBuffer()), Buffer.from(picture.bytes), 'the picture');
  const advanced = await person.app.post(`/api/app/v1/displays/${displayId}/advance`);
  t.is(advanced.status, 200, advanced.text);
  await panel.confirmed(after.presentationIds[0], WAIT);
  t.is((await box.stop()).code, 0);
});

/** A loaded machine is slow. */
const WAIT = { timeoutMs: 240_000 };
