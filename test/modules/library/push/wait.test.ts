import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { drawPhotograph, encode } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { until as untilTrue, within } from '#test/support/until.ts';
import { parallel, until } from '../stand.ts';
import { type PushStand, startPushes } from './stand.ts';

let stand: PushStand;
test.before(async () => {
  stand = await startPushes({ worker: true, gateway: true });
});
test.after.always(() => stand?.close());

test('a push that waits gets its response when the panel confirms it', async (t) => {
  const person = await registerPerson(stand.client, stand.url);
  const { panel, displayId } = await person.panel();
  t.teardown(() => panel.cutPower());
  const photo = await encode(drawPhotograph(900, 500)).jpeg().toBuffer();
  for (const [path, raw] of [
    [`/push/hall?wait=30`, Buffer.from('Buy milk')],
    [`/push/${displayId}?wait=30`, photo],
    [`/push?wait=30`, Buffer.from('Placard chooses')],
    [`/push/hall?mode=hardcode&wait=30`, photo],
  ] as const) {
    const { status, body } = await person.sdk.post(path, { raw });
    t.is(status, 201);
    t.is(body.content.state, 'ready', path);
    t.deepEqual(
      body.presentations.map(({ id, state }: Record<string, string>) => [id, state]),
      [[body.content.presentationIds[0], 'confirmed']],
      path,
    );
  }
});

test('a push that waits ends with a failure, or when its time is over', async (t) => {
  const { push } = await stand.newPusher();
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
  const failed = await push('/kitchen?wait=30', broken);
  t.like(failed.body, {
    content: { state: 'failed', failure: { code: 'invalid_asset' } },
    presentations: [],
  });
  const asleep = await push('/kitchen?wait=1', 'The panel is not there');
  t.is(asleep.status, 201);
  t.not(asleep.body.presentations[0]?.state, 'confirmed');
});

test('a push that waits ends when a panel cannot show it, and when it expires', async (t) => {
  const person = await registerPerson(stand.client, stand.url);
  const { panel, displayId } = await person.panel({ faults: { fail: 'the ink is dry' } });
  t.teardown(() => panel.cutPower());
  const states = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await person.sdk.post(path, { raw: photo, headers });
    t.is(status, 201);
    await person.settled(body.content.id);
    return body.presentations.map(({ state }: Record<string, string>) => state);
  };
  const photo = await encode(drawPhotograph(64, 40)).png().toBuffer();
  const asItIs = { mode: 'hardcode', wait: '60' };
  let over = false;
  const failing = states(`/push/${displayId}`, asItIs).finally(() => {
    over = true;
  });
  // It is given a picture three times: when it comes back, else with half a minute between.
  while (!over) {
    await panel.sleep();
    await panel.connect();
    await Promise.race([failing, pause(300)]);
  }
  t.deepEqual(await failing, ['failed']);
  await panel.sleep();
  t.deepEqual(await states(`/push/${displayId}?expires=1`, asItIs), ['expired']);
});

test('a push and a preview that wait get their response at once when the box shuts down', async (t) => {
  // Without a worker, which would draw them.
  const box = await startPushes();
  t.teardown(() => box.close());
  const { push, session } = await box.newPusher();
  const waiting = [
    push('/kitchen?wait=60', 'Buy milk'),
    session.post('/api/app/v1/previews', { raw: Buffer.from('Buy milk') }),
  ];
  const rows = async (table: string) => (await box.app.db(table)).length;
  await untilTrue(
    'both to wait',
    async () => (await rows('library.contents')) && (await rows('library.previews')),
  );
  await box.app.library.close();
  const [pushed, previewed] = await within('their answers', Promise.all(waiting), 20_000);
  t.is(pushed?.status, 201);
  t.deepEqual(pushed?.body.presentations, []);
  t.is(previewed?.status, 503);
});

test('escapes in text or JSON, and emoji where a long text is cut, fail no push', async (t) => {
  const { push, client } = await stand.newPusher();
  const run = '😀'.repeat(20_000);
  const two = new FormData();
  two.append('text', `x${run}`);
  two.append('text', run);
  for (const raw of ['{"a":"x\\u0000y","b":"\\ud800"}', `x${run}`, run, two]) {
    const { body } = await push('', raw);
    t.is((await until(client, body.content.id, 'ready')).failure, null);
  }
});

test('without waiting, the response has the state at that moment', async (t) => {
  const { push } = await stand.newPusher();
  const photo = await encode(drawPhotograph(64, 40)).png().toBuffer();
  const { body } = await push('/kitchen?mode=hardcode', photo);
  t.is(body.presentations.length, 1);
  t.is((await push('/kitchen', 'Hello')).body.presentations.length, 0);
});

test('an upload that breaks off leaves nothing behind, and neither does one that is refused at its end', async (t) => {
  const { client, session, userId, push } = await stand.newPusher();
  const { token } = (await session.post('/auth/tokens', { body: { name: 'cut' } })).body;
  const objects = () => readdir(`${stand.config.DATA_DIR}/objects/users/${userId}/assets`).catch(() => []);
  const png = await encode(drawPhotograph(200, 100)).png().toBuffer();
  await push('/kitchen', png);
  t.is((await objects()).length, 1);
  const form = new FormData();
  form.append('file', new Blob([png]), 'a.png');
  form.append('mode', 'quick');
  t.is((await push('/kitchen', form)).status, 400);
  const cut = request(`${stand.url}/push/kitchen`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-length': png.length },
  });
  cut.write(png.subarray(0, 1000));
  cut.on('error', () => {});
  setImmediate(() => cut.destroy());
  await new Promise((resolve) => cut.once('close', resolve));
  t.is((await objects()).length, 1);
  t.is((await client.get('/api/sdk/v1/contents')).body.items.length, 1);
});

test('dozens of pushes at once all arrive', async (t) => {
  const { push, client } = await stand.newPusher();
  const responses = await parallel(40, (i) => push('/kitchen', `Note ${i}`));
  t.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  const page = await client.get('/api/sdk/v1/contents?limit=50');
  t.is(page.body.items.length, 40);
});
