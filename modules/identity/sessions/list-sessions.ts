import type { IdentityContext } from '../context.ts';
import type { Session } from '../models/session.ts';
import { liveSessions } from './live-sessions.ts';

/** The user's live sessions, the newest first. */
export function listSessions(context: IdentityContext, userId: string): Promise<Session[]> {
  return liveSessions(context, context.db)
    .where({ user_id: userId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .execute();
}
