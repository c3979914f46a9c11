import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  claimDisplay,
  code,
  confirm,
  create,
  parallel,
  png,
  read,
  text,
  upload,
} from '#test/modules/library/analyses/stand.ts';
import type { ApiResponse, Client } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type PlanStand, startPlans } from './stand.ts';

const PHOTO = await photographPng(32, 20);

// No worker runs here: what is reserved stays reserved.
let stand: PlanStand;
test.before(async () => {
  stand = await startPlans({
    free: { quotas: { pushes: 10 } },
    pro: { quotas: { pushes: 100, ai_analyses: 2 } },
  });
});
test.after.always(() => stand?.close());

const NONE = { reserved: 0, settled: 0, returned: 0 };
const hold = (reserved: number) => ({ ...NONE, reserved });

/** Uses up a quota directly in the database. */
async function exhaust(userId: string, quota: 'pushes' | 'ai_analyses', left = 0): Promise<void> {
  const { db, billing } = stand.app;
  await db.transaction(async (trx) => {
    const subjects = Array.from({ length: 200 }, () => randomUUID());
    const held = await billing.reserveSome(trx, userId, quota, subjects);
    await billing.release(trx, quota, [...held].slice(0, left));
  });
}

/** A picture for a display (`hardcode`), uploaded and waiting for its confirm. */
async function uploaded(client: Client, target: object): Promise<string> {
  const made = await create(client, { mode: 'hardcode', assets: [png(PHOTO.length)], ...target });
  if (made.status !== 201) throw new Error(made.text);
  await upload(made.body.uploadTickets[0], PHOTO);
  return made.body.content.id;
}

function monthEnd(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

const UPGRADE = { feature: 'ai_routing', requiredTier: 'pro', currentTier: 'free', status: null };

test('of sixty confirms at once with ten pushes left ten continue, and fifty wait until another plan', async (t) => {
  const { client, userId } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const ids: string[] = [];
  for (let i = 0; i < 60; i++) ids.push(await uploaded(client, { displayId }));
  const before = new Map<string, unknown>();
  for (const id of ids) before.set(id, (await read(client, id)).body);

  const responses = await parallel(60, (i) => confirm(client, ids[i] as string));
  const refused = ids.filter((_, i) => responses[i]?.status === 429);
  t.deepEqual(
    responses.filter(({ status }) => status === 200).map(({ body }) => body.state),
    Array(10).fill('processing'),
  );
  t.is(refused.length, 50);
  for (const { status, body } of responses)
    if (status === 429) {
      t.is(body.error.code, 'quota_exceeded');
      t.deepEqual(body.error.details, {
        ...{ quota: 'pushes', limit: 10, used: 10, resetAt: monthEnd(), currentTier: 'free' },
      });
    }
  for (const id of refused) t.deepEqual((await read(client, id)).body, before.get(id));
  t.deepEqual(await stand.units(userId, 'pushes'), hold(10));
  t.is((await stand.app.db('display.presentations').where({ user_id: userId })).length, 10);

  await stand.subscribe(userId);
  const again = await parallel(50, (i) => confirm(client, refused[i] as string));
  t.true(again.every(({ status, body }) => status === 200 && body.state === 'processing'));
  t.deepEqual(await stand.units(userId, 'pushes'), hold(60));
});

test('confirming a content many times at once uses one push', async (t) => {
  const { client, userId } = await stand.newUser();
  const id = await uploaded(client, { displayId: await claimDisplay(client) });
  const responses = await parallel(30, () => confirm(client, id));
  t.true(responses.every(({ status }) => status === 200));
  t.deepEqual(await stand.units(userId, 'pushes'), hold(1));
});

test('submitting checks the owner of the display, then the plan, and reserves nothing', async (t) => {
  const { client, userId } = await stand.newUser();
  const other = await claimDisplay((await stand.newUser()).client);
  const displayId = await claimDisplay(client);
  const assets = [text('Remember the milk.')];
  const submit = (body: object, key?: string) => create(client, { assets, ...body }, key);
  const picture = { mode: 'hardcode', assets: [png(5)] };

  t.is(code(await submit({ mode: 'manual', displayId: other })), '403 access_denied');
  t.is(code(await submit({ mode: 'manual', displayId: randomUUID() })), '404 display_not_found');
  const key = randomUUID();
  for (const body of [{ mode: 'auto' }, { mode: 'manual', displayId }, { mode: 'auto', output: {} }]) {
    const response = await submit(body, key);
    t.is(code(response), '403 plan_upgrade_required');
    t.deepEqual(response.body.error.details, UPGRADE);
  }
  for (const body of [{}, { ...picture, displayId }, { ...picture, output: {} }])
    t.is((await submit(body)).status, 201);
  await exhaust(userId, 'pushes');
  t.is(code(await submit({ ...picture, displayId })), '429 quota_exceeded');
  for (const body of [{}, { ...picture, output: {} }]) t.is((await submit(body)).status, 201);

  await stand.subscribe(userId);
  t.is((await submit({ mode: 'auto' }, key)).status, 201, 'a refusal leaves the key free');
  t.is((await submit({ mode: 'manual', displayId })).status, 201);
  await exhaust(userId, 'pushes');
  const full = await submit({ mode: 'auto' });
  t.like(full.body.error.details, { quota: 'pushes', limit: 100, used: 100, currentTier: 'pro' });
  t.is((await submit({ mode: 'auto', output: {} })).status, 201, 'which needs no push');
  await exhaust(userId, 'ai_analyses');
  const tired = await submit({ mode: 'auto', output: {} });
  t.like(tired.body.error.details, { quota: 'ai_analyses', limit: 2, used: 2 });
  t.is((await stand.app.db('library.contents').where({ user_id: userId })).length, 8);
});

test('auto and manual reserve an analysis at confirm, and stay pending when none remains', async (t) => {
  const { client, userId } = await stand.newUser();
  await stand.subscribe(userId);
  const displayId = await claimDisplay(client);
  const make = async (body: object) => {
    const made = await create(client, { assets: [text('Remember the milk.')], ...body });
    return made.body.content.id as string;
  };
  const modes = [{ mode: 'auto' }, { mode: 'manual', displayId }, { mode: 'auto', output: {} }];
  const ids: string[] = [];
  for (const body of modes) ids.push(await make(body));
  const responses = await parallel(3, (i) => confirm(client, ids[i] as string));
  const refused = responses.flatMap((response, i) => (response.status === 429 ? [ids[i] as string] : []));
  t.is(refused.length, 1);
  const { body } = await read(client, refused[0] as string);
  t.like(body, { state: 'pending', analysisIds: [], processing: { stage: 'awaiting_upload' } });
  const reservations = await stand.app.db('billing.reservations').where({ user_id: userId });
  const analyses = await stand.app.db('library.analyses').where({ user_id: userId });
  t.deepEqual(
    reservations.map(({ subject_id }) => subject_id).sort(),
    analyses.map(({ id }) => id).sort(),
    'the analysis is what holds the unit',
  );
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(2));
  t.deepEqual(await stand.units(userId, 'pushes'), NONE);

  await stand.subscribe(userId, 'canceled');
  const downgraded = await confirm(client, refused[0] as string);
  t.is(code(downgraded), '403 plan_upgrade_required');
  t.deepEqual(downgraded.body.error.details, { ...UPGRADE, status: 'canceled' });
});

test('after a failed payment requests that need a unit are 402, and others work', async (t) => {
  const { client, userId } = await stand.newUser();
  await stand.subscribe(userId);
  const displayId = await claimDisplay(client);
  const waiting = await uploaded(client, { displayId });
  const auto = (await create(client, { mode: 'auto', assets: [text('a')] })).body.content.id;
  const free = await uploaded(client, { output: {} });
  await stand.subscribe(userId, 'unpaid');
  const image = [png(5)];
  const refusals: ApiResponse[] = [
    await create(client, { mode: 'auto', assets: [text('a')] }),
    await create(client, { mode: 'hardcode', displayId, assets: image }),
    await confirm(client, waiting),
    await confirm(client, auto),
  ];
  for (const response of refusals) t.is(code(response), '402 payment_required');
  for (const id of [waiting, auto]) t.is((await read(client, id)).body.state, 'pending');
  t.is((await create(client, { mode: 'hardcode', output: {}, assets: image })).status, 201);
  t.is((await create(client, { assets: image })).status, 201);
  t.is((await confirm(client, free)).body.state, 'processing');
  await stand.subscribe(userId);
  for (const id of [waiting, auto]) t.is((await confirm(client, id)).body.state, 'processing');
});

test('a replayed request gets its response before the plan is checked, and uses no unit', async (t) => {
  const { client, userId } = await stand.newUser();
  await stand.subscribe(userId);
  const displayId = await claimDisplay(client);
  const key = randomUUID();
  const body = { mode: 'manual', displayId, assets: [text('a')] };
  const first = await create(client, body, key);
  const contentIds = [first.body.content.id];
  const run = { contentIds, target: { displayId } };
  const analyse = () => client.post(`${APP}/analyses`, { body: run, key });
  const started = await analyse();
  t.is(started.status, 202);
  await stand.subscribe(userId, 'unpaid');
  t.is(code(await create(client, body)), '402 payment_required');
  for (const again of [await create(client, body, key), await create(client, body, key)])
    t.deepEqual([again.status, again.text], [first.status, first.text]);
  for (const again of [await analyse(), await analyse()])
    t.deepEqual([again.status, again.text], [202, started.text]);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(1));
});

test('a display that was unbound before confirm is the reason, even when the quota is used up', async (t) => {
  const { client, userId } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const id = await uploaded(client, { displayId });
  await exhaust(userId, 'pushes');
  await client.delete(`${APP}/displays/${displayId}`);
  t.like((await confirm(client, id)).body, { state: 'failed', failure: { code: 'display_not_found' } });
});

test('contents without a mode or a display use no push', async (t) => {
  const { client, userId } = await stand.newUser();
  await exhaust(userId, 'pushes');
  const spent = await stand.units(userId, 'pushes');
  const stored = await create(client, { assets: [png(PHOTO.length)] });
  await upload(stored.body.uploadTickets[0], PHOTO);
  t.is((await read(client, stored.body.content.id)).body.state, 'ready');
  t.is((await confirm(client, stored.body.content.id)).status, 200);
  t.is((await confirm(client, await uploaded(client, { output: {} }))).body.state, 'processing');
  t.deepEqual(await stand.units(userId, 'pushes'), spent);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), NONE);
});
