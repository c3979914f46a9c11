import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { IdentityDeps } from '../deps.ts';
import { Session } from '../models/session.ts';

/** The time after which a session must have been used to be live. */
export function idleLimit({ clock, config }: Pick<IdentityDeps, 'clock' | 'config'>): Date {
  return addSeconds(clock.now(), -config.REFRESH_TOKEN_DAYS * DAY_SECONDS);
}

/**
 * SQL: whether a row of `identity.sessions` is live: not ended, not past its absolute limit, not idle for too long. `now`
 * and `idleLimit` are placeholders of the statement.
 */
export function isLive(session: string, now: string, idleLimit: string): string {
  return `${session}.ended_at is null and ${session}.expires_at > ${now} and ${session}.last_used_at > ${idleLimit}`;
}

export function liveSessions(context: Pick<IdentityDeps, 'clock' | 'config'>, queryable: Queryable) {
  return Session.query(queryable).whereRaw(isLive('sessions', '?', '?'), [
    context.clock.now(),
    idleLimit(context),
  ]);
}
