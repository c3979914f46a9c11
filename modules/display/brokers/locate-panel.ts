import { addSeconds } from '#shared/clock.ts';
import { batchReads } from '#shared/db/batch-reads.ts';
import type { BrokerLink } from '../broker-link.ts';
import type { DisplayContext } from '../context.ts';
import { HELD_UNTIL, JOIN_GATEWAY_LEASE } from '../delivery/connected-time.ts';
import { createBeginConnection } from './begin-connection.ts';

const LOCATE = {
  name: 'locate_panels',
  text: `
  select d.thing_name, d.id, live.epoch, live.gateway_id, d.next_secret_hash is not null as renewing
  from display.devices d left join (display.presence live ${JOIN_GATEWAY_LEASE}) on live.device_id = d.id
    and ${HELD_UNTIL} > $2 and d.last_seen_at > $3
    and exists (select from display.broker_sessions s where s.gateway_id = live.gateway_id)
  where d.thing_name = any ($1::text[])`,
};

interface Row {
  thing_name: string;
  id: string;
  /** Null without a connection over a broker whose gateway is alive and in which the panel sent a message recently. */
  epoch: number | null;
  gateway_id: string | null;
  /** The panel has enrolled again: its newer password must be recorded as used. */
  renewing: boolean;
}

/**
 * Finds a panel and its connection. Read for each message, because any gateway may end or take over a connection at any
 * time. Concurrent calls share one query.
 */
export function createLocatePanel(context: DisplayContext): BrokerLink['locate'] {
  const { db, clock, config } = context;
  const begin = createBeginConnection(context);
  const locate = batchReads<Row>({
    db,
    query: LOCATE,
    values: () => [clock.now(), addSeconds(clock.now(), -config.ONLINE_WINDOW_SECONDS)],
    keyOf: ({ thing_name }) => thing_name,
  });
  return async (thingName, gatewayId) => {
    const [panel] = await locate(thingName);
    if (!panel) return null;
    const { id: deviceId, epoch, gateway_id, renewing } = panel;
    if (epoch === null || gateway_id === null || renewing) return begin(deviceId, gatewayId);
    return { thingName, deviceId, epoch, gatewayId: gateway_id };
  };
}
