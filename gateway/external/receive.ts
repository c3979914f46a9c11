import { setTimeout as pause } from 'node:timers/promises';
import type { IPublishPacket } from 'mqtt';
import type { BrokerLink, LocatedPanel } from '#modules/display';
import type { Log } from '#shared/log.ts';
import type { Connection } from '../connection.ts';
import type { Counters } from '../counters.ts';
import type { GatewayLimits } from '../limits.ts';
import { isThingName, type MessageKind, messageKindOf } from '../topics.ts';
import type { createUplink } from '../uplink.ts';
import { createPanelQueues } from './panel-queues.ts';

export interface ReceiveDeps {
  broker: BrokerLink;
  gatewayId: string;
  receive: ReturnType<typeof createUplink>;
  connectionOf(panel: LocatedPanel): Connection;
  counters: Counters;
  limits: Pick<GatewayLimits, 'retryPause' | 'messagesPerSecond' | 'messageBurst'>;
  log: Log;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

/** Pause before a panel's disconnect message takes effect: another gateway may be storing a later message. */
const DISCONNECT_DELAY_MS = 1_000;

/**
 * Returns a function that handles one message from the broker. It resolves when the message may be acknowledged: its
 * effect is stored, or it has none. It rejects only when the gateway stops. Messages of one panel are handled in order,
 * messages of different panels concurrently.
 */
export function createReceive(deps: ReceiveDeps): (packet: IPublishPacket) => Promise<void> {
  const { broker, gatewayId, counters, limits, log, stopping } = deps;
  const queues = createPanelQueues(limits);
  let failing = false;

  return async (packet) => {
    const thingName = packet.topic.split('/')[2];
    const kind = isThingName(thingName) ? messageKindOf(thingName, packet.topic) : null;
    // A retained message does not describe the current state.
    if (!isThingName(thingName) || !kind || packet.retain) return counters.refused.inc({ reason: 'topic' });
    const stored = queues.run(thingName, () => store(thingName, kind, packet));
    if (!stored) return counters.refused.inc({ reason: 'flood' });
    const panel = await stored;
    if (panel && kind === 'state' && announcesDisconnect(packet.payload)) void endConnection(panel);
  };

  /** Retries until the message is stored. A QoS 0 message is dropped instead. */
  async function store(
    thingName: string,
    kind: MessageKind,
    packet: IPublishPacket,
  ): Promise<LocatedPanel | null> {
    for (;;) {
      stopping.throwIfAborted();
      try {
        const panel = await broker.locate(thingName, gatewayId);
        if (!panel) {
          counters.refused.inc({ reason: 'unknown' });
          return null;
        }
        failing = false;
        const message = { payload: packet.payload, qos: packet.qos };
        await deps.receive(deps.connectionOf(panel), kind, message);
        return panel;
      } catch (error) {
        if (!failing && !stopping.aborted)
          log.warn({ err: error }, 'panels cannot be looked up, retrying their messages');
        failing = true;
        if (packet.qos === 0) return null;
        await pause(limits.retryPause, undefined, { signal: stopping });
      }
    }
  }

  async function endConnection(panel: LocatedPanel): Promise<void> {
    try {
      await pause(DISCONNECT_DELAY_MS, undefined, { signal: stopping });
      await broker.endIfDisconnectAnnounced(panel);
    } catch {
      // The connection ends later, because the panel is silent.
    }
  }
}

/** Whether it is `up/state` with `online: false`: a panel sends it before sleep, a broker as the last will. */
function announcesDisconnect(payload: Buffer | string): boolean {
  try {
    return JSON.parse(payload.toString()).online === false;
  } catch {
    return false;
  }
}
