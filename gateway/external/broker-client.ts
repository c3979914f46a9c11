import type { Socket } from 'node:net';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { DAY_SECONDS } from '#shared/clock.ts';
import type { BrokerAddress } from './broker-address.ts';
import { ACKNOWLEDGED_LATER, acknowledge } from './mqtt-internals.ts';
import { orderedAcknowledgements } from './ordered-acknowledgements.ts';

export interface ClientOptions {
  address: BrokerAddress;
  clientId: string;
  /** 5, or 4 (MQTT 3.1.1) for a broker that does not support 5. */
  version: 4 | 5;
  /** Begin a new session, and end it with the connection. */
  clean?: boolean;
  /** Last will: the broker publishes it when the connection is lost. */
  will?: { topic: string; payload: string };
  /** Handles a message. A QoS 1 message is acknowledged when it resolves, and delivered again if it rejects. */
  onMessage(packet: IPublishPacket): Promise<void>;
}

/** One connection to a broker. It does not reconnect. */
export interface BrokerClient {
  /** The broker announced that it has no shared subscriptions. */
  lacksSharedSubscriptions: boolean;
  /** Resolves with whether the broker granted the subscription. */
  subscribe(topic: string, qos: 0 | 1): Promise<boolean>;
  unsubscribe(topic: string): Promise<void>;
  /** QoS 1, not retained. Dropped without a connection, or when too many are not confirmed yet. */
  publish(topic: string, payload: string): void;
  /** Resolves when no message is being handled. */
  idle(): Promise<void>;
  /** Resolves when the connection has ended, with the reason if there is one. */
  closed: Promise<Error | null>;
  /** Disconnects, so that the broker does not publish the last will. */
  end(): Promise<void>;
}

/** Messages that are handled at the same time. The broker sends no more until they are acknowledged. */
const RECEIVE_MAXIMUM = 500;
/** The same for MQTT 3.1.1 and QoS 0, which have no such limit: reading pauses at this number. */
const MAX_PENDING_MESSAGES = 2_000;
/** Commands that the broker has not confirmed. Further ones are dropped: reconciliation sends them later. */
const MAX_UNCONFIRMED_COMMANDS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a disconnect waits for commands that the broker has not confirmed. */
const DISCONNECT_TIMEOUT_MS = 1_000;
const KEEPALIVE_SECONDS = 20;
/** The broker ends a session to which no gateway has connected for this long. */
const SESSION_EXPIRY_SECONDS = 7 * DAY_SECONDS;
/** Life of an undelivered command. A panel that wakes later is reconciled then. */
const COMMAND_EXPIRY_SECONDS = 30;

/** Connects. @throws when the broker cannot be reached or refuses */
export async function connectClient(options: ClientOptions): Promise<BrokerClient> {
  const { address, clientId, version, clean = false, will } = options;
  const v5 = version === 5;
  const client = mqtt.connect(address.url, {
    clientId,
    username: address.username,
    password: address.password,
    ca: address.ca,
    protocolVersion: version,
    clean,
    will: will && { ...will, payload: Buffer.from(will.payload), qos: 0, retain: false },
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    ...(v5 && {
      properties: {
        receiveMaximum: RECEIVE_MAXIMUM,
        ...(!clean && { sessionExpiryInterval: SESSION_EXPIRY_SECONDS }),
      },
    }),
  });
  const idle = readMessages(client, options.onMessage);

  let reason: Error | null = null;
  client.on('error', (error) => {
    reason = error;
  });
  const closed = new Promise<Error | null>((resolve) => {
    client.once('close', () => resolve(reason));
  });
  const connack = await new Promise<mqtt.IConnackPacket>((resolve, reject) => {
    client.once('connect', resolve);
    client.once('error', reject);
    client.once('close', () => reject(reason ?? new Error('the broker closed the connection')));
  }).catch((error) => {
    client.end(true);
    throw error;
  });
  // mqtt.js leaves Nagle's algorithm on, which delays a command by up to 40 ms until an earlier packet is acknowledged.
  (client.stream as Partial<Socket>).setNoDelay?.(true);

  let underWay = 0;
  return {
    lacksSharedSubscriptions: connack.properties?.sharedSubscriptionAvailable === false,
    async subscribe(topic, qos) {
      const granted = await client.subscribeAsync(topic, { qos, ...(v5 && { rh: 2 }) }).catch((error) => {
        if (client.connected) return [];
        throw error;
      });
      return granted.length > 0 && granted.every((one) => one.qos < 128);
    },
    async unsubscribe(topic) {
      await client.unsubscribeAsync(topic);
    },
    publish(topic, payload) {
      if (!client.connected || underWay >= MAX_UNCONFIRMED_COMMANDS) return;
      underWay += 1;
      const properties = v5 ? { messageExpiryInterval: COMMAND_EXPIRY_SECONDS } : undefined;
      client.publish(topic, payload, { qos: 1, ...(properties && { properties }) }, () => {
        underWay -= 1;
      });
    },
    idle,
    closed,
    async end() {
      const timer = setTimeout(() => client.end(true), DISCONNECT_TIMEOUT_MS);
      await Promise.race([client.endAsync(), closed]);
      clearTimeout(timer);
    },
  };
}

/**
 * Handles messages as they arrive and acknowledges them in that order. The returned function resolves when all messages
 * were handled.
 */
function readMessages(client: MqttClient, onMessage: ClientOptions['onMessage']): () => Promise<void> {
  const pending = new Set<Promise<void>>();
  let readOn: (() => void) | null = null;
  const arrived = orderedAcknowledgements((messageId) => {
    if (client.connected) acknowledge(client, messageId);
  });
  client.handleMessage = (packet, callback) => {
    const done = packet.qos > 0 ? arrived(packet.messageId ?? 0) : () => {};
    const work = onMessage(packet)
      .then(done, () => {}) // without an acknowledgement the broker delivers it again
      .finally(() => {
        pending.delete(work);
        readOn?.();
        readOn = null;
      });
    pending.add(work);
    const next = () => callback(ACKNOWLEDGED_LATER);
    if (pending.size < MAX_PENDING_MESSAGES) next();
    else readOn = next;
  };
  return async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
}
