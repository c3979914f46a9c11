import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { userWasDeleted } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { BillingDeps } from '../context.ts';

/** A year, and the longest month before it. */
const KEEP_MOVEMENTS_SECONDS = 397 * DAY_SECONDS;
const MAX_MOVEMENTS_PER_BATCH = 1000;

/**
 * A balance replaces the deleted movements in the same statement, so the sum of a window never changes. A unit that is
 * still held keeps its reservation. The end of that reservation is a later movement, which is rolled up later.
 */
const ROLL_UP = `
  with old as (
    select id from billing.movements where at < :before and kind <> 'balance'
    order by at limit :batch for update skip locked
  ), gone as (
    delete from billing.movements as moved using old where moved.id = old.id
    returning moved.user_id, moved.quota, moved.window_start, moved.subject_id, moved.units
  ), ended as (
    delete from billing.reservations as held using gone
    where held.subject_id = gone.subject_id and held.quota = gone.quota
      and held.state <> 'reserved' and held.updated_at < :before
  ), balances as (
    insert into billing.movements as balance (user_id, quota, window_start, kind, units, at)
    select user_id, quota, window_start, 'balance', sum(units), :now
    from gone group by user_id, quota, window_start order by user_id, quota, window_start
    on conflict (user_id, quota, window_start) where kind = 'balance'
      do update set units = balance.units + excluded.units, at = excluded.at
  )
  select count(*) as count from gone`;

/** Replaces old movements by balances, and deletes their reservations. */
export async function rollUpMovements({ clock, db }: Pick<BillingDeps, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  const parameters = {
    now,
    before: addSeconds(now, -KEEP_MOVEMENTS_SECONDS),
    batch: MAX_MOVEMENTS_PER_BATCH,
  };
  for (let more = true; more; ) {
    try {
      const { rows } = await inTransaction(db, (trx) => trx.raw(ROLL_UP, parameters));
      more = rows[0].count === MAX_MOVEMENTS_PER_BATCH;
    } catch (error) {
      if (!userWasDeleted(error)) throw error; // the user and the movements were deleted meanwhile: continue with the others
    }
  }
}
