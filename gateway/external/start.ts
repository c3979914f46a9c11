import { setTimeout as pause } from 'node:timers/promises';
import type { BrokerLink, HeardPanel, PanelLink } from '#modules/display';
import type { Config } from '#shared/config.ts';
import { channels } from '#shared/db/channels.ts';
import { createSessionLocks } from '#shared/db/session-locks.ts';
import type { Log } from '#shared/log.ts';
import type { Carrier } from '../carrier.ts';
import type { Connection, Connections } from '../connection.ts';
import type { Counters } from '../counters.ts';
import type { Downlink } from '../downlink.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Effect } from '../storing.ts';
import { commandTopic } from '../topics.ts';
import type { createUplink } from '../uplink.ts';
import { adoptSessions } from './adopt-sessions.ts';
import { brokerAddress, GONE_TOPIC } from './broker-address.ts';
import type { BrokerClient } from './broker-client.ts';
import { keepFiles } from './mosquitto/keep-files.ts';
import { createReceive } from './receive.ts';
import { type BrokerTraits, keepSession } from './session.ts';

export interface ExternalDeps {
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

/** Gateways at one broker. */
const MOST_SESSIONS = 64;
const STAND_BY_MS = 2_000;
const ADOPT_MS = 5_000;
/** After a gateway's last will: its lock may be held a little longer than its connection. */
const ADOPT_AGAIN_MS = [50, 500, 1_500];

/**
 * The limits of the gateway for messages from a broker: it has no connection to give up, so a message waits for the
 * database as long as that takes; and panels that talk too much are dealt with before (`lines.ts`).
 */
export function unhurried(limits: GatewayLimits): GatewayLimits {
  return { ...limits, holdAck: Number.POSITIVE_INFINITY, messagesPerSecond: 1e6, messageBurst: 1e6 };
}

/**
 * Hears panels over a broker that others run, and tells them their commands through it. Does not wait until the broker
 * can be reached. When it is closed, its session at the broker is left to whoever comes next; `stopping` must have been
 * aborted before.
 */
export function startExternalBroker(deps: ExternalDeps): Carrier {
  const { broker } = deps.panels;
  const { config, log, connections, downlink, counters, limits, gatewayId, stopping } = deps;
  const address = brokerAddress(config);
  const traits: BrokerTraits = { version: 5, shared: config.MQTT_BROKER_SHARED === 'on' };
  const locks = createSessionLocks({ url: config.DATABASE_URL, family: `broker ${address.key}`, log });
  const passing = createPassing(broker, log);
  let client: BrokerClient | null = null;

  const receive = createReceive({ ...deps, broker, connectionOf });
  const onMessage: typeof receive = async (packet) => {
    if (packet.topic === GONE_TOPIC) return adoptSoon();
    await receive(packet);
  };

  /** The connection as this process has it: its own to send commands over, or a passing one to another gateway's. */
  function connectionOf(panel: HeardPanel): Connection {
    if (panel.gatewayId !== gatewayId) return newConnection(panel, false);
    const known = connections.byDevice(panel.deviceId);
    if (known && known.epoch === panel.epoch) return known;
    const connection = newConnection(panel, true);
    connections.add(connection);
    if (!connection.closed) counters.connections.inc();
    return connection;
  }

  function newConnection({ thingName, deviceId, epoch }: HeardPanel, own: boolean): Connection {
    const topic = commandTopic(thingName);
    const connection: Connection = {
      thingName,
      deviceId,
      epoch,
      commandQos: 1,
      inbox: Promise.resolve(),
      closed: false,
      send: (command) => client?.publish(topic, command),
      close() {
        if (connection.closed) return;
        connection.closed = true;
        connections.remove(connection);
        counters.connections.dec();
        deps.onClosed(connection);
      },
      ...(!own && {
        relay({ command, compare }: Effect) {
          if (command) connection.send(JSON.stringify(command));
          if (compare) passing.add(deviceId);
        },
      }),
    };
    return connection;
  }

  function onPanels(panels: HeardPanel[]): void {
    for (const panel of panels) downlink.heard(connectionOf(panel), true);
  }

  /** What was told over an earlier connection may be lost. */
  function onClient(next: BrokerClient | null): void {
    client = next;
    if (!client) return;
    for (const connection of connections.all()) downlink.forget(connection);
    downlink.sweep(connections.all());
  }

  async function serve(): Promise<void> {
    while (!stopping.aborted) {
      try {
        const lock = await locks.lowest(traits.shared ? MOST_SESSIONS : 1);
        if (lock) {
          onPanels(await broker.takeSession(address.key, lock.number, gatewayId));
          await keepSession(lock, traits, { address, log, stopping, onMessage, onClient });
          if (lock.lost.aborted) for (const connection of connections.all()) connection.close();
          else await lock.release();
          if (!traits.shared) continue;
        }
      } catch (error) {
        if (!stopping.aborted) log.warn({ err: error }, 'no session at the broker could be taken');
      }
      await pause(STAND_BY_MS, undefined, { signal: stopping }).catch(() => {}); // stopping
    }
  }

  let adopting: Promise<void> | null = null;
  function adopt(): Promise<void> {
    if (!client || !traits.shared || stopping.aborted) return Promise.resolve();
    adopting ??= adoptSessions({
      address,
      broker,
      locks,
      traits,
      gatewayId,
      log,
      stopping,
      onMessage,
      onPanels,
    })
      .catch((error) => {
        if (!stopping.aborted)
          log.warn({ err: error }, 'a session of a gateway that is gone could not be taken over');
      })
      .finally(() => {
        adopting = null;
      });
    return adopting;
  }

  function adoptSoon(): void {
    for (const ms of ADOPT_AGAIN_MS) setTimeout(adopt, ms).unref();
  }

  async function endSilent(): Promise<void> {
    try {
      for (const deviceId of await broker.endSilent(gatewayId)) connections.byDevice(deviceId)?.close();
    } catch (error) {
      log.warn({ err: error }, 'panels that are silent stay registered for now');
    }
  }

  const timers = [setInterval(adopt, ADOPT_MS), setInterval(endSilent, limits.presence)];
  const files = config.MQTT_BROKER_FILES
    ? keepFiles({ folder: config.MQTT_BROKER_FILES, config, broker, log })
    : null;
  const served = serve();
  return {
    port: 0,
    tlsPort: null,
    channels: {
      [channels.panelsHeard](deviceIds) {
        for (const deviceId of deviceIds.split(' ')) {
          const connection = connections.byDevice(deviceId);
          if (connection) downlink.heard(connection, true);
        }
      },
      [channels.brokerAccountsChanged]: () => files?.refresh(),
    },
    checks: {
      async broker() {
        if (!client) throw new Error('there is no connection to the broker');
      },
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await served;
      await adopting;
      await files?.close();
      await locks.close();
    },
  };
}

/** Gathers which panels other gateways should look at while they are being told of others. */
function createPassing(broker: BrokerLink, log: Log): { add(deviceId: string): void } {
  /** A notification holds 8,000 bytes. */
  const MOST = 200;
  const waiting = new Set<string>();
  let busy = false;
  async function pass(): Promise<void> {
    busy = true;
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, MOST);
      for (const deviceId of batch) waiting.delete(deviceId);
      await broker
        .passOn(batch)
        .catch((error) => log.warn({ err: error }, 'panels are compared at the next sweep only'));
    }
    busy = false;
  }
  return {
    add(deviceId) {
      waiting.add(deviceId);
      if (!busy) void pass();
    },
  };
}
