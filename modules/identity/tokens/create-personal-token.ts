import { addSeconds } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
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
  request: NewTokenRequest,
): Promise<MadeToken> {
  const now = context.clock.now();
  return inTransaction(context.db, async (trx) => {
    await holdSession(context, trx, principal);
    return insertPersonalToken(trx, principal.userId, now, request);
  });
}

export interface MadeToken {
  row: PersonalAccessToken;
  token: string;
}

/** A new token of a user, whoever asks for it. */
export async function insertPersonalToken(
  trx: Trx,
  userId: string,
  now: Date,
  { name, expiresInDays }: NewTokenRequest,
): Promise<MadeToken> {
  const { token, prefix, hash } = makePersonalToken();
  const row = await PersonalAccessToken.query(trx).insertAndFetch({
    id: newId(),
    userId,
    name,
    prefix,
    tokenHash: hash,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : addSeconds(now, expiresInDays * DAY_SECONDS),
    lastUsedAt: null,
  });
  return { row, token };
}
