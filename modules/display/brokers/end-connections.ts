import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';
import type { DisplayContext } from '../context.ts';
import { SAID_GOODBYE } from '../delivery/goodbye.ts';

/**
 * Connections are ended this much after the panel counted as silent, so that no message that is just being stored
 * belongs to a connection that ends.
 */
const SILENCE_GRACE_SECONDS = 15;

/** Ends the connections of a gateway's panels that have been silent for too long; returns their devices. */
export async function endSilent(
  { db, clock, config }: Pick<DisplayContext, 'db' | 'clock' | 'config'>,
  gatewayId: string,
): Promise<string[]> {
  const before = addSeconds(clock.now(), -config.ONLINE_WINDOW_SECONDS - SILENCE_GRACE_SECONDS);
  const { rows } = await db.raw<{ rows: { device_id: string }[] }>(
    `delete from display.presence live using display.devices d
     where live.gateway_id = :gatewayId and d.id = live.device_id
       and live.connected_at < :before and d.last_seen_at < :before
     returning live.device_id`,
    { gatewayId, before },
  );
  return rows.map(({ device_id }) => device_id);
}

/** Whether the last that was heard of a panel is that it goes. */
export async function hasSaidGoodbye(queryable: Queryable, deviceId: string): Promise<boolean> {
  const gone = await queryable('display.devices as d')
    .where({ id: deviceId })
    .whereRaw(SAID_GOODBYE)
    .first('id');
  return gone !== undefined;
}
