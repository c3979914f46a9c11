import type { Trx } from '#shared/db/open.ts';
import type { Quota } from '../billing.ts';
import type { BillingContext } from '../context.ts';
import { Counter } from '../models/counter.ts';
import { readEntitlement } from '../read-entitlement.ts';
import { type Account, claimUnits } from './claim-units.ts';

/**
 * Reserves a unit for as many of the subjects, in their order, as the quota still has. Returns those that have one.
 * Work that was accepted is finished, whatever became of the payment since.
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
  let { granted, fresh } = await claimUnits(trx, account, [...holders]);
  while (!granted) {
    const asked = [...holders].filter((id) => fresh.has(id));
    const affordable = asked.slice(0, await unitsLeft(trx, account));
    for (const id of asked.slice(affordable.length)) holders.delete(id);
    ({ granted, fresh } = await claimUnits(trx, account, affordable));
  }
  return holders;
}

/** Holds the counter until the transaction ends, so that they are still left when they are claimed. */
async function unitsLeft(trx: Trx, { userId, quota, windowStart, limit }: Account): Promise<number> {
  const counter = await Counter.query(trx)
    .findOne({ user_id: userId, quota, window_start: windowStart })
    .forUpdate();
  return Math.max(0, (limit ?? Number.MAX_SAFE_INTEGER) - (counter?.used ?? 0));
}
