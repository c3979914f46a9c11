import type { PgBoss } from 'pg-boss';
import { BOSS_SCHEMA } from './install.ts';

const CORRECT = `
  update ${BOSS_SCHEMA}.job_common set
    created_on = least(created_on, now()), started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
    start_after = case when greatest(created_on, started_on) > now() then least(start_after, now()) else start_after end
  where state <= 'active' and greatest(created_on, started_on, heartbeat_on) > now()`;

/**
 * Corrects jobs that were sent or started in the future, which means that the clock was set back: without this they would
 * wait until that time comes again. They become due now. A job that was scheduled for later then runs too early, and its
 * handler sends it again.
 */
export async function correctTimes(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(CORRECT);
}
