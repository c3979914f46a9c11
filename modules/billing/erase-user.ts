import type { Trx } from '#shared/db/open.ts';

/** In the order in which reservations lock them. */
const TABLES = ['reservations', 'counters', 'movements', 'subscriptions', 'customers'];

/** Deletes all billing data of a user, in the caller's transaction. */
export async function eraseUser(trx: Trx, userId: string): Promise<void> {
  for (const table of TABLES) await trx(`billing.${table}`).where({ user_id: userId }).delete();
}
