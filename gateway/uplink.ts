import { setTimeout as pause } from 'node:timers/promises';
import type { PanelLink } from '#modules/display';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { PanelLog } from './panel-log.ts';
import { MAX_PAYLOAD_BYTES, parsePayload } from './payload.ts';
import { createStoring, type Effect, type Letter } from './storing.ts';
import { takeToken } from './throttle.ts';
import type { Uplink } from './topics.ts';

export interface UplinkDeps {
  panels: PanelLink;
  panelLog: PanelLog;
  log: Log;
  counters: Counters;
  limits: GatewayLimits;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  /** Called after every message that was stored. */
  onStored(connection: Connection, effect: Effect): void;
}

/** One message of a panel; QoS 1 wants an acknowledgement. */
export interface Message {
  payload: Buffer | string;
  qos: number;
}

/**
 * Takes in one message of a panel. Resolves when it may be acknowledged: its effect is stored, or it has none.
 * Rejects when the connection should be given up, so that the panel sends the message again on its next one.
 *
 * Messages of a panel are handled one after the other. A heartbeat that waits as the last of them is replaced by a newer
 * one, and both are acknowledged together.
 */
export function createUplink(deps: UplinkDeps) {
  const { counters, limits, log } = deps;
  const store = createStoring(deps);

  return function receive(connection: Connection, kind: Uplink, { payload, qos }: Message): Promise<void> {
    const now = performance.now();
    connection.budget ??= { tokens: limits.messageBurst, at: now };
    const notBefore = now + takeToken(connection.budget, now, limits.messagesPerSecond, limits.messageBurst);
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const content = bytes.length <= MAX_PAYLOAD_BYTES ? parsePayload(kind, bytes) : null;
    if (!content) {
      counters.messages.inc({ kind, outcome: 'malformed' });
      deps.panelLog.note(connection, 'message_refused', { message: kind, bytes: bytes.length });
      log.debug({ thing: connection.thingName, kind, bytes: bytes.length }, 'malformed message ignored');
      const turn = () => comes(notBefore);
      connection.inbox = connection.inbox.then(turn, turn);
      return connection.inbox;
    }
    const letter = { kind, content, qos } as Letter;
    const waiting = connection.heartbeat;
    if (letter.kind === 'heartbeat' && waiting?.done === connection.inbox) {
      const glass = letter.content.glass ?? waiting.letter.content.glass;
      Object.assign(waiting.letter, {
        content: { ...letter.content, glass },
        qos: Math.max(qos, waiting.letter.qos),
      });
      counters.messages.inc({ kind, outcome: 'replaced' });
      return waiting.done;
    }
    if (kind === 'heartbeat') counters.heartbeatsWaiting.inc();
    const next = () => handle(connection, letter, notBefore);
    const done = connection.inbox.then(next, next);
    if (letter.kind === 'heartbeat') connection.heartbeat = { letter, done };
    connection.inbox = done;
    return done;
  };

  /** A panel that floods has to wait for its turn, whatever it sends. */
  async function comes(turn: number): Promise<void> {
    const wait = turn - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: deps.stopping });
  }

  async function handle(connection: Connection, letter: Letter, notBefore: number): Promise<void> {
    try {
      await comes(notBefore);
      const stop = counters.storeSeconds.startTimer({ kind: letter.kind });
      const effect = await store(connection, letter);
      stop();
      if (effect) deps.onStored(connection, effect);
    } finally {
      if (letter.kind === 'heartbeat') counters.heartbeatsWaiting.dec();
    }
  }
}
