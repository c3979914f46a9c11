import { addSeconds } from '#shared/clock.ts';
import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { renewClaimCodeOf } from '../pairing/renew-claim-code.ts';
import { countConnectedTime, LEASE_SECONDS } from './connected-time.ts';
import { failUnresponsive } from './fail-unresponsive.ts';
import { lockDevice } from './lock-display.ts';

/**
 * Registers a connection and answers its epoch, which is higher than that of any earlier one. From here on older
 * connections of the panel are superseded, wherever they are held.
 */
export async function registerConnection(
  context: DisplayContext,
  deviceId: string,
  gatewayId: string,
): Promise<number> {
  return inTransaction(context.db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (!device) throw new Error(`device ${deviceId} is gone`);
    const now = context.clock.now();
    const { rows } = await trx.raw<{ rows: { epoch: number; took_over: boolean }[] }>(
      `with before as (select true as there from display.presence where device_id = :deviceId)
       insert into display.presence (device_id, gateway_id, epoch, connected_at, lease_until)
       values (:deviceId, :gatewayId, nextval('display.connection_epochs'), :now, :leaseUntil)
       on conflict (device_id) do update set gateway_id = excluded.gateway_id, epoch = excluded.epoch,
         connected_at = excluded.connected_at, lease_until = excluded.lease_until
       returning epoch, coalesce((select there from before), false) as took_over`,
      { deviceId, gatewayId, now, leaseUntil: addSeconds(now, LEASE_SECONDS) },
    );
    const { epoch, took_over } = rows[0] as { epoch: number; took_over: boolean };
    await Device.query(trx).findById(deviceId).patch({ lastSeenAt: now });
    if (!device.userId) await renewClaimCodeOf(context, trx, device);
    if (took_over) await notify(trx, channels.panelTakenOver, `${deviceId}:${epoch}`);
    return epoch;
  });
}

/** Forgets a connection, unless a newer one has taken over. */
export async function endConnection(
  { db, clock }: DisplayContext,
  deviceId: string,
  gatewayId: string,
  epoch: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockDevice(trx, deviceId);
    const connection = { device_id: deviceId, gateway_id: gatewayId, epoch };
    if (!(await trx('display.presence').where(connection).first('epoch'))) return;
    await countConnectedTime(trx, clock.now(), { gatewayId, deviceId });
    await trx('display.presence').where(connection).del();
    await Device.query(trx).findById(deviceId).patch({ lastSeenAt: clock.now() });
  });
}

/** All connections of a gateway ended. */
export async function endGateway({ db, clock }: DisplayContext, gatewayId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.raw(
      `update display.devices d set last_seen_at = ? from display.presence p
       where p.device_id = d.id and p.gateway_id = ?`,
      [clock.now(), gatewayId],
    );
    await trx('display.presence').where({ gateway_id: gatewayId }).del();
  });
}

/** Renews the lease of every panel that a gateway holds, and gives up what connected panels have ignored for long. */
export async function renewPresence(context: DisplayContext, gatewayId: string): Promise<void> {
  const unconfirmed = await countConnectedTime(context.db, context.clock.now(), { gatewayId, renew: true });
  for (const { deviceId, presentationId, seconds } of unconfirmed)
    if (seconds >= context.config.DISPLAY_UNRESPONSIVE_SECONDS)
      await failUnresponsive(context, deviceId, presentationId);
}
