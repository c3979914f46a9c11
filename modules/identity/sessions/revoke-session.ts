import type { IdentityContext } from '../context.ts';
import { sessionNotFound } from '../errors.ts';
import { endSessions } from './end-sessions.ts';

/** @throws {AppError} `404 session_not_found` when it is not the user's, or has ended */
export async function revokeSession(
  { clock, db }: IdentityContext,
  userId: string,
  id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    if ((await endSessions(trx, { userId, id }, clock.now())) !== 1) throw sessionNotFound();
  });
}
