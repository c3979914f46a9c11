import type { DisplayContext } from '../context.ts';
import type { PanelLink } from './panel-link.ts';

/**
 * Ends all connections of a gateway, in batches: its panels connect to other gateways at the same time and must not wait
 * for one statement about all of them.
 */
export async function endGateway(
  { db }: Pick<DisplayContext, 'db'>,
  gatewayId: string,
  end: PanelLink['disconnected'],
): Promise<void> {
  const held: { device_id: string; epoch: number }[] = await db('display.presence')
    .where({ gateway_id: gatewayId })
    .select('device_id', 'epoch');
  await Promise.all(held.map(({ device_id, epoch }) => end(device_id, gatewayId, epoch)));
  await db('display.gateways').where({ id: gatewayId }).del();
}

/** Removes the expired leases of gateways that were killed. */
export async function removeEndedGateways({
  db,
  clock,
}: Pick<DisplayContext, 'db' | 'clock'>): Promise<void> {
  await db('display.gateways').where('lease_until', '<', clock.now()).del();
}
