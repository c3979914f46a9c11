import type { Pace } from '#shared/db/batch-work.ts';
import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { renewClaimCode } from '../claim-codes/renew-claim-code.ts';
import type { DisplayContext } from '../context.ts';
import { lockDevice } from '../lock-display.ts';
import { type BatchObserver, batchPanels, lockingQuery } from './batch-panels.ts';
import type { Heartbeat, PanelLink } from './panel-link.ts';
import { NEEDS_COMMAND } from './panel-state.ts';
import { settleConfirm } from './settle-confirm.ts';

/**
 * A panel that does not report its picture is assumed to show the one that it confirmed in this connection. A report from a
 * newer connection is kept, because this statement may have begun before that connection.
 */
const RECORD = lockingQuery(
  'record_heartbeats',
  (skipLocked) => `
  with live as (
    select received.* from unnest($1::uuid[], $2::bigint[], $3::jsonb[]) as received (device_id, epoch, heartbeat)
    join display.presence p on p.device_id = received.device_id and p.epoch = received.epoch
  ), held as (
    select live.* from live join display.devices d on d.id = live.device_id
    for no key update of d ${skipLocked}
  ), stored as (
    update display.devices d set
      firmware = heartbeat ->> 'firmware', battery_percent = (heartbeat ->> 'battery')::float8,
      charging = (heartbeat ->> 'charging')::boolean, rssi = (heartbeat ->> 'rssi')::float8,
      sleeps = coalesce((heartbeat ->> 'sleeps')::boolean, false),
      wake_at = case when (heartbeat ->> 'sleeps')::boolean then d.wake_at end,
      reported_presentation_id = case when heartbeat ->> 'shown' is not null then heartbeat #>> '{shown,presentationId}'
        when d.reported_epoch = held.epoch then d.reported_presentation_id end,
      reported_sha256 = case when heartbeat ->> 'shown' is not null then heartbeat #>> '{shown,sha256}'
        when d.reported_epoch = held.epoch then d.reported_sha256 end,
      reported_epoch = held.epoch, last_seen_at = $4
    from held where d.id = held.device_id and coalesce(d.reported_epoch, 0) <= held.epoch
    returning held.epoch, d.pending_presentation_id,
      d.user_id is null and not exists (select from display.claim_codes claim
        where claim.device_id = d.id and claim.expires_at > $4) as needs_code,
      ${NEEDS_COMMAND} as needs_command
  )
  select epoch, true as stored, pending_presentation_id, needs_code, needs_command from stored
  union all select epoch, false, null, null, null from live`,
);

/**
 * Up to this rate each heartbeat is stored at once with its own commit. Above it several share a commit, and each waits for
 * at most 100 ms. At 200 a second twenty share a commit, which costs 14 % less processor time per heartbeat, Postgres
 * included, than ten. Three quarters of that time are the gateway's: reading, checking and acknowledging a packet.
 */
const HEARTBEAT_PACE: Pace = { perSecond: 10, burst: 20 };

interface ReceivedHeartbeat {
  deviceId: string;
  epoch: number;
  heartbeat: Heartbeat;
}

interface Row {
  epoch: number;
  stored: boolean;
  pending_presentation_id: string | null;
  needs_code: boolean;
  needs_command: boolean;
}

/** The outcome of a heartbeat. One of a superseded connection is not stored. */
type Recorded = Row | 'superseded';

/**
 * Stores heartbeats. A report of the pending presentation counts as a confirm. Returns whether the panel must be reconciled;
 * the others show the wanted picture.
 */
export function createRecordHeartbeat(
  context: DisplayContext & BatchObserver,
  pace = HEARTBEAT_PACE,
): PanelLink['heartbeat'] {
  const record = batchPanels(
    RECORD,
    (query, received: ReceivedHeartbeat[]) => recordAll(context, query, received),
    { onBatch: context.onBatch, pace },
  );

  return async (deviceId, epoch, heartbeat) => {
    const panel = await record({ deviceId, epoch, heartbeat });
    if (panel === 'superseded') return true;
    if (panel.needs_code) await renewClaimCode(context, deviceId);
    const { presentationId, sha256 } = heartbeat.shown ?? {};
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
  received: ReceivedHeartbeat[],
): Promise<(Recorded | undefined)[]> {
  // If a connection has two, the newest one. Every connection has its own epoch.
  const newest = [...new Map(received.map((one) => [one.epoch, one])).values()];
  const rows = await readPrepared<Row>(db, query, [
    newest.map(({ deviceId }) => deviceId),
    newest.map(({ epoch }) => epoch),
    newest.map(({ heartbeat }) => JSON.stringify(heartbeat)),
    clock.now(),
  ]);
  const live = new Set(rows.map(({ epoch }) => epoch));
  const stored = new Map(rows.flatMap((row) => (row.stored ? [[row.epoch, row]] : [])));
  return received.map(({ epoch }) => (live.has(epoch) ? stored.get(epoch) : 'superseded'));
}
