import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import type { IdentityContext } from '../context.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import { makePersonalToken } from './personal-token.ts';

const DAY_SECONDS = 86_400;

export interface NewTokenRequest {
  name: string;
  /** Null: it never expires. */
  expiresInDays: number | null;
}

/** The token's row, and the token itself, which cannot be shown again. */
export async function createPersonalToken(
  { clock, db }: IdentityContext,
  userId: string,
  { name, expiresInDays }: NewTokenRequest,
): Promise<{ row: PersonalAccessToken; token: string }> {
  const now = clock.now();
  const { token, prefix, hash } = makePersonalToken();
  const row = await PersonalAccessToken.query(db).insertAndFetch({
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
