import { addSeconds } from '#shared/clock.ts';
import { readPrepared } from '#shared/db/prepared.ts';
import type { DisplayContext } from '../context.ts';
import { connectedSeconds, LEASE_SECONDS } from './connected-time.ts';
import { failUnresponsive } from './fail-unresponsive.ts';

/**
 * Skips locked rows, so that no other transaction can make a gateway lose its panels: such a presence is renewed
 * the next time, and what is being confirmed need not be counted.
 */
const RENEW = {
  name: 'renew_presence',
  text: `
  with held as (
    select device_id, lease_until from display.presence where gateway_id = $1 for update skip locked
  ), renewed as (
    update display.presence p set lease_until = $3 from held where p.device_id = held.device_id
  ), unconfirmed as (
    select push.presentation_id, held.lease_until, d.pending_since
    from held join display.devices d on d.id = held.device_id
    join display.pushes push on push.presentation_id = d.pending_presentation_id
    for update of push skip locked
  )
  update display.pushes push set unconfirmed_seconds = push.unconfirmed_seconds + ${connectedSeconds({
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
  /** How long its panel has been connected since it was published. */
  unconfirmed_seconds: number;
}

/** Renews the lease of every panel that a gateway holds, and gives up what connected panels have ignored for long. */
export async function renewPresence(context: DisplayContext, gatewayId: string): Promise<void> {
  const { db, clock, config } = context;
  const now = clock.now();
  const leaseUntil = addSeconds(now, LEASE_SECONDS);
  const unconfirmed = await readPrepared<Unconfirmed>(db, RENEW, [gatewayId, now, leaseUntil]);
  for (const { device_id, presentation_id, unconfirmed_seconds } of unconfirmed)
    if (unconfirmed_seconds >= config.DISPLAY_UNRESPONSIVE_SECONDS)
      await failUnresponsive(context, device_id, presentation_id);
}
