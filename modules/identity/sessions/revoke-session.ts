import { inTransaction } from '#shared/db/transaction.ts';
import type { Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { sessionNotFound } from '../errors.ts';
import { endSessions } from './end-sessions.ts';
import { lockUserOfSession } from './hold-session.ts';

/**
 * Ends a session. If two sessions end each other at the same time, the second request is refused.
 * @throws {AppError} `401`, `404 session_not_found` when it is not the user's, or has ended
 */
export async function revokeSession(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    const { id: userId } = await lockUserOfSession(context, trx, principal);
    const ended = await endSessions(trx, { userId, id }, context.clock.now());
    if (ended !== 1) throw sessionNotFound();
  });
}
