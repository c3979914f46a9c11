import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PanelLink } from '#modules/display';
import { watchClock } from '#shared/clock-changes.ts';
import { channels } from '#shared/db/channels.ts';
import { listen } from '#shared/db/notify.ts';
import type { ReadinessChecks } from '#shared/http/operations.ts';
import { newId } from '#shared/ids.ts';
import { repeat } from '#shared/repeat.ts';
import type { Services } from '#shared/services.ts';
import { type Connection, createConnections } from './connection.ts';
import { createCounters } from './counters.ts';
import { createDownlink } from './downlink.ts';
import { startBroker } from './embedded/broker.ts';
import { type GatewayLimits, gatewayLimits } from './limits.ts';
import { watchOpenFiles } from './open-files.ts';
import { createPanelLog } from './panel-log.ts';
import type { Transport } from './transport.ts';
import { createUplink } from './uplink.ts';

export interface GatewayOptions extends Pick<Services, 'config' | 'log' | 'metrics' | 'clock'> {
  panels: PanelLink;
  keys?: Services['keys'];
  /** Overrides of `gatewayLimits`, for tests. */
  limits?: Partial<GatewayLimits>;
}

export interface RunningGateway {
  id: string;
  /** Port on which panels connect; 0 with an external broker. */
  port: number;
  /** Port of MQTT over TLS; null without a certificate. */
  tlsPort: number | null;
  checks: ReadinessChecks;
  /**
   * Closes every connection. Panels reconnect to another gateway, or to this one after its restart. Waits for the database
   * no longer than the limit `shutdown`.
   */
  close(): Promise<void>;
}

/**
 * Holds panel connections and brings each panel to its stored state. Any number of gateways may share one database:
 * each serves its own connections and learns about the others through presence and notifications only.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { config, log, clock, panels, keys } = options;
  const limits = { ...gatewayLimits, ...options.limits };
  const counters = createCounters(options.metrics);
  const gatewayId = newId();
  // Loaded only with an external broker, so that a gateway restarts quickly: panels wait for it.
  const external = config.MQTT_BROKER_URL === undefined ? null : await import('./external/start.ts');
  const panelLog = createPanelLog({ panels, log });
  const connections = createConnections((connection) => panelLog.record(connection, 'connected'));
  const stopping = new AbortController();
  const downlink = createDownlink({ panels, clock, panelLog, log, counters, limits });
  const receive = createUplink({
    panels,
    panelLog,
    log,
    counters,
    limits: external ? external.brokerLimits(limits) : limits,
    stopping: stopping.signal,
    onStored(connection, effect) {
      if (connection.relay) return connection.relay(effect);
      const { command, reconcile, confirmed } = effect;
      if (confirmed) downlink.confirmed(connection);
      if (command) downlink.send(connection, command);
      downlink.panelSentMessage(connection, reconcile);
    },
  });

  const onClosed = (connection: Connection) => {
    downlink.forget(connection);
    panelLog.record(connection, 'disconnected');
  };
  /** Waits for the last messages: a last will arrives after the close, and earlier messages may not be stored yet. */
  const lastMessages = async ({ queue }: Connection) => {
    await nextTurn();
    await queue.last.catch(() => {}); // its error is handled where it was added
  };
  /** Closed connections that are still registered in the database: the gateway's lease would keep them online. */
  const unrecordedEnds = new Set<Connection>();
  const recordEnd = async (connection: Connection) => {
    const { deviceId, epoch, endedInOrder: inOrder } = connection;
    unrecordedEnds.add(connection);
    await lastMessages(connection);
    try {
      await panels.disconnected(deviceId, gatewayId, epoch, { inOrder });
      unrecordedEnds.delete(connection);
    } catch (error) {
      log.warn({ err: error }, 'the end of a connection could not be recorded, retrying');
    }
  };
  const watchFiles = external ? () => {} : watchOpenFiles(log, config.MQTT_MAX_CONNECTIONS);
  const deps = { config, log, panels, keys, connections, downlink, counters, limits, receive, gatewayId };
  const broker: Transport = external
    ? external.startExternalBroker({ ...deps, stopping: stopping.signal, onClosed })
    : await startBroker({
        ...deps,
        onSubscribed: (connection) => downlink.panelSentMessage(connection, true),
        onClosed(connection) {
          onClosed(connection);
          if (!stopping.signal.aborted) void recordEnd(connection);
        },
      });

  const reconcileAll = () => downlink.sweep(connections.all());
  const listener = await listen({
    url: config.DATABASE_URL,
    log,
    channels: {
      [channels.panelChanged](deviceId) {
        const connection = connections.byDevice(deviceId);
        if (connection) downlink.reconcile(connection);
      },
      [channels.panelTakenOver](payload) {
        for (const taken of payload.split(' ')) {
          const [deviceId = '', epoch] = taken.split(':');
          const connection = connections.byDevice(deviceId);
          if (connection && connection.epoch < Number(epoch)) connection.close();
        }
      },
      ...broker.channels,
    },
    onConnect() {
      reconcileAll();
      broker.onMissed?.();
    },
  }).catch(async (error) => {
    stopping.abort();
    await broker.close();
    throw error;
  });

  const sweep = setInterval(reconcileAll, limits.sweep);
  const endClockWatch = watchClock(clock, limits.clockCheck, reconcileAll);
  const warnPresence = (error: Error) => log.warn({ err: error }, 'presence could not be renewed');
  const presence = repeat(limits.presenceRenewal, warnPresence, async () => {
    watchFiles(connections.all().length);
    await Promise.all([...unrecordedEnds].map(recordEnd));
    await panels.renewPresence(gatewayId);
    return undefined;
  });

  return {
    id: gatewayId,
    port: broker.port,
    tlsPort: broker.tlsPort,
    checks: broker.checks ?? {},
    async close() {
      stopping.abort();
      clearInterval(sweep);
      endClockWatch();
      downlink.close();
      const [inTime] = await Promise.all([
        completesWithin(limits.shutdown, shutDown(presence.stop())),
        listener.close(),
      ]);
      if (!inTime) log.warn('the database does not respond: presence stays registered until its lease ends');
    },
  };

  /** Closes all connections and records that they ended. */
  async function shutDown(renewed: Promise<void>): Promise<void> {
    await broker.close();
    await Promise.all([
      renewed,
      panelLog.close(),
      // Panels of an external broker stay connected to it: another gateway takes over their connections.
      external ||
        panels
          .gatewayClosed(gatewayId)
          .catch((error) => log.warn({ err: error }, 'presence stays registered until its lease ends')),
    ]);
  }
}

/** Waits for `work` for at most `ms` milliseconds, and returns whether it completed. It is not cancelled. */
async function completesWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(limit.resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
