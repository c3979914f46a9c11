import { addSeconds } from '#shared/clock.ts';
import type { Queryable } from '#shared/db/open.ts';

/** A gateway that has not renewed a panel's presence for this long does not hold it any more. */
export const LEASE_SECONDS = 30;

export interface Unconfirmed {
  deviceId: string;
  presentationId: string;
  /** How long its panel has been connected since it was published. */
  seconds: number;
}

/** One statement, so that the time since the last renewal is added exactly when that renewal is replaced. */
const COUNT = `
  with held as (
    select device_id, lease_until - make_interval(secs => :lease) as counted_until
    from display.presence
    where gateway_id = :gatewayId and (cast(:deviceId as uuid) is null or device_id = :deviceId)
    for update
  ), renewed as (
    update display.presence p set lease_until = :leaseUntil
    from held where p.device_id = held.device_id and :renew
  )
  update display.pushes push
  set unconfirmed_seconds = unconfirmed_seconds + least(:lease, greatest(0,
    extract(epoch from cast(:now as timestamptz) - greatest(held.counted_until, d.pending_since))))
  from held join display.devices d on d.id = held.device_id
  where push.presentation_id = d.pending_presentation_id
  returning push.device_id, push.presentation_id, push.unconfirmed_seconds`;

/** Adds the connected time that has passed to whatever is pending on the panels that a gateway holds, or on one. */
export async function countConnectedTime(
  queryable: Queryable,
  now: Date,
  {
    gatewayId,
    deviceId = null,
    renew = false,
  }: { gatewayId: string; deviceId?: string | null; renew?: boolean },
): Promise<Unconfirmed[]> {
  const { rows } = await queryable.raw<{
    rows: { device_id: string; presentation_id: string; unconfirmed_seconds: number }[];
  }>(COUNT, {
    gatewayId,
    deviceId,
    renew,
    now,
    lease: LEASE_SECONDS,
    leaseUntil: addSeconds(now, LEASE_SECONDS),
  });
  return rows.map((row) => ({
    deviceId: row.device_id,
    presentationId: row.presentation_id,
    seconds: row.unconfirmed_seconds,
  }));
}
