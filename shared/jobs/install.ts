import { PgBoss } from 'pg-boss';
import { connectionConfig } from '../db/connection.ts';
import { queues } from './queues.ts';

export const BOSS_SCHEMA = 'pgboss';

/** Creates or updates the pg-boss schema and every queue. Only `migrate` calls it. */
export async function installQueues(url: string): Promise<void> {
  const boss = new PgBoss({
    ...connectionConfig(url, 'placard-migrate'),
    connectionString: url,
    schema: BOSS_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const { name, options } of Object.values(queues)) {
      await boss.createQueue(name, options);
      const { policy: _policy, ...changeable } = options;
      await boss.updateQueue(name, changeable as Parameters<typeof boss.updateQueue>[1]);
    }
    // Earlier versions scheduled these with pg-boss.
    for (const { name } of [queues.cleanUp, queues.tendAnalyses]) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}
