import type { Trx } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Quota } from '../billing.ts';

/** The counter from which units are taken. */
export interface Account {
  userId: string;
  quota: Quota;
  windowStart: Date;
  /** Null for any number. */
  limit: number | null;
  now: Date;
}

export interface TakenUnits {
  /** The quota had a unit for each subject without one; otherwise nothing has changed. */
  granted: boolean;
  /** The subjects that had no unit before. */
  fresh: Set<string>;
}

/**
 * Takes a unit for each subject without one, or for none of them. In one statement: the subject's row decides which caller
 * reserves for it, then the counter's row decides which caller gets the units. Every writer locks in this order.
 */
const TAKE: PreparedQuery = {
  name: 'billing-take-units',
  text: `
    with fresh as (
      insert into billing.reservations as held
        (subject_id, quota, user_id, window_start, state, created_at, updated_at)
      select subject, $2, $3, $4, 'reserved', $6, $6 from unnest($1::text[]) as subject order by subject
      on conflict (subject_id, quota) do update
        set state = 'reserved', window_start = excluded.window_start, updated_at = excluded.updated_at
        where held.state = 'returned'
      returning subject_id
    ), granted as (
      insert into billing.counters as counter (user_id, quota, window_start, used)
      select $3, $2, $4, count(*) from fresh having count(*) between 1 and $5
      on conflict (user_id, quota, window_start) do update set used = counter.used + excluded.used
        where counter.used + excluded.used <= $5
      returning used
    ), moved as (
      insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
      select $3, $2, subject_id, $4, 'reserve', 1, $6 from fresh where exists (select from granted)
    )
    select array(select subject_id from fresh) as fresh, exists (select from granted) as granted`,
};

/** Other transactions have not seen these reservations, because this one created them. */
const UNDO = `delete from billing.reservations where quota = ? and subject_id = any(?)`;

export async function takeUnits(trx: Trx, account: Account, subjectIds: string[]): Promise<TakenUnits> {
  const { userId, quota, windowStart, limit, now } = account;
  const [taken] = await readPrepared<{ fresh: string[]; granted: boolean }>(trx, TAKE, [
    ...[subjectIds, quota, userId, windowStart],
    ...[limit ?? Number.MAX_SAFE_INTEGER, now],
  ]);
  const { fresh = [], granted = false } = taken ?? {};
  if (fresh.length === 0) return { granted: true, fresh: new Set() };
  if (!granted) await trx.raw(UNDO, [quota, fresh]);
  return { granted, fresh: new Set(fresh) };
}
