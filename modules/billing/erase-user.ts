import type { Trx } from '#shared/db/open.ts';

/** Those that a unit in motion locks first come first. */
const TABLES = ['reservations', 'counters', 'movements', 'subscriptions', 'customers'];

/** Deletes everything that billing keeps for a user, in the caller's transaction. */
export async function eraseUser(trx: Trx, userId: string): Promise<void> {
  for (const table of TABLES) await trx(`billing.${table}`).where({ user_id: userId }).delete();
}
