import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import type { Log } from '#shared/log.ts';
import { SerialQueue } from '#shared/serial-queue.ts';
import type { Connection, Connections } from '../connection.ts';
import { commandTopic } from '../topics.ts';
import { endedInOrder, readSlices, subscriptionCount } from './aedes-internals.ts';
import { type AuthorizeDeps, createHooks } from './authorize.ts';
import { type ListenerConfig, startListeners } from './listeners.ts';
import { noRouting } from './no-routing.ts';
import { limitPackets } from './packet-limits.ts';
import { certificateAllows } from './tls.ts';

// mqtt-packet would create a buffer for each 16-bit number at the start, 9 MB in all. Creating one per write costs no measurable time.
writeToStream.cacheNumbers = false;

/** Return code of CONNACK, MQTT 3.1.1 table 3.1. */
const NOT_AUTHORIZED = 5;

export interface BrokerDeps extends Omit<AuthorizeDeps, 'onConnection' | 'connectionOf'> {
  connections: Connections;
  config: ListenerConfig;
  log: Log;
  /** The panel has subscribed to its commands. */
  onSubscribed(connection: Connection): void;
  onClosed(connection: Connection): void;
}

export interface Broker {
  port: number;
  /** Null without a certificate. */
  tlsPort: number | null;
  /** Closes the listeners and every connection. */
  close(): Promise<void>;
}

/**
 * Starts aedes behind the listeners and limits of the gateway. It routes nothing between clients: messages end in the
 * publish hook, and a command is written to the connection of its panel.
 * @throws with code `EADDRINUSE` or `EACCES` when the port cannot be used
 */
export async function startBroker(deps: BrokerDeps): Promise<Broker> {
  const { config, connections, counters, limits, log } = deps;
  const byClient = new WeakMap<Client, Connection>();
  const connectionOf = (client: Client | null) => (client ? byClient.get(client) : undefined);
  const hooks = createHooks({ ...deps, connectionOf, onConnection });

  const broker = await Aedes.createBroker({
    ...hooks,
    ...noRouting,
    preConnect(client, packet, done) {
      listeners.connected(client.conn as Socket);
      hooks.preConnect(client, packet, done);
    },
    authenticate(client, username, password, done) {
      if (certificateAllows(client.conn as Socket, client.id))
        return hooks.authenticate(client, username, password, done);
      counters.connects.inc({ outcome: 'refused' });
      done(
        Object.assign(new Error('the certificate belongs to another panel'), { returnCode: NOT_AUTHORIZED }),
        false,
      );
    },
    connectTimeout: limits.connectTimeout,
    drainTimeout: 5_000,
    queueLimit: 16,
    maxTopicLevels: 8,
  });
  const rejected = (client: Client, error: Error) => {
    counters.refused.inc({ reason: 'protocol' });
    log.debug({ thing: client.id, reason: error.message }, 'connection closed after a protocol error');
  };
  broker.on('clientError', rejected);
  broker.on('connectionError', rejected);
  (broker as EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'broker error'));
  broker.on('subscribe', (subscriptions, client) => {
    const granted = subscriptions.filter(({ qos }) => (qos as number) < 128);
    const connection = connectionOf(client);
    if (!connection || granted.length === 0) return;
    connection.commandQos = granted.some(({ qos }) => qos > 0) ? 1 : 0;
    deps.onSubscribed(connection);
  });
  broker.on('unsubscribe', (_filters, client) => {
    const connection = connectionOf(client);
    if (connection && subscriptionCount(client) === 0) connection.commandQos = null;
  });

  const listeners = await startListeners({
    config,
    log,
    counters,
    limits,
    accept(stream) {
      const client = broker.handle(stream);
      limitPackets(client);
      readSlices(client);
    },
  });

  /** Uses the close event of the socket: aedes may miss the end of a client that was taken over while it closed. */
  function onConnection(client: Client, panel: { thingName: string; deviceId: string; epoch: number }): void {
    const socket = client.conn as Socket;
    const connection: Connection = {
      ...panel,
      commandQos: null,
      queue: new SerialQueue(),
      closed: false,
      send: (payload) => command(client, connection, payload),
      close: () => socket.destroy(),
    };
    byClient.set(client, connection);
    connections.add(connection);
    counters.connections.inc();
    socket.once('close', () => {
      connection.closed = true;
      connection.endedInOrder = endedInOrder(client);
      connections.remove(connection);
      counters.connections.dec();
      deps.onClosed(connection);
    });
  }

  function command(client: Client, { thingName, commandQos }: Connection, payload: string): void {
    if (commandQos === null) return;
    const topic = commandTopic(thingName);
    client.publish(
      { cmd: 'publish', topic, payload, qos: commandQos, retain: false, dup: false },
      (error) => error && log.debug({ err: error, thing: thingName }, 'command not sent'),
    );
  }

  return {
    port: listeners.port,
    tlsPort: listeners.tlsPort,
    async close() {
      await listeners.close();
      await new Promise<void>((resolve) => broker.close(resolve));
    },
  };
}
