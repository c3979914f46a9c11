import { authenticationFailed } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { bearerCredential } from '../sessions/bearer.ts';
import { hashPersonalToken, isPersonalToken } from './personal-token.ts';

/** Returns the caller of a personal access token. @throws {AppError} `401 authentication_failed` */
export async function authenticateToken(
  { lastUsed, reads }: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const token = bearerCredential(authorization);
  if (token === null || !isPersonalToken(token)) throw authenticationFailed();
  const [row] = await reads.token(hashPersonalToken(token));
  if (!row) throw authenticationFailed();
  lastUsed.mark('personal_access_tokens', row.id, row.last_used_at);
  return { principal: { userId: row.user_id, kind: 'token', credentialId: row.id } };
}
