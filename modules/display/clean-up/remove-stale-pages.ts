import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from '../context.ts';

/** Long after any signed address of a page has run out. */
const KEPT_HOURS = 24;

/** Removes expired claim codes, and the pages of codes and bindings that are no more. */
export async function removeStalePages({ db, clock, jobs }: DisplayContext): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    await trx('display.claim_codes').where('expires_at', '<', now).delete();
    const { rows } = await trx.raw<{ rows: { id: string; deviceId: string }[] }>(
      `delete from display.system_frames f
       where created_at < :cutoff and not exists (
         select from display.claim_codes c
         where f.kind = 'claim_code' and c.device_id = f.device_id and c.code = f.subject
       ) and not exists (
         select from display.devices d where f.kind = 'bound' and d.id = f.device_id and d.binding_id::text = f.subject
       )
       returning id, device_id as "deviceId"`,
      { cutoff: addSeconds(now, -KEPT_HOURS * 3600) },
    );
    for (const { id, deviceId } of rows)
      await jobs.send(trx, queues.removeObjects, { prefix: `devices/${deviceId}/pages/${id}/` });
  });
}
