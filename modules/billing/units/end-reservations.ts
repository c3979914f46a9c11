import type { Trx } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';

/** The number of ended reservations per counter. */
interface Ended {
  userId: string;
  windowStart: Date;
  units: number;
}

const END: PreparedQuery = {
  name: 'billing-end-reservations',
  text: `
    with ended as (
      update billing.reservations set state = $3, updated_at = $6
      where quota = $1 and subject_id in (
        select subject_id from billing.reservations
        where quota = $1 and subject_id = any($2::text[]) and state = 'reserved'
        order by subject_id for update
      )
      returning user_id, subject_id, window_start
    ), moved as (
      insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
      select user_id, $1, subject_id, window_start, $4, $5, $6 from ended
    )
    select user_id as "userId", window_start as "windowStart", count(*)::int as units
    from ended group by user_id, window_start order by user_id, window_start`,
};

const MOVEMENTS = {
  settled: { kind: 'settle', units: 0 },
  returned: { kind: 'return', units: -1 },
} as const;

/** Ends the reservations of the subjects. Subjects without a reservation are ignored. */
async function endReservations(
  { clock }: Pick<BillingContext, 'clock'>,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
  state: keyof typeof MOVEMENTS,
): Promise<Ended[]> {
  if (subjectIds.length === 0) return [];
  const { kind, units } = MOVEMENTS[state];
  return readPrepared<Ended>(trx, END, [quota, subjectIds, state, kind, units, clock.now()]);
}

/**
 * Marks the reserved units of the subjects as used up. May be repeated; subjects without a reservation are ignored. The
 * counter includes the units already, so it is neither changed nor locked.
 */
export async function settleUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  await endReservations(context, trx, quota, subjectIds, 'settled');
}

/**
 * Returns the units of the subjects that are reserved and not settled to their windows. May be repeated; subjects without a
 * reservation are ignored.
 */
export async function releaseUnits(
  context: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  const returned = await endReservations(context, trx, quota, subjectIds, 'returned');
  // Counters are locked last and in a fixed order, so that callers cannot deadlock. A wrong counter must not stop the work:
  // a recount corrects it.
  for (const { userId, windowStart, units } of returned)
    await Counter.query(trx)
      .where({ user_id: userId, quota, window_start: windowStart })
      .patch({ used: Counter.raw('greatest(used - ?, 0)', [units]) as unknown as number });
}
