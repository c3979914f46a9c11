import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';

/** The counter has the unit already, so it is neither changed nor locked. */
const SETTLE = `
  with settled as (
    update billing.reservations set state = 'settled', updated_at = :now
    where quota = :quota and subject_id in (
      select subject_id from billing.reservations
      where quota = :quota and subject_id = any(:subjectIds) and state = 'reserved'
      order by subject_id for update
    )
    returning user_id, subject_id, window_start
  )
  insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
  select user_id, :quota, subject_id, window_start, 'settle', 0, :now from settled`;

/** What the subjects had reserved is used up. May be repeated; subjects that have nothing reserved are passed over. */
export async function settleUnits(
  { clock }: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await trx.raw(SETTLE, { quota, subjectIds, now: clock.now() });
}
