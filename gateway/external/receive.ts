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

/** When a goodbye counts: another gateway may be storing what the panel said after it. */
const DISCONNECT_DELAY_MS = 1_000;

/**
 * Takes in what the broker hands us. Resolves when a message may be acknowledged: its effect is stored, or it has
 * none. Rejects only when the gateway stops. Messages of one panel are handled in order, those of many at once.
 */
export function createReceive(deps: ReceiveDeps): (packet: IPublishPacket) => Promise<void> {
  const { broker, gatewayId, counters, limits, log, stopping } = deps;
  const lines = createPanelQueues(limits);
  let failing = false;

  return async (packet) => {
    const thingName = packet.topic.split('/')[2];
    const kind = isThingName(thingName) ? messageKindOf(thingName, packet.topic) : null;
    // What was retained says nothing of now.
    if (!isThingName(thingName) || !kind || packet.retain) return counters.refused.inc({ reason: 'topic' });
    const stored = lines.run(thingName, () => store(thingName, kind, packet));
    if (!stored) return counters.refused.inc({ reason: 'flood' });
    const panel = await stored;
    if (panel && kind === 'state' && announcesDisconnect(packet.payload)) void endConnection(panel);
  };

  /** Tries again until the database takes it; QoS 0 is not worth that. */
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
          log.warn({ err: error }, 'panels cannot be looked up at the moment, their messages wait');
        failing = true;
        if (packet.qos === 0) return null;
        await pause(limits.retryPause, undefined, { signal: stopping });
      }
    }
  }

  async function endConnection(panel: LocatedPanel): Promise<void> {
    try {
      await pause(DISCONNECT_DELAY_MS, undefined, { signal: stopping });
      await broker.goodbye(panel);
    } catch {
      // It ends by its silence.
    }
  }
}

/** `up/state` with `online: false`, sent before a panel goes to sleep, or by the broker as its last will. */
function announcesDisconnect(payload: Buffer | string): boolean {
  try {
    return JSON.parse(payload.toString()).online === false;
  } catch {
    return false;
  }
}
