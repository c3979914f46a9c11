import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { IdentityContext } from '../context.ts';
import { Session } from '../models/session.ts';

const DAY_SECONDS = 86_400;

/** The moment since when a session must have been used to be live. */
export function idleLimit({ clock, config }: Pick<IdentityContext, 'clock' | 'config'>): Date {
  return addSeconds(clock.now(), -config.REFRESH_TOKEN_DAYS * DAY_SECONDS);
}

/** Sessions that were not ended, are not past their absolute limit, and have not lain idle too long. */
export function liveSessions(context: Pick<IdentityContext, 'clock' | 'config'>, queryable: Queryable) {
  return Session.query(queryable)
    .whereNull('ended_at')
    .where('expires_at', '>', context.clock.now())
    .where('last_used_at', '>', idleLimit(context));
}
