import type { BrokerLink } from '#modules/display';
import { batchWork } from '#shared/db/batch-work.ts';
import type { Log } from '#shared/log.ts';

/** A notification holds 8,000 bytes. */
const MAX_DEVICES_PER_NOTIFICATION = 200;

/** Notifies other gateways that a message of one of their panels arrived here. One notification names many panels. */
export function createGatewayNotifier(
  broker: Pick<BrokerLink, 'notifyGateways'>,
  log: Log,
): (deviceId: string) => void {
  const notify = batchWork<string, void>({
    maxItems: MAX_DEVICES_PER_NOTIFICATION,
    async run(deviceIds) {
      await broker
        .notifyGateways([...new Set(deviceIds)])
        .catch((error) => log.warn({ err: error }, 'panels of other gateways wait for the next sweep'));
      return [];
    },
  });
  return (deviceId) => void notify(deviceId);
}
