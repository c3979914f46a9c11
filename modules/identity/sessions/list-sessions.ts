import type { z } from 'zod';
import { newestFirst } from '#shared/db/newest-first.ts';
import type { IdentityContext } from '../context.ts';
import type { Session } from '../models/session.ts';
import type { session } from '../schemas.ts';
import { liveSessions } from './live-sessions.ts';

/** The user's live sessions, the newest first. */
export function listSessions(context: IdentityContext, userId: string): Promise<Session[]> {
  return liveSessions(context, context.db).where({ user_id: userId }).modify(newestFirst).execute();
}

export function presentSession(row: Session, currentId: string): z.input<typeof session> {
  return {
    id: row.id,
    userAgent: row.userAgent,
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  };
}
