import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { Principal } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import type { IdentityContext } from '../context.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { holdSession } from '../sessions/hold-session.ts';
import { makePersonalToken } from './personal-token.ts';

const DAY_SECONDS = 86_400;

export interface NewTokenRequest {
  name: string;
  /** Null: it never expires. */
  expiresInDays: number | null;
}

/** Returns the token's row, and the token itself, which cannot be shown again. @throws {AppError} `401` */
export async function createPersonalToken(
  context: IdentityContext,
  principal: Principal,
  { name, expiresInDays }: NewTokenRequest,
): Promise<{ row: PersonalAccessToken; token: string }> {
  const now = context.clock.now();
  const { token, prefix, hash } = makePersonalToken();
  const row = await inTransaction(context.db, async (trx) => {
    await holdSession(context, trx, principal);
    return PersonalAccessToken.query(trx).insertAndFetch({
      id: newId(),
      userId: principal.userId,
      name,
      prefix,
      tokenHash: hash,
      createdAt: now,
      expiresAt: expiresInDays === null ? null : addSeconds(now, expiresInDays * DAY_SECONDS),
      lastUsedAt: null,
    });
  });
  return { row, token };
}
