import test, { type ExecutionContext } from 'ava';
import { inTransaction } from '#shared/db/transaction.ts';
import { newId } from '#shared/ids.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { startBilling } from '../billing-stand.ts';

async function startCounting(t: ExecutionContext) {
  const stand = await startBilling();
  t.teardown(() => stand.close());
  const settings = { DATABASE_URL: stand.databaseUrl, PLACARD_SECRET: TEST_SECRET };
  const recount = () => runOperatorCommand('billing/commands/recount-units.ts', settings);
  return { ...stand, recount };
}

test('counters that are wrong or missing are corrected, and the command lists them', async (t) => {
  const { db, addUser, reserve, used, recount } = await startCounting(t);
  const [wrong, gone, right, extra] = await Promise.all([addUser(), addUser(), addUser(), addUser()]);
  for (const userId of [wrong, wrong, wrong, gone, gone, right, extra]) await reserve(userId, newId());
  t.regex((await recount()).text, /Every counter is the sum of its movements/);

  await db('billing.counters').where({ user_id: wrong }).update({ used: 40 });
  await db('billing.counters').where({ user_id: gone }).delete();
  const window_start = '2026-10-01T00:00:00.000Z';
  await db('billing.counters').insert({ user_id: extra, quota: 'pushes', window_start, used: 9 });
  const { text } = await recount();
  const since = '2026-11-01T00:00:00.000Z';
  t.true(text.includes(`${wrong}  pushes since ${since}: 40 -> 3\n`), text);
  t.true(text.includes(`${gone}  pushes since ${since}: missing -> 2\n`), text);
  t.true(text.includes(`${extra}  pushes since ${window_start}: 9 -> 0\n`), text);
  t.false(text.includes(right), text);
  t.deepEqual(await Promise.all([wrong, gone, right, extra].map((id) => used(id))), [3, 2, 1, 1]);
  t.regex((await recount()).text, /Every counter/);
});

test('units that change during a recount are neither counted twice nor lost', async (t) => {
  const { billing, db, addUser, used, recount } = await startCounting(t);
  const users = await Promise.all(Array.from({ length: 4 }, addUser));
  let over = false;
  const move = async (userId: string) => {
    while (!over) {
      const ids = [newId(), newId(), newId()];
      await inTransaction(db, (trx) => billing.reserveSome(trx, userId, 'pushes', ids));
      await inTransaction(db, (trx) => billing.release(trx, 'pushes', ids.slice(0, 2)));
      await inTransaction(db, (trx) => billing.release(trx, 'pushes', ids));
    }
  };
  const moving = Promise.all([...users, ...users].map(move));
  for (let round = 0; round < 3; round++) {
    await db('billing.counters').increment('used', 20);
    const { code, text } = await recount();
    t.is(code, 0, text);
  }
  over = true;
  await moving;
  for (const userId of users) t.is(await used(userId), 0);
});
