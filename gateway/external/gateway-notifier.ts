import type { BrokerLink } from '#modules/display';
import type { Log } from '#shared/log.ts';

/** A notification holds 8,000 bytes. */
const MAX_DEVICES_PER_NOTIFICATION = 200;

/** Tells other gateways which of their panels were heard here. Gathers those that come while it is telling of others. */
export function createGatewayNotifier(
  broker: Pick<BrokerLink, 'notifyGateways'>,
  log: Log,
): (deviceId: string) => void {
  const waiting = new Set<string>();
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MAX_DEVICES_PER_NOTIFICATION);
      for (const deviceId of batch) waiting.delete(deviceId);
      await broker
        .notifyGateways(batch)
        .catch((error) => log.warn({ err: error }, 'panels are compared at the next sweep only'));
    }
    busy = false;
  }

  return (deviceId) => {
    waiting.add(deviceId);
    if (!busy) void work();
  };
}
