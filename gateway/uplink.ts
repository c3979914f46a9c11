import { setTimeout as pause } from 'node:timers/promises';
import type { Command, PanelLink } from '#modules/display';
import { postgresFailure } from '#shared/db/open.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { PanelLog } from './panel-log.ts';
import { MAX_PAYLOAD_BYTES, parsePayload } from './payload.ts';
import { createThrottle } from './throttle.ts';
import type { Uplink } from './topics.ts';

export interface UplinkDeps {
  panels: PanelLink;
  panelLog: PanelLog;
  log: Log;
  counters: Counters;
  limits: GatewayLimits;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  /** Called after every message that was stored, with a command to send at once when there is one. */
  onStored(connection: Connection, command: Command | null): void;
}

/** One message of a panel; QoS 1 wants an acknowledgement. */
export interface Message {
  payload: Buffer | string;
  qos: number;
}

/** SQLSTATE classes of values that will never fit: trying again is pointless. */
const HOPELESS = /^2[23]/;

/**
 * Takes in one message of a panel. Resolves when it may be acknowledged: its effect is stored, or it has none.
 * Rejects when the connection should be given up, so that the panel sends the message again on its next one.
 */
export function createUplink(deps: UplinkDeps) {
  const throttles = new WeakMap<Connection, (now: number) => number>();
  const { counters, limits, log } = deps;

  return function receive(connection: Connection, kind: Uplink, message: Message): Promise<void> {
    const turn = connection.inbox.then(() => handle(connection, kind, message));
    connection.inbox = turn.catch(() => {});
    return turn;
  };

  async function handle(connection: Connection, kind: Uplink, message: Message): Promise<void> {
    const wait = throttleOf(connection)(performance.now());
    if (wait > 0) await pause(wait, undefined, { signal: deps.stopping });
    const bytes = Buffer.from(message.payload);
    const store = bytes.length <= MAX_PAYLOAD_BYTES ? effectOf(deps.panels, connection, kind, bytes) : null;
    if (!store) {
      counters.messages.inc({ kind, outcome: 'malformed' });
      deps.panelLog.note(connection, 'message_refused', { message: kind, bytes: bytes.length });
      log.debug({ thing: connection.thingName, kind, bytes: bytes.length }, 'malformed message ignored');
      return;
    }
    const stop = counters.storeSeconds.startTimer({ kind });
    const command = await persist(connection, kind, store, message.qos > 0);
    stop();
    deps.onStored(connection, command);
  }

  function throttleOf(connection: Connection): (now: number) => number {
    const known = throttles.get(connection) ?? createThrottle(limits.messagesPerSecond, limits.messageBurst);
    throttles.set(connection, known);
    return known;
  }

  /** A message that wants an acknowledgement is tried again for a while when the database is away. */
  async function persist(
    connection: Connection,
    kind: Uplink,
    store: () => Promise<Command | null>,
    acknowledged: boolean,
  ): Promise<Command | null> {
    const givenUpAt = performance.now() + limits.holdAck;
    for (;;) {
      try {
        const command = await store();
        counters.messages.inc({ kind, outcome: 'stored' });
        return command;
      } catch (error) {
        const thing = connection.thingName;
        if (HOPELESS.test(postgresFailure(error).code ?? '')) {
          counters.messages.inc({ kind, outcome: 'unstorable' });
          log.error({ err: error, thing, kind }, 'message cannot be stored');
          return null;
        }
        counters.messages.inc({ kind, outcome: 'deferred' });
        log.warn({ err: error, thing, kind }, 'message could not be stored yet');
        if (!acknowledged) return null;
        if (performance.now() >= givenUpAt || connection.closed || deps.stopping.aborted) throw error;
        await pause(limits.retry, undefined, { signal: deps.stopping });
      }
    }
  }
}

/** What a message does, or null when it is malformed. */
function effectOf(
  panels: PanelLink,
  { deviceId, epoch }: Connection,
  kind: Uplink,
  bytes: Uint8Array,
): (() => Promise<Command | null>) | null {
  const then = (stored: Promise<void>) => stored.then(() => null);
  switch (kind) {
    case 'heartbeat': {
      const heartbeat = parsePayload('heartbeat', bytes);
      return heartbeat && (() => then(panels.heartbeat(deviceId, epoch, heartbeat)));
    }
    case 'state': {
      const state = parsePayload('state', bytes);
      return state && (() => then(panels.saveState(deviceId, epoch, state)));
    }
    case 'confirm': {
      const confirm = parsePayload('confirm', bytes);
      return confirm && (() => then(panels.confirm(deviceId, epoch, confirm)));
    }
    case 'request_claim':
      return parsePayload('request_claim', bytes) && (() => panels.requestClaim(deviceId, epoch));
  }
}
