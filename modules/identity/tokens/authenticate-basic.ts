import { AppError } from '#shared/errors.ts';
import type { Authenticated } from '#shared/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { authenticateToken } from './authenticate-token.ts';

const CHALLENGES = { 'WWW-Authenticate': 'Basic realm="Placard", charset="UTF-8", Bearer' };

/**
 * Returns the caller of a personal access token, sent as `Bearer` or, by programs that support only HTTP Basic (RFC 7617),
 * as the password with any user name.
 * @throws {AppError} `401 authentication_failed`
 */
export async function authenticateBasicOrToken(
  context: IdentityContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
  const pair = encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
  const bearer = pair === null ? authorization : `Bearer ${pair.slice(pair.indexOf(':') + 1)}`;
  try {
    return await authenticateToken(context, bearer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.status, error.code, error.message, error.details, CHALLENGES);
  }
}
