import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';

const NEVER_CLAIMED_DAYS = 30;

/**
 * Removes expired claim codes, and panels that were never claimed: without an owner or a presentation, enrolled and
 * last seen a long time ago. They may enrol again.
 */
export async function deleteUnclaimed({ db, clock, jobs }: DisplayContext): Promise<void> {
  const now = clock.now();
  await db('display.claim_codes').where('expires_at', '<=', now).del();
  const unseenSince = addSeconds(now, -NEVER_CLAIMED_DAYS * DAY_SECONDS);
  await inTransaction(db, async (trx) => {
    const dropped = await Device.query(trx)
      .delete()
      .whereNull('user_id')
      .where('created_at', '<', unseenSince)
      .where('updated_at', '<', unseenSince)
      .where((seen) => seen.whereNull('last_seen_at').orWhere('last_seen_at', '<', unseenSince))
      .whereNotExists(trx('display.presentations').whereRaw('device_id = devices.id'))
      .whereNotExists(trx('display.pushes').whereRaw('device_id = devices.id'))
      .returning('id');
    if (dropped.length > 0) await notify(trx, channels.brokerAccountsChanged, '');
    for (const { id } of dropped) await jobs.send(trx, queues.removeObjects, { prefix: `devices/${id}/` });
  });
}
