import { setTimeout as pause } from 'node:timers/promises';
import type { PanelLink } from '#modules/display';
import { monotonicMs } from '#shared/clock.ts';
import { isUnstorable } from '#shared/db/open.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { Effect, Message } from './message.ts';

export interface MessageStoreDeps {
  panels: PanelLink;
  log: Log;
  counters: Counters;
  limits: Pick<GatewayLimits, 'holdAck' | 'retryPause'>;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

/**
 * Stores a message and returns its effect. Returns null when Postgres cannot store its values, or for QoS 0 when
 * storing failed. With QoS 1, storing is retried for `holdAck` while the database is unreachable.
 */
export function createMessageStore({ panels, log, counters, limits, stopping }: MessageStoreDeps) {
  let nextTry: Promise<void> | undefined;
  let failing = false;

  return async function store(connection: Connection, message: Message): Promise<Effect | null> {
    const { kind } = message;
    const deadline = monotonicMs() + limits.holdAck;
    for (;;) {
      try {
        const effect = await attempt(connection, message);
        counters.messages.inc({ kind, outcome: 'stored' });
        noteOutage(false);
        return effect;
      } catch (error) {
        if (isUnstorable(error)) {
          counters.messages.inc({ kind, outcome: 'unstorable' });
          log.error({ err: error, thing: connection.thingName, kind }, 'message cannot be stored');
          return null;
        }
        counters.messages.inc({ kind, outcome: 'deferred' });
        noteOutage(true, error);
        if (message.qos === 0) return null;
        if (monotonicMs() >= deadline || connection.closed || stopping.aborted) throw error;
        await untilNextTry();
      }
    }
  };

  async function attempt(connection: Connection, message: Message): Promise<Effect> {
    const { deviceId, epoch } = connection;
    switch (message.kind) {
      case 'heartbeat': {
        const waiting = connection.waitingHeartbeat;
        const own = waiting?.message === message;
        // A newer heartbeat can no longer replace this one.
        if (own) connection.waitingHeartbeat = undefined;
        try {
          return { command: null, reconcile: await panels.heartbeat(deviceId, epoch, message.content) };
        } catch (error) {
          if (own) connection.waitingHeartbeat ??= waiting;
          throw error;
        }
      }
      case 'state':
        await panels.saveState(deviceId, epoch, message.content);
        return { command: null, reconcile: true };
      case 'confirm':
        return {
          command: null,
          reconcile: true,
          confirmed: await panels.confirm(deviceId, epoch, message.content),
        };
      case 'request_claim':
        return { command: await panels.requestClaim(deviceId, epoch), reconcile: true };
    }
  }

  /** All waiting messages share one timer, so that they are stored in one batch when the database is back. */
  function untilNextTry(): Promise<void> {
    nextTry ??= pause(limits.retryPause, undefined, { signal: stopping }).finally(() => {
      nextTry = undefined;
    });
    return nextTry;
  }

  /** Logs the beginning and the end of an outage, not each message. */
  function noteOutage(now: boolean, error?: unknown): void {
    if (failing === now) return;
    failing = now;
    counters.databaseFailing.set(now ? 1 : 0);
    if (now) log.warn({ err: error }, 'messages cannot be stored, retrying');
    else log.info('messages are stored again');
  }
}
