import { inTransaction } from '#shared/db/transaction.ts';
import type { Principal } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { tokenNotFound } from '../errors.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { holdSession } from '../sessions/hold-session.ts';
import { notifyCredentialsEnded } from '../sessions/notify-credentials-ended.ts';

/** Ends a token at once. @throws {AppError} `401`, `404 token_not_found` when it is not the user's */
export async function revokePersonalToken(
  context: IdentityContext,
  principal: Principal,
  id: string,
): Promise<void> {
  await inTransaction(context.db, async (trx) => {
    await holdSession(context, trx, principal);
    const revoked = await PersonalAccessToken.query(trx).delete().where({ id, user_id: principal.userId });
    if (revoked !== 1) throw tokenNotFound();
    await notifyCredentialsEnded(trx, [{ id }]);
  });
}
