import { brand } from '#shared/brand.ts';
import type { Trx } from '#shared/db/open.ts';
import { newId, randomToken } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { RefreshToken } from '../models/refresh-token.ts';

const SECRET_BYTES = 32; // 256 bits

/** Only this is stored. The token is random, so that a plain hash cannot be guessed backwards. */
export function hashRefreshToken(token: string): string {
  return sha256(token);
}

/** A new refresh token of the session, which is returned this once. */
export async function addRefreshToken(
  trx: Trx,
  session: { id: string; userId: string },
  now: Date,
): Promise<string> {
  const token = brand.refreshTokenPrefix + randomToken(SECRET_BYTES);
  await RefreshToken.query(trx).insert({
    id: newId(),
    sessionId: session.id,
    userId: session.userId,
    tokenHash: hashRefreshToken(token),
    createdAt: now,
    usedAt: null,
  });
  return token;
}
