import type { z } from 'zod';
import { newestFirst } from '#shared/db/newest-first.ts';
import type { IdentityContext } from '../context.ts';
import { PersonalAccessToken } from '../models/personal-access-token.ts';
import type { personalToken } from '../schemas.ts';

/** Lists the user's tokens, newest first. Expired ones are included until they are cleaned up. */
export function listPersonalTokens({ db }: IdentityContext, userId: string): Promise<PersonalAccessToken[]> {
  return PersonalAccessToken.query(db).where({ user_id: userId }).modify(newestFirst).execute();
}

export function presentPersonalToken(row: PersonalAccessToken): z.input<typeof personalToken> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
