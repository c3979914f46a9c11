import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { BillingContext } from './context.ts';
import { type Entitlement, readEntitlement } from './read-entitlement.ts';

/** Returns the earliest time of the history that the user's plan includes; null for all of it. */
export async function historyWindowStart(context: BillingContext, userId: string): Promise<Date | null> {
  return historyStart(context, await readEntitlement(context, context.db, userId));
}

export function historyStart({ catalogue, clock }: BillingContext, { plan }: Entitlement): Date | null {
  const { historyDays } = catalogue[plan];
  return historyDays === null ? null : addSeconds(clock.now(), -historyDays * DAY_SECONDS);
}
