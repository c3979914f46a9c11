import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  APP,
  analyse,
  claimDisplay,
  code,
  create,
  note,
  parallel,
  png,
  readAnalysis,
  table,
  tendAnalyses,
  upload,
} from '#test/modules/library/analyses/stand.ts';
import { workerContext } from '#test/modules/library/analyses/worker-context.ts';
import type { Client } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { gatherMaterial } from '../../../../modules/library/analyses/run/gather-material.ts';
// Behind index.ts: a worker that ends between two steps of a run.
import { leaseAnalysis } from '../../../../modules/library/analyses/run/lease-analysis.ts';
import { type PlanStand, startPlans } from './stand.ts';

const PHOTO = await photographPng(32, 20);
const DAY = 86_400_000;
const hold = (reserved: number) => ({ reserved, settled: 0, returned: 0 });

// No worker runs here: what is queued stays queued.
let stand: PlanStand;
test.before(async () => {
  stand = await startPlans({
    free: { quotas: { pushes: 0 } },
    pro: { quotas: { pushes: 1, ai_analyses: 7 } },
  });
});
test.after.always(() => stand?.close());

async function subscriber() {
  const user = await stand.newUser();
  await stand.subscribe(user.userId);
  return user;
}

async function photo(client: Client): Promise<string> {
  const made = await create(client, { assets: [png(PHOTO.length)] });
  await upload(made.body.uploadTickets[0], PHOTO);
  return made.body.content.id;
}

test('of sixty calls at once each accepted one has its unit, and no other has', async (t) => {
  const { client, userId } = await subscriber();
  await claimDisplay(client);
  const contentIds = [await note(client)];
  const codesOf = async () => {
    const responses = await parallel(60, () => analyse(client, { contentIds }));
    return Object.fromEntries(
      [...Map.groupBy(responses, code)].map(([one, group]) => [one.split(' ')[0], group.length]),
    );
  };
  t.deepEqual(await codesOf(), { 202: 5, 409: 55 });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(5));
  await table(stand, 'analyses').where({ user_id: userId }).update({ state: 'completed' });
  t.deepEqual(await codesOf(), { 202: 2, 429: 58 });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(7));
  const { body } = await analyse(client, { contentIds });
  t.like(body.error.details, { quota: 'ai_analyses', limit: 7, used: 7, currentTier: 'pro' });
  t.is((await table(stand, 'analyses').where({ user_id: userId })).length, 7);
});

test('every other refusal precedes the quota, and reserves nothing', async (t) => {
  const { client, userId } = await stand.newUser();
  const contentIds = [await note(client)];
  const run = async (body: object = { contentIds }) => code(await analyse(client, body));
  t.is(await run(), '422 no_compatible_display');
  const displayId = await claimDisplay(client);
  const pending = (await create(client, { assets: [png(5)] })).body.content.id;
  t.is(await run({ contentIds: [pending] }), '409 asset_not_uploaded');
  t.is(await run({ contentIds: [randomUUID()] }), '404 content_not_found');
  t.is(await run({ contentIds, target: { displayId: randomUUID() } }), '404 display_not_found');
  t.is(await run(), '403 plan_upgrade_required');
  await stand.subscribe(userId);
  for (let i = 0; i < 5; i++) t.is((await analyse(client, { contentIds })).status, 202);
  t.is(await run(), '409 analysis_in_progress');
  await stand.subscribe(userId, 'unpaid');
  t.is(await run(), '409 analysis_in_progress');
  await table(stand, 'analyses').where({ user_id: userId }).update({ state: 'completed' });
  t.is(await run({ contentIds, target: { displayId } }), '402 payment_required');
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(5));
});

test('direct needs no analysis; with displays a push must remain, without a display none', async (t) => {
  const { client, userId } = await stand.newUser();
  const displayId = await claimDisplay(client);
  const contentIds = [await photo(client)];
  const direct = (target: object) => analyse(client, { mode: 'direct', contentIds, target });
  t.is(code(await direct({ displayId })), '429 quota_exceeded');
  t.is((await direct({ output: {} })).status, 202);
  await stand.subscribe(userId);
  t.is((await direct({ displayId })).status, 202);
  for (const quota of ['ai_analyses', 'pushes'] as const)
    t.deepEqual(await stand.units(userId, quota), hold(0), 'the push is reserved when the plan is accepted');
});

test('without a remaining push only an analysis without a display is accepted', async (t) => {
  const { client, userId } = await subscriber();
  await claimDisplay(client);
  const { db, billing } = stand.app;
  await db.transaction((trx) => billing.reserve(trx, userId, 'pushes', randomUUID()));
  const contentIds = [await note(client)];
  const refused = await analyse(client, { contentIds });
  t.like(refused.body.error.details, { quota: 'pushes', limit: 1, used: 1 });
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(0));
  t.is((await analyse(client, { contentIds, target: { output: {} } })).status, 202);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(1));
});

test.serial('a daily run that the plan does not allow is skipped until the next day', async (t) => {
  const { client, userId } = await stand.newUser();
  await claimDisplay(client);
  await note(client);
  const schedule = { enabled: true, at: '07:00', intent: null };
  await client.put(`${APP}/settings`, { body: { timeZone: 'UTC', schedule } });
  const settings = table(stand, 'settings').where({ user_id: userId });
  const due = () => settings.clone().update({ next_run_at: new Date(Date.now() - 60_000) });
  const runs = () => table(stand, 'analyses').where({ user_id: userId });
  await due();
  await parallel(3, () => tendAnalyses(stand));
  t.deepEqual(await runs(), []);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(0));
  const { next_run_at } = await settings.clone().first();
  t.true(next_run_at > new Date() && next_run_at <= new Date(Date.now() + DAY));

  await stand.subscribe(userId);
  await due();
  await parallel(3, () => tendAnalyses(stand));
  t.is((await runs()).length, 1);
  t.deepEqual(await stand.units(userId, 'ai_analyses'), hold(1));
});

test.serial(
  'the days of history of the plan limit the list of analyses and the contents that they read',
  async (t) => {
    const { client, userId } = await subscriber();
    await claimDisplay(client);
    const [old, recent] = [await note(client, 'Eight days ago.'), await note(client, 'Six days ago.')];
    const started = await analyse(client, { contentIds: [old] });
    const kept = await analyse(client, { contentIds: [recent] });
    const age = (name: string, id: string, days: number) =>
      table(stand, name)
        .where({ id })
        .update({
          created_at: new Date(Date.now() - days * DAY),
          ...(name === 'analyses' && { state: 'failed' }),
        });
    await age('contents', old, 8);
    await age('contents', recent, 6);
    await age('analyses', started.body.id, 8);
    await age('analyses', kept.body.id, 6);
    const listed = async () => {
      const { body } = await client.get(`${APP}/analyses`);
      return body.items.map(({ id }: { id: string }) => id);
    };
    const context = await workerContext(stand);
    const lookedAt = async (scope: object | null) => {
      const { id } = (await analyse(client, { target: { output: {} }, scope })).body;
      // The free plan has no analyses: it takes effect while this one waits.
      await stand.subscribe(userId, 'canceled');
      await table(stand, 'analyses').whereNot({ id }).where({ state: 'queued' }).update({ state: 'failed' });
      const claimed = await leaseAnalysis(context);
      t.is(claimed?.id, id);
      const material = await gatherMaterial(context, claimed as NonNullable<typeof claimed>);
      await table(stand, 'analyses')
        .where({ id })
        .update({ state: 'failed', created_at: new Date(0) });
      await stand.subscribe(userId);
      return material.map(({ content }) => content.id);
    };

    t.deepEqual(await listed(), [kept.body.id, started.body.id]);
    t.deepEqual(await lookedAt(null), [recent]);
    t.deepEqual(await lookedAt({ since: '30d' }), [recent]);
    t.deepEqual(await lookedAt({ since: '5d' }), []);
    await stand.subscribe(userId, 'canceled');
    t.deepEqual(await listed(), [kept.body.id]);
    t.is((await readAnalysis(client, started.body.id)).status, 200, 'its owner may read it by its id');
    t.is((await client.get(`${APP}/contents`)).body.items.length, 2, 'the library is no history');
  },
);
