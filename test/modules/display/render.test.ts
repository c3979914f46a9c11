import anyTest, { type TestFn } from 'ava';
import { createDisplay, normaliseOutput } from '#modules/display';
import { newId } from '#shared/ids.ts';
import { startJobs } from '#shared/jobs/jobs.ts';
import { queues } from '#shared/jobs/queues.ts';
import { sha256 } from '#shared/keys.ts';
// Behind index.ts: one page that is asked for twice.
import { requestSystemPage } from '../../../modules/display/request-system-page.ts';
import { type FacadeStand, startFacade, work } from './facade-stand.ts';

const test = anyTest as TestFn<FacadeStand>;
test.before(async (t) => {
  t.context = await startFacade();
});
test.after.always(async (t) => t.context.close());

async function keysUnder(stand: FacadeStand, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of stand.context.store.list(prefix)) keys.push(key);
  return keys.sort();
}

async function stateOf({ db }: FacadeStand, id: string): Promise<string> {
  return (await db('display.presentations').where({ id }).first('state')).state;
}

test('a rendered presentation is queued with all four frames, and its origin is notified', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  t.is(await stateOf(stand, id), 'preparing');
  await stand.render(id);

  t.is(await stateOf(stand, id), 'queued');
  const frames = await stand.db('display.frames').where({ presentation_id: id }).orderBy('format');
  t.deepEqual(frames.map(({ format, size_bytes }) => [format, size_bytes]).slice(1), [
    ['raw1', 48_000],
    ['raw2', 96_000],
    ['raw4', 192_000],
  ]);
  for (const { key, sha256: hash } of frames) t.is(sha256(await stand.context.store.read(key)), hash);
  const push = await stand.db('display.pushes').where({ presentation_id: id }).first();
  t.truthy(push.queued_at);
  const events = stand.events.filter(({ presentationId }) => presentationId === id);
  t.deepEqual(
    events.map(({ what, displayId: to, userId: owner }) => [what, to, owner]),
    [['rendered', displayId, userId]],
  );
});

test('the tone of the panel decides its frames', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const hashes = [];
  for (const setting of [{ tone_exponent: 1 }, { tone_exponent: 1.8 }, { tone_exponent: 1, tone: 'plain' }]) {
    const displayId = await stand.addDisplay(userId, setting);
    const id = await stand.push(userId, { displayId });
    await stand.render(id);
    const frames = await stand.db('display.frames').where({ presentation_id: id, format: 'raw1' });
    hashes.push(frames[0].sha256);
  }
  t.is(new Set(hashes).size, 3);
});

test('one task rendered by many workers at once has one effect and loses no object', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  const taskId = await stand.taskOf(id);
  await Promise.all(Array.from({ length: 8 }, () => stand.renderTask(taskId, false)));

  t.is(stand.events.filter(({ presentationId }) => presentationId === id).length, 1);
  const frames = await stand.db('display.frames').where({ presentation_id: id });
  t.deepEqual(await keysUnder(stand, `users/${userId}/frames/`), frames.map(({ key }) => key).sort());
  t.is(frames.length, 4);
});

test.serial(
  'when recording the outcome fails nothing is stored, and the next attempt stores all',
  async (t) => {
    const stand = t.context;
    const userId = await stand.addUser();
    const displayId = await stand.addDisplay(userId);
    const id = await stand.push(userId, { displayId });
    const taskId = await stand.taskOf(id);
    stand.onEvent.hook = () => {
      throw new Error('broken off');
    };
    await t.throwsAsync(stand.renderTask(taskId, false), { message: 'broken off' });
    stand.onEvent.hook = () => {};
    t.is(await stateOf(stand, id), 'preparing');
    t.deepEqual(await stand.db('display.frames').where({ presentation_id: id }), []);
    t.is((await stand.db('display.render_tasks').where({ id: taskId }).first()).state, 'waiting');

    await stand.renderTask(taskId, false);
    t.is(await stateOf(stand, id), 'queued');
    t.is(stand.events.filter(({ presentationId }) => presentationId === id).length, 1);
  },
);

test('bytes that are not an image fail the presentation at once, with the name of the asset', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const key = await stand.storeAsset(userId, Buffer.from('not an image'));
  for (const target of [{ displayId }, { output: normaliseOutput({}) }]) {
    const id = await stand.push(userId, target, {
      source: { kind: 'image', image: { key, contentType: 'image/png', assetIndex: 3 } },
    });
    await stand.render(id);
    const { body } = await stand.as(userId).get(`/api/presentations/${id}`);
    t.is(body.state, 'failed');
    t.like(body.failure, { code: 'invalid_asset', assetIndex: 3, retryable: false });
    t.is(body.image, null);
    const events = stand.events.filter(({ presentationId }) => presentationId === id);
    t.like(events, [{ what: 'renderFailed', problem: { code: 'invalid_asset', assetIndex: 3 } }]);
    t.is(events.length, 1);
  }
  const renditions = await stand.db('display.renditions').where({ state: 'failed' });
  t.like(renditions[0].failure, { code: 'invalid_asset' });
});

test('an internal error is tried again; after the last attempt the presentation fails as retryable', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const missing = `users/${userId}/assets/${newId()}/0/${sha256('gone')}`;
  const id = await stand.push(
    userId,
    { displayId },
    {
      source: { kind: 'image', image: { key: missing, contentType: 'image/png', assetIndex: 0 } },
    },
  );
  const taskId = await stand.taskOf(id);
  await t.throwsAsync(stand.renderTask(taskId, false));
  t.is(await stateOf(stand, id), 'preparing');
  await stand.renderTask(taskId, true);
  const { failure } = await stand.db('display.presentations').where({ id }).first('failure');
  t.like(failure, { code: 'internal_error', retryable: true });
});

test('a presentation that was deleted while it was drawn ends without an error and leaves no objects', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  const taskId = await stand.taskOf(id);
  const { pixels } = stand.context;
  const deletedMeanwhile = {
    ...stand.context,
    pixels: {
      ...pixels,
      async renderFrames(...call: Parameters<typeof pixels.renderFrames>) {
        const frames = await pixels.renderFrames(...call);
        await stand.db.transaction((trx) => stand.display.removePresentations(trx, userId, [id]));
        return frames;
      },
    },
  };
  await work(createDisplay(deletedMeanwhile), queues.renderTask, { taskId });
  t.deepEqual(await keysUnder(stand, `users/${userId}/frames/`), []);
  t.is(stand.events.filter(({ presentationId }) => presentationId === id).length, 0);
});

test('a presentation that expired before it was drawn stays expired, and its origin is notified', async (t) => {
  const stand = t.context;
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  await stand.db('display.presentations').where({ id }).update({ state: 'expired' });
  await stand.render(id);
  t.is(await stateOf(stand, id), 'expired');
  t.deepEqual(await keysUnder(stand, `users/${userId}/frames/`), []);
  const events = stand.events.filter(({ presentationId }) => presentationId === id);
  t.deepEqual(
    events.map(({ what }) => what),
    ['withdrawn'],
  );
});

test('a page about the panel is rendered once per subject, in every format', async (t) => {
  const stand = t.context;
  const deviceId = await stand.addDisplay(null);
  const page = {
    kind: 'claim_code' as const,
    code: 'ABC234',
    claimUrl: 'http://example.org/claim?code=ABC234',
  };
  for (let round = 0; round < 2; round++)
    await stand.db.transaction((trx) =>
      requestSystemPage(stand.context, trx, { deviceId, subject: page.code, page }),
    );
  const tasks = await stand.db('display.render_tasks').where({ kind: 'system_page' });
  t.is(tasks.length, 1);
  await stand.renderTask(tasks[0].id, false);
  const frame = await stand.db('display.system_frames').where({ device_id: deviceId }).first();
  t.deepEqual(Object.keys(frame.files).sort(), ['png', 'raw1', 'raw2', 'raw4']);
  for (const { key, sha256: hash } of Object.values<{ key: string; sha256: string }>(frame.files))
    t.is(sha256(await stand.context.store.read(key)), hash);
});

test('a task whose last attempt died with its process fails through the dead-letter queue', async (t) => {
  const stand = await startFacade();
  t.teardown(() => stand.close());
  const userId = await stand.addUser();
  const displayId = await stand.addDisplay(userId);
  const id = await stand.push(userId, { displayId });
  // As pg-boss leaves it when the process of the third attempt is gone.
  await stand
    .db('pgboss.job')
    .where({ name: 'display.render-task' })
    .update({
      state: 'active',
      retry_count: stand.db.ref('retry_limit'),
      started_on: stand.db.raw("now() - interval '1 hour'"),
      heartbeat_on: stand.db.raw("now() - interval '1 hour'"),
    });
  const jobs = await startJobs({
    url: stand.databaseUrl,
    applicationName: 'placard-test',
    log: stand.context.log,
    worker: true,
  });
  t.teardown(() => jobs.close());
  const failed = new Promise<void>((resolve) => {
    stand.onEvent.hook = (event) => event.what === 'renderFailed' && resolve();
  });
  await jobs.work(stand.display.jobs);
  await failed;
  await jobs.close();
  const { state, failure } = await stand.db('display.presentations').where({ id }).first();
  t.is(state, 'failed');
  t.like(failure, { code: 'internal_error', retryable: true });
});
