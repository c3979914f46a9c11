import { setTimeout as pause } from 'node:timers/promises';
import type { PanelLink } from '#modules/display';
import { monotonicMs } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import { takeToken } from '#shared/token-bucket.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { Effect, Message } from './message.ts';
import { createMessageStore } from './message-store.ts';
import type { PanelLog } from './panel-log.ts';
import { MAX_PAYLOAD_BYTES, parsePayload } from './payload.ts';
import type { MessageKind } from './topics.ts';

export interface UplinkDeps {
  panels: PanelLink;
  panelLog: PanelLog;
  log: Log;
  counters: Counters;
  limits: GatewayLimits;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  /** Called after each stored message. */
  onStored(connection: Connection, effect: Effect): void;
}

/** A message as it was received. QoS 1 needs an acknowledgement. */
export interface RawMessage {
  payload: Buffer | string;
  qos: number;
}

/**
 * Returns a function that handles one message of a panel. It resolves when the message may be acknowledged: its effect
 * is stored, or it has none. It rejects when the connection must be closed, so that the panel sends the message again.
 *
 * Messages of a panel are handled one after the other. A newer heartbeat replaces the one that waits last in the queue,
 * and both are acknowledged together.
 */
export function createUplink(deps: UplinkDeps) {
  const { counters, limits, log } = deps;
  const store = createMessageStore(deps);

  return function receive(
    connection: Connection,
    kind: MessageKind,
    { payload, qos }: RawMessage,
  ): Promise<void> {
    const now = monotonicMs();
    connection.tokenBucket ??= { tokens: limits.messageBurst, at: now };
    const notBefore =
      now + takeToken(connection.tokenBucket, now, limits.messagesPerSecond, limits.messageBurst);
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const content = bytes.length <= MAX_PAYLOAD_BYTES ? parsePayload(kind, bytes) : null;
    if (!content) {
      counters.messages.inc({ kind, outcome: 'malformed' });
      deps.panelLog.record(connection, 'message_refused', { message: kind, bytes: bytes.length });
      log.debug({ thing: connection.thingName, kind, bytes: bytes.length }, 'malformed message ignored');
      return connection.queue.add(() => waitUntil(notBefore));
    }
    const message = { kind, content, qos } as Message;
    const waiting = connection.waitingHeartbeat;
    if (message.kind === 'heartbeat' && waiting?.done === connection.queue.last) {
      const shown = message.content.shown ?? waiting.message.content.shown;
      Object.assign(waiting.message, {
        content: { ...message.content, shown },
        qos: Math.max(qos, waiting.message.qos),
      });
      counters.messages.inc({ kind, outcome: 'replaced' });
      return waiting.done;
    }
    if (kind === 'heartbeat') counters.heartbeatsWaiting.inc();
    const done = connection.queue.add(() => handle(connection, message, notBefore));
    if (message.kind === 'heartbeat') connection.waitingHeartbeat = { message, done };
    return done;
  };

  /** Delays a panel that sends too much, also with malformed messages. */
  async function waitUntil(time: number): Promise<void> {
    const wait = time - monotonicMs();
    if (wait > 0) await pause(wait, undefined, { signal: deps.stopping });
  }

  async function handle(connection: Connection, message: Message, notBefore: number): Promise<void> {
    try {
      await waitUntil(notBefore);
      const stop = counters.storeSeconds.startTimer({ kind: message.kind });
      const effect = await store(connection, message);
      stop();
      if (effect) deps.onStored(connection, effect);
    } finally {
      if (message.kind === 'heartbeat') counters.heartbeatsWaiting.dec();
    }
  }
}
