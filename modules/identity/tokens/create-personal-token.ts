import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { Principal } from '#shared/http/route.ts';
import { newId } from '#shared/ids.ts';
import type { IdentityContext } from '../context.ts';
import { tooManyTokens } from '../errors.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { lockUserOfSession } from '../sessions/hold-session.ts';
import { makePersonalToken } from './personal-token.ts';

/** Few enough for the list of tokens, which is not paginated. */
const MAX_LIVE_TOKENS = 100;

export interface NewTokenRequest {
  name: string;
  /** Null: it never expires. */
  expiresInDays: number | null;
}

/**
 * Creates a token. Returns its row, and the token itself, which cannot be read again.
 * @throws {AppError} `401`; `409 invalid_state` when the user has as many as allowed
 */
export async function createPersonalToken(
  context: IdentityContext,
  principal: Principal,
  request: NewTokenRequest,
): Promise<MadeToken> {
  const now = context.clock.now();
  return inTransaction(context.db, async (trx) => {
    // The lock makes parallel calls take turns, so that they cannot each count the same tokens.
    await lockUserOfSession(context, trx, principal);
    const live = await PersonalAccessToken.query(trx)
      .where({ user_id: principal.userId })
      .where((token) => token.whereNull('expires_at').orWhere('expires_at', '>', now))
      .resultSize();
    if (live >= MAX_LIVE_TOKENS) throw tooManyTokens(MAX_LIVE_TOKENS);
    return insertPersonalToken(trx, principal.userId, now, request);
  });
}

export interface MadeToken {
  row: PersonalAccessToken;
  token: string;
}

/** Stores a new token of a user, without a check of the caller. */
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
