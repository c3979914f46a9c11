import type { Trx } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Quota } from '../billing.ts';

/** Where units come from. */
export interface Account {
  userId: string;
  quota: Quota;
  windowStart: Date;
  /** Null for any number. */
  limit: number | null;
  now: Date;
}

export interface Claim {
  /** The quota had a unit for each subject that held none; otherwise nothing has changed. */
  granted: boolean;
  /** Those that held none before. */
  fresh: Set<string>;
}

/**
 * A unit for each of the subjects that holds none, or for none of them. One statement: a subject's row decides who
 * reserves for it, then the counter's row who gets the units. Every writer locks in this order.
 */
const CLAIM: PreparedQuery = {
  name: 'billing-claim-units',
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

/** No other transaction has seen these reservations: this one made them. */
const UNDO = `delete from billing.reservations where quota = ? and subject_id = any(?)`;

export async function claimUnits(trx: Trx, account: Account, subjectIds: string[]): Promise<Claim> {
  const { userId, quota, windowStart, limit, now } = account;
  const [claim] = await readPrepared<{ fresh: string[]; granted: boolean }>(trx, CLAIM, [
    ...[subjectIds, quota, userId, windowStart],
    ...[limit ?? Number.MAX_SAFE_INTEGER, now],
  ]);
  const { fresh = [], granted = false } = claim ?? {};
  if (fresh.length === 0) return { granted: true, fresh: new Set() };
  if (!granted) await trx.raw(UNDO, [quota, fresh]);
  return { granted, fresh: new Set(fresh) };
}
