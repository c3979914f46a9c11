import { type PreparedQuery, readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import { ANNOUNCED_DISCONNECT } from './announced-disconnect.ts';
import { type BatchObserver, batchPanels, CONNECTION_PACE, lockingQuery } from './batch-panels.ts';
import { countConnectedTime } from './connected-time.ts';
import type { PanelLink } from './panel-link.ts';

const END = lockingQuery(
  'end_connections',
  (skipLocked) => `
  with live as (
    select p.device_id, p.epoch, lost.in_order
    from unnest($1::uuid[], $2::bigint[], $4::boolean[]) as lost (device_id, epoch, in_order)
    join display.presence p on p.device_id = lost.device_id and p.epoch = lost.epoch
  ), held as (
    select d.id, d.pending_presentation_id, d.pending_since, live.epoch, live.in_order
    from live join display.devices d on d.id = live.device_id
    for no key update of d ${skipLocked}
  ), ended as (
    delete from display.presence p using held where p.device_id = held.id and p.epoch = held.epoch
    returning p.device_id, p.epoch, p.lease_until
  ), counted as (
    update display.pushes push set ${countConnectedTime({
      leaseUntil: 'ended.lease_until',
      pendingSince: 'held.pending_since',
      now: '$3',
    })}
    from ended join held on held.id = ended.device_id
    where push.presentation_id = held.pending_presentation_id
  ), seen as (
    update display.devices d set last_seen_at = $3, left_at = case when held.in_order then $3 else d.left_at end
    from ended join held on held.id = ended.device_id where d.id = ended.device_id and not ${ANNOUNCED_DISCONNECT}
  )
  select epoch, true as ended from ended union all select epoch, false from live`,
);

interface Row {
  epoch: number;
  ended: boolean;
}

interface EndedConnection {
  deviceId: string;
  epoch: number;
  inOrder: boolean;
}

/** Ends connections in batches, unless newer ones have replaced them. */
export function createEndConnection(context: DisplayContext & BatchObserver): PanelLink['disconnected'] {
  const end = batchPanels(END, (query, lost: EndedConnection[]) => endAll(context, query, lost), {
    onBatch: context.onBatch,
    pace: CONNECTION_PACE,
  });
  return async (deviceId, _gatewayId, epoch, { inOrder = false } = {}) => {
    await end({ deviceId, epoch, inOrder });
  };
}

async function endAll(
  { db, clock }: DisplayContext,
  query: PreparedQuery,
  lost: EndedConnection[],
): Promise<(true | undefined)[]> {
  const rows = await readPrepared<Row>(db, query, [
    lost.map(({ deviceId }) => deviceId),
    lost.map(({ epoch }) => epoch),
    clock.now(),
    lost.map(({ inOrder }) => inOrder),
  ]);
  const live = new Set(rows.map(({ epoch }) => epoch));
  for (const { ended, epoch } of rows) if (ended) live.delete(epoch);
  return lost.map(({ epoch }) => (live.has(epoch) ? undefined : true));
}
