import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';
import { readEntitlement } from '../read-entitlement.ts';
import { type Account, takeUnits } from './take-units.ts';

/**
 * Reserves units for the subjects, in their order, until the quota is used up. Returns the subjects that hold a unit. A
 * failed payment is ignored, because work that was accepted is finished.
 */
export async function reserveSome(
  { catalogue, ...context }: BillingContext,
  trx: Trx,
  userId: string,
  quota: Quota,
  subjectIds: string[],
): Promise<Set<string>> {
  const { plan, window } = await readEntitlement(context, trx, userId);
  const limit = catalogue[plan].quotas[quota];
  const account = { userId, quota, windowStart: window.start, limit, now: context.clock.now() };
  const holders = new Set(subjectIds);
  let { granted, fresh } = await takeUnits(trx, account, [...holders]);
  while (!granted) {
    const without = [...holders].filter((id) => fresh.has(id));
    const affordable = without.slice(0, await unitsLeft(trx, account));
    for (const id of without.slice(affordable.length)) holders.delete(id);
    ({ granted, fresh } = await takeUnits(trx, account, affordable));
  }
  return holders;
}

/** Locks the counter until the transaction ends, so that the units are still available when they are taken. */
async function unitsLeft(trx: Trx, { userId, quota, windowStart, limit }: Account): Promise<number> {
  const counter = await Counter.query(trx)
    .findOne({ user_id: userId, quota, window_start: windowStart })
    .forUpdate();
  return Math.max(0, (limit ?? Number.MAX_SAFE_INTEGER) - (counter?.used ?? 0));
}
