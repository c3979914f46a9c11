import type { Trx } from '#shared/db/open.ts';
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
const CLAIM = `
  with fresh as (
    insert into billing.reservations as held
      (subject_id, quota, user_id, window_start, state, created_at, updated_at)
    select subject, :quota, :userId, :windowStart, 'reserved', :now, :now
    from unnest(cast(:subjectIds as text[])) as subject order by subject
    on conflict (subject_id, quota) do update
      set state = 'reserved', window_start = excluded.window_start, updated_at = excluded.updated_at
      where held.state = 'returned'
    returning subject_id
  ), granted as (
    insert into billing.counters as counter (user_id, quota, window_start, used)
    select :userId, :quota, :windowStart, count(*) from fresh having count(*) between 1 and :limit
    on conflict (user_id, quota, window_start) do update set used = counter.used + excluded.used
      where counter.used + excluded.used <= :limit
    returning used
  ), moved as (
    insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
    select :userId, :quota, subject_id, :windowStart, 'reserve', 1, :now from fresh
    where exists (select from granted)
  )
  select array(select subject_id from fresh) as fresh, exists (select from granted) as granted`;

/** Nobody else has seen these reservations: they are of this very transaction. */
const UNDO = `delete from billing.reservations where quota = ? and subject_id = any(?)`;

export async function claimUnits(trx: Trx, account: Account, subjectIds: string[]): Promise<Claim> {
  const limit = account.limit ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await trx.raw<{ rows: [{ fresh: string[]; granted: boolean }] }>(CLAIM, {
    ...account,
    ...{ limit, subjectIds },
  });
  const [{ fresh, granted }] = rows;
  if (fresh.length === 0) return { granted: true, fresh: new Set() };
  if (!granted) await trx.raw(UNDO, [account.quota, fresh]);
  return { granted, fresh: new Set(fresh) };
}
