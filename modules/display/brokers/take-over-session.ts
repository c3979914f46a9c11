import { addSeconds } from '#shared/clock.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { LocatedPanel } from '../broker-link.ts';
import type { DisplayContext } from '../context.ts';
import { LEASE_SECONDS } from '../delivery/connected-time.ts';

/**
 * Records that a gateway has a session at a broker, which no other gateway holds. The gateway that had it before has ended:
 * its panels' connections now belong to this gateway. Returns these panels.
 */
export async function takeOverSession(
  { db, clock }: Pick<DisplayContext, 'db' | 'clock'>,
  broker: string,
  slot: number,
  gatewayId: string,
): Promise<LocatedPanel[]> {
  return inTransaction(db, async (trx) => {
    const known = await trx('display.broker_sessions')
      .where({ broker, slot })
      .forUpdate()
      .first<{ gateway_id: string } | undefined>('gateway_id');
    await trx('display.broker_sessions')
      .insert({ broker, slot, gateway_id: gatewayId })
      .onConflict(['broker', 'slot'])
      .merge();
    if (!known || known.gateway_id === gatewayId) return [];
    const { rows } = await trx.raw<{ rows: { device_id: string; epoch: number; thing_name: string }[] }>(
      `update display.presence live set gateway_id = :gatewayId, lease_until = :leaseUntil
       from display.devices d where live.gateway_id = :before and d.id = live.device_id
       returning live.device_id, live.epoch, d.thing_name`,
      { gatewayId, before: known.gateway_id, leaseUntil: addSeconds(clock.now(), LEASE_SECONDS) },
    );
    return rows.map((row) => ({
      thingName: row.thing_name,
      deviceId: row.device_id,
      epoch: row.epoch,
      gatewayId,
    }));
  });
}
