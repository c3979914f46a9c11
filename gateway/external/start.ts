import { setTimeout as pause } from 'node:timers/promises';
import type { LocatedPanel, PanelLink } from '#modules/display';
import type { Config } from '#shared/config.ts';
import { channels } from '#shared/db/channels.ts';
import { createSessionLocks, type SessionLock } from '#shared/db/session-locks.ts';
import type { Log } from '#shared/log.ts';
import type { Connection, Connections } from '../connection.ts';
import type { Counters } from '../counters.ts';
import type { Downlink } from '../downlink.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Transport } from '../transport.ts';
import type { createUplink } from '../uplink.ts';
import { adoptSessions } from './adopt-sessions.ts';
import { brokerAddress, GATEWAY_GONE_TOPIC } from './broker-address.ts';
import type { BrokerClient } from './broker-client.ts';
import { createGatewayNotifier } from './gateway-notifier.ts';
import { keepFiles } from './mosquitto/keep-files.ts';
import { createPanelConnections } from './panel-connections.ts';
import { createReceive } from './receive.ts';
import { type BrokerTraits, keepSession } from './session.ts';

export interface ExternalBrokerDeps {
  config: Config;
  log: Log;
  panels: Pick<PanelLink, 'broker'>;
  connections: Connections;
  downlink: Downlink;
  counters: Counters;
  limits: GatewayLimits;
  receive: ReturnType<typeof createUplink>;
  gatewayId: string;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
  onClosed(connection: Connection): void;
}

/** Gateways that may share one broker. */
const MAX_SESSIONS = 64;
const STANDBY_RETRY_MS = 2_000;
const ADOPT_INTERVAL_MS = 5_000;
/** Pauses after a gateway's last will: its lock may outlive its connection for a moment. */
const ADOPT_RETRIES_MS = [50, 500, 1_500];
/** A gateway without a connection to the broker for this long releases its panels to other gateways. */
const BROKER_OUTAGE_LIMIT_MS = 5_000;

/**
 * The limits for messages from an external broker. There is no panel connection to close, so a message is retried until
 * it is stored. The rate of a panel is limited earlier, in `panel-queues.ts`.
 */
export function brokerLimits(limits: GatewayLimits): GatewayLimits {
  return { ...limits, holdAck: Number.POSITIVE_INFINITY, messagesPerSecond: 1e6, messageBurst: 1e6 };
}

/**
 * Receives messages from panels and sends commands to them through an external broker. Does not wait until the broker
 * can be reached. Abort `stopping` before closing it. Its session stays at the broker for the next gateway.
 */
export function startExternalBroker(deps: ExternalBrokerDeps): Transport {
  const { broker } = deps.panels;
  const { config, log, connections, downlink, limits, gatewayId, stopping } = deps;
  const address = brokerAddress(config);
  const traits: BrokerTraits = { version: 5, shared: config.MQTT_BROKER_SHARED === 'on' };
  const locks = createSessionLocks({ url: config.DATABASE_URL, family: `broker ${address.key}`, log });
  let client: BrokerClient | null = null;
  let releaseTimer: NodeJS.Timeout | undefined;

  const connectionOf = createPanelConnections({
    ...deps,
    publish: (topic, payload) => client?.publish(topic, payload),
    notifyGateway: createGatewayNotifier(broker, log),
  });
  const receive = createReceive({ ...deps, broker, connectionOf });
  const onMessage: typeof receive = async (packet) => {
    if (packet.topic === GATEWAY_GONE_TOPIC) return adoptAfterWill();
    await receive(packet);
  };

  function onPanels(panels: LocatedPanel[]): void {
    for (const panel of panels) downlink.panelSentMessage(connectionOf(panel), true);
  }

  function onClient(next: BrokerClient | null): void {
    client = next;
    clearTimeout(releaseTimer);
    if (!client) {
      releaseTimer = setTimeout(releasePanels, BROKER_OUTAGE_LIMIT_MS);
      return;
    }
    files?.reconnected();
    // Commands that were sent over an earlier connection may be lost.
    for (const connection of connections.all()) downlink.forget(connection);
    downlink.sweep(connections.all());
  }

  /** The next gateway that receives a message of a panel registers a new connection for it. */
  async function releasePanels(): Promise<void> {
    if (stopping.aborted) return;
    closeAll();
    try {
      await broker.endAll(gatewayId);
    } catch (error) {
      log.warn({ err: error }, 'panels that this gateway cannot reach stay registered for now');
    }
  }

  function closeAll(): void {
    for (const connection of connections.all()) connection.close();
  }

  async function serve(): Promise<void> {
    while (!stopping.aborted) {
      try {
        const lock = await locks.takeLowest(traits.shared ? MAX_SESSIONS : 1);
        if (lock) await serveWith(lock);
      } catch (error) {
        if (!stopping.aborted) log.warn({ err: error }, 'no session at the broker could be taken, retrying');
      }
      await pause(STANDBY_RETRY_MS, undefined, { signal: stopping }).catch(() => {}); // stopping
    }
  }

  async function serveWith(lock: SessionLock): Promise<void> {
    try {
      onPanels(await broker.takeOverSession(address.key, lock.number, gatewayId));
      await keepSession(lock, traits, { address, log, stopping, onMessage, onConnection: onClient });
      if (lock.lost.aborted) closeAll();
    } finally {
      await lock.release();
    }
  }

  let adopting: Promise<void> | null = null;
  function adopt(): void {
    if (!client || !traits.shared || stopping.aborted) return;
    const adoption = { address, broker, locks, traits, gatewayId, log, stopping, onMessage, onPanels };
    adopting ??= adoptSessions(adoption)
      .catch((error) => {
        if (stopping.aborted) return;
        log.warn({ err: error }, 'the session of a gateway that is gone could not be taken over');
      })
      .finally(() => {
        adopting = null;
      });
  }

  function adoptAfterWill(): void {
    for (const ms of ADOPT_RETRIES_MS) setTimeout(adopt, ms).unref();
  }

  async function endSilent(): Promise<void> {
    try {
      for (const deviceId of await broker.endSilent(gatewayId)) connections.byDevice(deviceId)?.close();
    } catch (error) {
      log.warn({ err: error }, 'silent panels stay registered for now');
    }
  }

  const timers = [setInterval(adopt, ADOPT_INTERVAL_MS), setInterval(endSilent, limits.presenceRenewal)];
  const files = config.MQTT_BROKER_FILES
    ? keepFiles({ folder: config.MQTT_BROKER_FILES, config, broker, connected: () => client !== null, log })
    : null;
  const served = serve();
  return {
    port: 0,
    tlsPort: null,
    channels: {
      [channels.panelsHeard](deviceIds) {
        for (const deviceId of deviceIds.split(' ')) {
          const connection = connections.byDevice(deviceId);
          if (connection) downlink.panelSentMessage(connection, true);
        }
      },
      [channels.brokerAccountsChanged]: () => files?.refresh(),
    },
    onMissed: () => files?.refresh(),
    checks: {
      async broker() {
        if (!client) throw new Error('there is no connection to the broker');
      },
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await served;
      clearTimeout(releaseTimer);
      await adopting;
      await files?.close();
      await locks.close();
    },
  };
}
