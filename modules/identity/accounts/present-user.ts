import type { z } from 'zod';
import type { User } from '../models/user.ts';
import type { tokenPair, user } from '../schemas.ts';
import type { TokenPair } from '../sessions/open-session.ts';

export function presentUser(row: User): z.input<typeof user> {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function presentTokenPair(pair: TokenPair): z.input<typeof tokenPair> {
  return { accessToken: pair.accessToken, refreshToken: pair.refreshToken, user: presentUser(pair.user) };
}
