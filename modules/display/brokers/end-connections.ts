import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { ANNOUNCED_DISCONNECT } from '../delivery/announced-disconnect.ts';

/**
 * Connections are ended this time after the panel counts as silent, so that a message that is just being stored does not
 * belong to an ended connection.
 */
const SILENCE_GRACE_SECONDS = 15;

/** Ends the connections of a gateway's panels that have been silent for too long; returns their device ids. */
export async function endSilent(
  { db, clock, config }: Pick<DisplayContext, 'db' | 'clock' | 'config'>,
  gatewayId: string,
): Promise<string[]> {
  const silentSince = addSeconds(clock.now(), -config.ONLINE_WINDOW_SECONDS - SILENCE_GRACE_SECONDS);
  const { rows } = await db.raw<{ rows: { device_id: string }[] }>(
    `delete from display.presence live using display.devices d
     where live.gateway_id = :gatewayId and d.id = live.device_id
       and live.connected_at < :before and d.last_seen_at < :before
     returning live.device_id`,
    { gatewayId, before: silentSince },
  );
  return rows.map(({ device_id }) => device_id);
}

/** Whether the panel's last message announced its disconnect. */
export async function hasAnnouncedDisconnect(queryable: Queryable, deviceId: string): Promise<boolean> {
  const gone = await queryable('display.devices as d')
    .where({ id: deviceId })
    .whereRaw(ANNOUNCED_DISCONNECT)
    .first('id');
  return gone !== undefined;
}
