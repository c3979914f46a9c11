import { notify } from '#shared/db/notify.ts';
import type { IdentityContext } from '../context.ts';
import { tokenNotFound } from '../errors.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { CREDENTIAL_ENDED } from '../sessions/end-sessions.ts';

/** Ends a token at once. @throws {AppError} `404 token_not_found` when it is not the user's */
export async function revokePersonalToken(
  { db }: IdentityContext,
  userId: string,
  id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    const revoked = await PersonalAccessToken.query(trx).delete().where({ id, user_id: userId });
    if (revoked !== 1) throw tokenNotFound();
    await notify(trx, CREDENTIAL_ENDED, id);
  });
}
