import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import type { DisplayContext } from '../context.ts';
import { renewClaimCode } from '../pairing/renew-claim-code.ts';
import { batchPanels, lockingQuery } from './batch-panels.ts';
import { lockDevice } from './lock-display.ts';
import { NEEDS_COMMAND } from './needs-command.ts';
import type { Heartbeat, PanelLink } from './panel-link.ts';
import { settleConfirm } from './settle-confirm.ts';

/** A panel that does not say what is on its glass is believed to show what it confirmed in this connection. */
const RECORD = lockingQuery(
  'record_heartbeats',
  (skipLocked) => `
  with live as (
    select said.* from jsonb_to_recordset($1) as said ("deviceId" uuid, epoch bigint, firmware text,
      battery double precision, charging boolean, rssi double precision, glass jsonb)
    join display.presence p on p.device_id = said."deviceId" and p.epoch = said.epoch
  ), held as (
    select d.id from display.devices d where d.id in (select "deviceId" from live)
    for no key update of d ${skipLocked}
  ), stored as (
    update display.devices d set
      firmware = live.firmware, battery_percent = live.battery, charging = live.charging, rssi = live.rssi,
      last_seen_at = $2, reported_epoch = live.epoch,
      reported_presentation_id = case when live.glass is not null then live.glass ->> 'presentationId'
        when d.reported_epoch = live.epoch then d.reported_presentation_id end,
      reported_sha256 = case when live.glass is not null then live.glass ->> 'sha256'
        when d.reported_epoch = live.epoch then d.reported_sha256 end
    from held join live on live."deviceId" = held.id
    where d.id = held.id
    returning d.id, d.pending_presentation_id,
      d.user_id is null and not exists (select from display.claim_codes claim
        where claim.device_id = d.id and claim.expires_at > $2) as needs_code,
      ${NEEDS_COMMAND} as needs_command
  )
  select live."deviceId" as id, live.epoch, stored.id is not null as stored, stored.pending_presentation_id,
    stored.needs_code, stored.needs_command
  from live left join stored on stored.id = live."deviceId"`,
);

interface Said extends Heartbeat {
  deviceId: string;
  epoch: number;
}

interface Row {
  id: string;
  epoch: number;
  stored: boolean;
  pending_presentation_id: string | null;
  needs_code: boolean;
  needs_command: boolean;
}

/** What became of a heartbeat; that of a superseded connection changes nothing. */
type Recorded = Row | 'superseded';

/**
 * Takes in what panels say of themselves. Reporting the pending presentation is as good as a confirm. Answers whether
 * the panel has to be compared: the others show what they should.
 */
export function createRecordHeartbeat(context: DisplayContext): PanelLink['heartbeat'] {
  const record = batchPanels(RECORD, (query, said: Said[]) => recordAll(context, query, said));

  return async (deviceId, epoch, { firmware, battery, charging, rssi, glass }) => {
    const panel = await record({ deviceId, epoch, firmware, battery, charging, rssi, glass });
    if (panel === 'superseded') return true;
    if (panel.needs_code) await renewClaimCode(context, deviceId);
    const { presentationId, sha256 } = glass ?? {};
    if (!presentationId || !sha256 || presentationId !== panel.pending_presentation_id)
      return panel.needs_command;
    await inTransaction(context.db, async (trx) => {
      const device = await lockDevice(trx, deviceId);
      if (device) await settleConfirm(context, trx, device, { presentationId, sha256 });
    });
    return true;
  };
}

async function recordAll(
  { db, clock }: DisplayContext,
  query: PreparedQuery,
  said: Said[],
): Promise<(Recorded | undefined)[]> {
  // The newest of a connection, should there be two.
  const newest = new Map(said.map((heartbeat) => [connectionOf(heartbeat), heartbeat]));
  const rows = await readPrepared<Row>(db, query, [JSON.stringify([...newest.values()]), clock.now()]);
  const live = new Map(rows.map((row) => [connectionOf({ deviceId: row.id, epoch: row.epoch }), row]));
  return said.map((heartbeat) => {
    const row = live.get(connectionOf(heartbeat));
    if (!row) return 'superseded';
    return row.stored ? row : undefined;
  });
}

function connectionOf({ deviceId, epoch }: Pick<Said, 'deviceId' | 'epoch'>): string {
  return `${deviceId} ${epoch}`;
}
