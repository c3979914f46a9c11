import type { Trx } from '#shared/db/open.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';

/** The counter has the unit already, so it is neither changed nor locked. */
const SETTLE: PreparedQuery = {
  name: 'billing-settle-units',
  text: `
    with settled as (
      update billing.reservations set state = 'settled', updated_at = $3
      where quota = $1 and subject_id in (
        select subject_id from billing.reservations
        where quota = $1 and subject_id = any($2::text[]) and state = 'reserved'
        order by subject_id for update
      )
      returning user_id, subject_id, window_start
    )
    insert into billing.movements (user_id, quota, subject_id, window_start, kind, units, at)
    select user_id, $1, subject_id, window_start, 'settle', 0, $3 from settled`,
};

/** What the subjects had reserved is used up. May be repeated; subjects that have nothing reserved are passed over. */
export async function settleUnits(
  { clock }: BillingContext,
  trx: Trx,
  quota: Quota,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await readPrepared(trx, SETTLE, [quota, subjectIds, clock.now()]);
}
