import type { Trx } from '#shared/db/open.ts';
import { Session } from '../models/session.ts';
import { notifyCredentialsEnded } from './notify-credentials-ended.ts';

export interface SessionSelection {
  userId: string;
  /** Only this one. */
  id?: string;
  /** All but this one. */
  except?: string;
}

/** Ends live sessions of a user, and with them their refresh tokens. Returns their number. */
export async function endSessions(trx: Trx, which: SessionSelection, now: Date): Promise<number> {
  const ended = await Session.query(trx)
    .patch({ endedAt: now })
    .where({ user_id: which.userId })
    .whereNull('ended_at')
    .where('expires_at', '>', now)
    .modify((query) => {
      if (which.id !== undefined) void query.where('id', which.id);
      if (which.except !== undefined) void query.whereNot('id', which.except);
    })
    .returning('id');
  await notifyCredentialsEnded(trx, ended as unknown as Session[]);
  return ended.length;
}
