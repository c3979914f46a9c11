import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';

const IS_OLD = `f.format <> 'png' and f.created_at < :cutoff
  and p.state = 'expired' and coalesce(push.expired_at, p.updated_at) < :cutoff`;

/**
 * Removes the raw frames of presentations that expired more than `FRAME_RETENTION_DAYS` ago; the preview stays. Rows are
 * deleted first: after a crash there are objects without a row, which the sweep removes.
 */
export async function removeOldFrames({ db, clock, config, store }: DisplayContext): Promise<void> {
  const cutoff = addSeconds(clock.now(), -config.FRAME_RETENTION_DAYS * DAY_SECONDS);
  const { rows: devices } = await db.raw<{ rows: { id: string }[] }>(
    `select distinct p.device_id as id
     from display.frames f
     join display.presentations p on p.id = f.presentation_id
     join display.pushes push on push.presentation_id = p.id
     where ${IS_OLD}`,
    { cutoff },
  );
  for (const { id } of devices) {
    // The device is locked, so that no presentation is activated while its frames are being removed.
    const keys = await inTransaction(db, async (trx) => {
      await Device.query(trx).findById(id).select('id').forUpdate();
      const { rows } = await trx.raw<{ rows: { key: string }[] }>(
        `with removed as (
           delete from display.frames f
           using display.presentations p join display.pushes push on push.presentation_id = p.id
           where p.id = f.presentation_id and p.device_id = :id and ${IS_OLD}
           returning f.presentation_id, f.key, f.size_bytes
         ), freed as (
           update display.presentations p set stored_bytes = greatest(0, p.stored_bytes - r.bytes)
           from (select presentation_id, sum(size_bytes) as bytes from removed group by 1) r
           where p.id = r.presentation_id
         )
         select key from removed`,
        { cutoff, id },
      );
      return rows.map(({ key }) => key);
    });
    await store.remove(keys);
  }
}
