import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from '../context.ts';

const KEPT_DAYS = 30;

/**
 * Removes panels that nobody ever claimed and that have neither enrolled nor been seen for 30 days, with their pages.
 * One that is in use may always enrol again.
 */
export async function dropUnclaimedPanels({ db, clock, jobs }: DisplayContext): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `delete from display.devices d
       where user_id is null and created_at < :cutoff
         and greatest(updated_at, last_seen_at) < :cutoff
         and not exists (select from display.presence p where p.device_id = d.id and p.lease_until > :now)
         and not exists (select from display.presentations p where p.device_id = d.id)
       returning id`,
      { now, cutoff: addSeconds(now, -KEPT_DAYS * 86_400) },
    );
    for (const { id } of rows) await jobs.send(trx, queues.removeObjects, { prefix: `devices/${id}/` });
  });
}
