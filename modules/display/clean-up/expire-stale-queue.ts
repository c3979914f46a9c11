import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';

/** Queue entries that waited for longer than `QUEUE_MAX_AGE_HOURS` expire. */
export async function expireStaleQueue({ db, clock, config }: DisplayContext): Promise<void> {
  const now = clock.now();
  const cutoff = addSeconds(now, -config.QUEUE_MAX_AGE_HOURS * 3600);
  const { rows } = await db.raw<{ rows: { deviceId: string }[] }>(
    `select distinct p.device_id as "deviceId"
     from display.presentations p join display.pushes push on push.presentation_id = p.id
     where p.state = 'queued' and push.queued_at < :cutoff`,
    { cutoff },
  );
  for (const { deviceId } of rows) {
    await inTransaction(db, async (trx) => {
      await Device.query(trx).findById(deviceId).select('id').forUpdate();
      await trx.raw(
        `with expired as (
           update display.presentations p set state = 'expired', updated_at = :now
           from display.pushes push
           where push.presentation_id = p.id and p.device_id = :deviceId and p.state = 'queued'
             and push.queued_at < :cutoff
           returning p.id
         )
         update display.pushes set expired_at = :now where presentation_id in (select id from expired)`,
        { now, cutoff, deviceId },
      );
    });
  }
}
