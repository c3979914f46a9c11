import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { renewClaimCode } from '../pairing/renew-claim-code.ts';
import { lockDevice } from './lock-display.ts';
import type { Heartbeat } from './panel-link.ts';
import { settleConfirm } from './settle-confirm.ts';

const RECORD = `
  update display.devices d set
    firmware = :firmware, battery_percent = :battery, charging = :charging, rssi = :rssi, last_seen_at = :now,
    reported_presentation_id = case when :said then :presentationId
      when d.reported_epoch = :epoch then d.reported_presentation_id end,
    reported_sha256 = case when :said then :sha256 when d.reported_epoch = :epoch then d.reported_sha256 end,
    reported_epoch = :epoch
  from display.presence live
  where d.id = :deviceId and live.device_id = d.id and live.epoch = :epoch
  returning d.user_id is not null as owned, d.pending_presentation_id`;

/**
 * Takes in what a panel says of itself. A panel that does not say what is on its glass is believed to show what it
 * confirmed in this connection, and nothing that it showed before. Reporting the pending presentation is as good as
 * a confirm. The heartbeat of a superseded connection changes nothing.
 */
export async function recordHeartbeat(
  context: DisplayContext,
  deviceId: string,
  epoch: number,
  { glass, ...about }: Heartbeat,
): Promise<void> {
  const { rows } = await context.db.raw<{
    rows: { owned: boolean; pending_presentation_id: string | null }[];
  }>(RECORD, {
    ...about,
    said: glass !== null,
    presentationId: glass?.presentationId ?? null,
    sha256: glass?.sha256 ?? null,
    now: context.clock.now(),
    deviceId,
    epoch,
  });
  const [panel] = rows;
  if (!panel) return;
  if (!panel.owned) return renewClaimCode(context, deviceId);
  const { presentationId, sha256 } = glass ?? {};
  if (!presentationId || !sha256 || presentationId !== panel.pending_presentation_id) return;
  await inTransaction(context.db, async (trx) => {
    const device = await lockDevice(trx, deviceId);
    if (device) await settleConfirm(context, trx, device, { presentationId, sha256 });
  });
}
