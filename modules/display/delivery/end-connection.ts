import { readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import { batchPanels, lockingQuery } from './batch-panels.ts';
import { connectedSeconds } from './connected-time.ts';
import type { PanelLink } from './panel-link.ts';

const END = lockingQuery(
  'end_connections',
  (skipLocked) => `
  with live as (
    select p.device_id, p.epoch
    from unnest($1::uuid[], $2::bigint[]) as lost (device_id, epoch)
    join display.presence p on p.device_id = lost.device_id and p.epoch = lost.epoch
  ), held as (
    select d.id, d.pending_presentation_id, d.pending_since, live.epoch
    from live join display.devices d on d.id = live.device_id
    for no key update of d ${skipLocked}
  ), ended as (
    delete from display.presence p using held where p.device_id = held.id and p.epoch = held.epoch
    returning p.device_id, p.lease_until
  ), counted as (
    update display.pushes push set unconfirmed_seconds = push.unconfirmed_seconds + ${connectedSeconds({
      leaseUntil: 'ended.lease_until',
      pendingSince: 'held.pending_since',
      now: '$3',
    })}
    from ended join held on held.id = ended.device_id
    where push.presentation_id = held.pending_presentation_id
  ), seen as (
    update display.devices d set last_seen_at = $3 from ended where d.id = ended.device_id
  )
  select live.device_id, live.epoch, ended.device_id is not null as ended
  from live left join ended on ended.device_id = live.device_id`,
);

interface Row {
  device_id: string;
  epoch: number;
  ended: boolean;
}

/** Forgets connections, many at once, unless newer ones have taken over. */
export function createEndConnection({
  db,
  clock,
}: Pick<DisplayContext, 'db' | 'clock'>): PanelLink['disconnected'] {
  const end = batchPanels(END, async (query, lost: { deviceId: string; epoch: number }[]) => {
    const rows = await readPrepared<Row>(db, query, [
      lost.map(({ deviceId }) => deviceId),
      lost.map(({ epoch }) => epoch),
      clock.now(),
    ]);
    const live = new Map(rows.map((row) => [row.epoch, row]));
    return lost.map(({ epoch }) => (live.get(epoch)?.ended ?? true) || undefined);
  });

  return async (deviceId, _gatewayId, epoch) => {
    await end({ deviceId, epoch });
  };
}
