import test from 'ava';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { type BillingStand, startBilling } from '../billing-stand.ts';

let stand: BillingStand;
test.before(async () => {
  stand = await startBilling({ free: { quotas: { pushes: 37 } } });
});
test.after.always(() => stand.close());

const many = (count: number) => Array.from({ length: count }, newId);
const within = <T>(work: (trx: Parameters<BillingStand['billing']['settle']>[0]) => Promise<T>) =>
  inTransaction(stand.db, work);
const states = async (userId: string) => {
  const rows = await stand
    .db('billing.reservations')
    .where({ user_id: userId })
    .groupBy('state')
    .select<{ state: string; count: number }[]>('state', stand.db.raw('count(*)'));
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const moved = async (userId: string) => {
  const [row] = await stand.db('billing.movements').where({ user_id: userId }).sum({ sum: 'units' });
  return Number(row?.sum ?? 0);
};

test('a hundred parallel requests get the 37 remaining units, and no more', async (t) => {
  const userId = await stand.addUser();
  const refusals = await Promise.all(many(100).map((id) => stand.reserve(userId, id)));
  t.is(refusals.filter((refusal) => refusal === null).length, 37);
  for (const refusal of refusals.filter((one) => one !== null)) {
    t.is(refusal.status, 429);
    t.is(refusal.code, 'quota_exceeded');
    t.deepEqual(refusal.details, {
      quota: 'pushes',
      limit: 37,
      used: 37,
      resetAt: '2026-12-01T00:00:00.000Z',
      currentTier: 'free',
    });
  }
  t.is(await stand.used(userId), 37);
  t.is(await moved(userId), 37);
  t.deepEqual(await states(userId), { reserved: 37 });
});

test('one subject holds one unit, even when several callers reserve it repeatedly', async (t) => {
  const userId = await stand.addUser();
  const subject = newId();
  await Promise.all(Array.from({ length: 30 }, () => stand.reserve(userId, subject)));
  t.is(await stand.used(userId), 1);
  await within((trx) => stand.billing.settle(trx, 'pushes', [subject]));
  t.is(await stand.reserve(userId, subject), null);
  t.is(await stand.used(userId), 1, 'a settled one is paid for');
  t.is(await stand.reserve(userId, subject, 'ai_analyses').then((refusal) => refusal?.status), 429);
});

test('a settled unit stays used, a unit is returned once, and neither can be undone', async (t) => {
  const userId = await stand.addUser();
  const [done, failed, both] = many(3) as [string, string, string];
  for (const id of [done, failed, both]) await stand.reserve(userId, id);
  const { settle, release } = stand.billing;
  await within((trx) => settle(trx, 'pushes', [done, both, newId()]));
  for (let i = 0; i < 2; i++) await within((trx) => release(trx, 'pushes', [failed, both, newId()]));
  await within((trx) => settle(trx, 'pushes', [failed]));
  t.is(await stand.used(userId), 2);
  t.deepEqual(await states(userId), { settled: 2, returned: 1 });
  await stand.reserve(userId, failed);
  t.is(await stand.used(userId), 3, 'work that is begun again costs again');
});

test('a failed transaction leaves no unit reserved, and one that was refused a unit can continue', async (t) => {
  const userId = await stand.addUser();
  const broken = within(async (trx) => {
    await stand.billing.reserve(trx, userId, 'pushes', newId());
    throw new Error('later');
  });
  await t.throwsAsync(broken, { message: 'later' });
  t.is(await stand.used(userId), 0);

  const subjects = many(40);
  const last = newId();
  await within(async (trx) => {
    t.is((await stand.billing.reserveSome(trx, userId, 'pushes', subjects)).size, 37);
    await t.throwsAsync(stand.billing.reserve(trx, userId, 'pushes', last));
  });
  t.is(await stand.used(userId), 37);
  await within((trx) => stand.billing.release(trx, 'pushes', [...subjects, last]));
  t.is(await stand.used(userId), 0, 'the refused one held nothing');
});

test('reserveSome takes the remaining units in order, and counts subjects that already have one', async (t) => {
  const userId = await stand.addUser();
  const subjects = many(50);
  const had = subjects[45] as string;
  await stand.reserve(userId, had);
  const holders = await within((trx) =>
    stand.billing.reserveSome(trx, userId, 'pushes', [...subjects, ...subjects]),
  );
  t.deepEqual([...holders].sort(), [...subjects.slice(0, 36), had].sort());
  t.is(await stand.used(userId), 37);
  const again = await within((trx) => stand.billing.reserveSome(trx, userId, 'pushes', subjects));
  t.deepEqual(again, holders);
  t.deepEqual(await within((trx) => stand.billing.reserveSome(trx, userId, 'pushes', [])), new Set());
});

test('many plans accepted at once share all remaining units', async (t) => {
  const userId = await stand.addUser();
  const plans = Array.from({ length: 20 }, () => many(5));
  const held = await Promise.all(
    plans.map((ids) => within((trx) => stand.billing.reserveSome(trx, userId, 'pushes', ids))),
  );
  t.is(
    held.reduce((sum, { size }) => sum + size, 0),
    37,
  );
  t.is(await stand.used(userId), 37);
});

test('parallel reserving, settling and returning, with failures, never exceeds the quota or loses a unit', async (t) => {
  const userId = await stand.addUser();
  const pool = many(60);
  const random = seeded(20261122);
  const pick = (count: number) => Array.from({ length: count }, () => pool[random(pool.length)] as string);
  let highest = 0;
  const act = async () => {
    const ids = pick(1 + random(6));
    const kind = random(5);
    const breaks = random(4) === 0;
    await within(async (trx) => {
      if (kind < 2) await stand.billing.reserveSome(trx, userId, 'pushes', ids);
      else if (kind === 2) await stand.billing.reserve(trx, userId, 'pushes', ids[0] as string);
      else if (kind === 3) await stand.billing.settle(trx, 'pushes', ids.slice(0, 1));
      else await stand.billing.release(trx, 'pushes', ids);
      if (breaks) throw new Error('broken off');
    }).catch((error) => {
      if (error.code !== 'quota_exceeded' && error.message !== 'broken off') throw error;
    });
    highest = Math.max(highest, await stand.used(userId));
  };
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, act));

  const { reserved = 0, settled = 0 } = await states(userId);
  const used = await stand.used(userId);
  t.is(used, reserved + settled);
  t.is(used, await moved(userId));
  t.true(highest <= 37 && highest > 30, `${highest}`);
  await within((trx) => stand.billing.release(trx, 'pushes', pool));
  t.is(await stand.used(userId), settled, 'what was not used up has all come back');
});

test('a unit is returned to the window from which it was taken', async (t) => {
  const own = await startBilling();
  t.teardown(() => own.close());
  const userId = await own.addUser();
  const [before, after] = many(2) as [string, string];
  own.setClock('2026-11-30T23:59:59.999Z');
  await own.reserve(userId, before);
  own.setClock('2026-12-01T00:00:00.000Z');
  await own.reserve(userId, after);
  const counters = () =>
    own.db('billing.counters').where({ user_id: userId }).orderBy('window_start').pluck('used');
  t.deepEqual(await counters(), [1, 1]);
  await inTransaction(own.db, (trx) => own.billing.release(trx, 'pushes', [before]));
  t.deepEqual(await counters(), [0, 1]);
});

/** Lehmer's generator: the same order of events on every run, as far as they take turns. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
