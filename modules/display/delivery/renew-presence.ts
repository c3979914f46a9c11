import { addSeconds } from '#shared/clock.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import { countConnectedTime, LEASE_SECONDS } from './connected-time.ts';
import { failUnresponsive } from './fail-unresponsive.ts';

/**
 * Skips locked pushes, so that no other transaction can delay the renewal. The connected time of a skipped push is counted
 * the next time, or not needed if it is being confirmed.
 */
const RENEW = {
  name: 'renew_presence',
  text: `
  with renewed as (
    insert into display.gateways (id, lease_until) values ($1, $3)
    on conflict (id) do update set lease_until = excluded.lease_until
  ), unconfirmed as (
    select push.presentation_id, live.lease_until, d.pending_since
    from display.devices d join display.presence live on live.device_id = d.id
    join display.pushes push on push.presentation_id = d.pending_presentation_id
    where d.pending_presentation_id is not null and live.gateway_id = $1
    for update of push skip locked
  )
  update display.pushes push set ${countConnectedTime({
    leaseUntil: 'unconfirmed.lease_until',
    pendingSince: 'unconfirmed.pending_since',
    now: '$2',
  })}
  from unconfirmed where push.presentation_id = unconfirmed.presentation_id
  returning push.device_id, push.presentation_id, push.unconfirmed_seconds`,
};

interface Unconfirmed {
  device_id: string;
  presentation_id: string;
  /** Connected time of the panel since the publication. */
  unconfirmed_seconds: number;
}

/** Renews the lease of a gateway, and fails presentations that connected panels have not confirmed in time. */
export async function renewPresence(context: DisplayContext, gatewayId: string): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const leaseUntil = addSeconds(now, LEASE_SECONDS);
  const unconfirmed = await readPrepared<Unconfirmed>(db, RENEW, [gatewayId, now, leaseUntil]);
  for (const { device_id, presentation_id, unconfirmed_seconds } of unconfirmed)
    if (unconfirmed_seconds >= config.DISPLAY_UNRESPONSIVE_SECONDS)
      await failUnresponsive(context, device_id, presentation_id);
}
