import type { PgBoss } from 'pg-boss';
import { BOSS_SCHEMA } from './install.ts';

const CORRECT = `
  update ${BOSS_SCHEMA}.job_common set
    created_on = least(created_on, now()), started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
    start_after = case when greatest(created_on, started_on) > now() then least(start_after, now()) else start_after end
  where state <= 'active' and greatest(created_on, started_on, heartbeat_on) > now()`;

/**
 * Jobs that were sent or begun at a moment that is still to come say that the clock was set back: they are due now, and
 * not when that moment comes again. One that was sent for a later moment comes too early then, and is sent once more by
 * its handler.
 */
export async function correctTimes(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(CORRECT);
}
