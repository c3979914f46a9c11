import test, { type ExecutionContext } from 'ava';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { type BillingStand, startBilling } from '../billing-stand.ts';

const THEN = '2026-11-22T10:00:00.000Z';
const IN_A_YEAR = '2027-11-22T10:00:00.000Z';
const LATER = '2028-01-05T10:00:00.000Z';

async function start(t: ExecutionContext): Promise<BillingStand> {
  const stand = await startBilling({ free: { quotas: { pushes: null } } });
  t.teardown(() => stand.close());
  return stand;
}

const many = (count: number) => Array.from({ length: count }, newId);
const movements = ({ db }: BillingStand) => db('billing.movements').orderBy('kind');
const reservations = ({ db }: BillingStand) => db('billing.reservations').orderBy('created_at');
/** By window. */
const counters = ({ db }: BillingStand) => db('billing.counters').orderBy('window_start').pluck('used');
const move = ({ db, billing }: BillingStand, how: 'settle' | 'release', subjectIds: string[]) =>
  inTransaction(db, (trx) => billing[how](trx, 'pushes', subjectIds));
const addsUp = async (t: ExecutionContext, { databaseUrl }: BillingStand) => {
  const settings = { DATABASE_URL: databaseUrl, PLACARD_SECRET: TEST_SECRET };
  const { text } = await runOperatorCommand('billing/commands/recount-units.ts', settings);
  t.regex(text, /Every counter is the sum of its movements/);
};

test('old movements become one balance per window, and every sum stays the same', async (t) => {
  const stand = await start(t);
  const { billing, setClock } = stand;
  const userId = await stand.addUser();
  const [used, failed, held, late] = many(4) as [string, string, string, string];
  for (const id of [used, failed, held, late]) await stand.reserve(userId, id);
  await move(stand, 'settle', [used]);
  await move(stand, 'release', [failed]);

  setClock(IN_A_YEAR);
  await move(stand, 'settle', [late]);
  await stand.reserve(userId, newId());
  await billing.cleanUp();
  t.is((await movements(stand)).length, 8, 'a year is kept');
  t.is((await reservations(stand)).length, 5);

  setClock(LATER);
  await Promise.all([billing.cleanUp(), billing.cleanUp()]);
  const left = await movements(stand);
  t.deepEqual(left.map(({ kind, units, subject_id }) => [kind, units, subject_id === null]).sort(), [
    ['balance', 3, true],
    ['reserve', 1, false],
    ['settle', 0, false],
  ]);
  t.deepEqual(
    (await reservations(stand))
      .map(({ subject_id, state }) => [subject_id, state])
      .slice(0, 2)
      .sort(),
    [
      [held, 'reserved'],
      [late, 'settled'],
    ].sort(),
    'what is held, or was until a while ago',
  );
  t.deepEqual(await counters(stand), [3, 1]);
  await addsUp(t, stand);

  await move(stand, 'release', [held, used]);
  t.deepEqual(await counters(stand), [2, 1], 'what is held comes back, what was used up does not');
  setClock('2029-06-01T00:00:00.000Z');
  await billing.cleanUp();
  t.deepEqual((await movements(stand)).map(({ kind, units }) => [kind, units]).sort(), [
    ['balance', 1],
    ['balance', 2],
  ]);
  t.deepEqual(await reservations(stand).where({ state: 'settled' }), []);
  await addsUp(t, stand);
});

test('one clean-up rolls up all old movements, even while units change and an account is deleted', async (t) => {
  const stand = await start(t);
  const { billing, db, setClock } = stand;
  setClock(THEN);
  const [stays, leaves] = [await stand.addUser(), await stand.addUser()];
  const [mine, theirs] = [many(2500), many(700)];
  await inTransaction(db, (trx) => billing.reserveSome(trx, stays, 'pushes', mine));
  await inTransaction(db, (trx) => billing.reserveSome(trx, leaves, 'pushes', theirs));
  await move(stand, 'settle', mine.slice(500));
  setClock(LATER);
  await Promise.all([
    billing.cleanUp(),
    billing.cleanUp(),
    move(stand, 'release', mine.slice(0, 600)),
    inTransaction(db, async (trx) => {
      await trx('identity.users').where({ id: leaves }).forUpdate();
      await billing.eraseUser(trx, leaves);
      await trx('identity.users').where({ id: leaves }).delete();
    }),
  ]);
  await billing.cleanUp();
  const [balance, ...recent] = await movements(stand);
  t.like(balance, { user_id: stays, kind: 'balance', units: 2500 });
  t.deepEqual([recent.length, new Set(recent.map(({ kind }) => kind))], [500, new Set(['return'])]);
  t.deepEqual(await counters(stand), [2000]);
  t.is((await reservations(stand)).length, 500, 'those that have just been given back');
  await addsUp(t, stand);
});
