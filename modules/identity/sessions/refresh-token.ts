import { brand } from '#shared/brand.ts';
import type { Trx } from '#shared/db/open.ts';
import { newId, randomToken } from '#shared/ids.ts';
import { sha256 } from '#shared/keys.ts';
import { RefreshToken } from '../models/refresh-token.ts';

const SECRET_BYTES = 32; // 256 bits

/** Only the hash is stored. A plain hash is sufficient, because the token is random. */
export function hashRefreshToken(token: string): string {
  return sha256(token);
}

/** Stores a new refresh token of the session and returns it. It cannot be read again. */
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
