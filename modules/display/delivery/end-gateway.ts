import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';

/** All connections of a gateway ended. */
export async function endGateway(
  { db, clock }: Pick<DisplayContext, 'db' | 'clock'>,
  gatewayId: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.raw(
      `update display.devices d set last_seen_at = ? from display.presence p
       where p.device_id = d.id and p.gateway_id = ?`,
      [clock.now(), gatewayId],
    );
    await trx('display.presence').where({ gateway_id: gatewayId }).del();
  });
}
