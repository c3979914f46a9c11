import type { z } from 'zod';
import type { PersonalAccessToken } from '../models/personal-access-token.ts';
import type { personalToken } from '../schemas.ts';

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
