import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import type { BrokerAddress } from './broker-address.ts';
import { orderedAcknowledgements } from './ordered-acknowledgements.ts';

export interface ClientOptions {
  address: BrokerAddress;
  clientId: string;
  /** 5, or 4 (3.1.1) for a broker that speaks no other. */
  version: 4 | 5;
  /** Begin a new session and leave none behind. */
  clean?: boolean;
  /** What the broker says for us should we vanish. */
  will?: { topic: string; payload: string };
  /** Deals with a message; a QoS 1 message is acknowledged when it resolves, and comes again if it rejects. */
  onMessage(packet: IPublishPacket): Promise<void>;
}

/** One connection to a broker. It does not come back by itself. */
export interface BrokerClient {
  /** The broker says that it has no shared subscriptions. */
  lacksSharedSubscriptions: boolean;
  /** Resolves with whether the broker agreed. */
  subscribe(topic: string, qos: 0 | 1): Promise<boolean>;
  unsubscribe(topic: string): Promise<void>;
  /** QoS 1, not retained. Lost when there is no connection or too much is under way already. */
  publish(topic: string, payload: string): void;
  /** Resolves when no message is being dealt with. */
  idle(): Promise<void>;
  /** Resolves when the connection is gone, with the reason if there is one. */
  closed: Promise<Error | null>;
  /** Says goodbye, so that there is no will. */
  end(): Promise<void>;
}

/** Messages that are dealt with at once: the broker sends no more before it has acknowledgements. */
const RECEIVE_MAXIMUM = 500;
/** For brokers and messages that know no such bound: beyond it nothing more is read. */
const MAX_PENDING_MESSAGES = 2_000;
/** Commands the broker has not taken yet. Whoever is not told is told later. */
const MAX_UNCONFIRMED_COMMANDS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a goodbye may wait for what the broker has still to take. */
const DISCONNECT_TIMEOUT_MS = 1_000;
const KEEPALIVE_SECONDS = 20;
/** A session that nobody has come back to for this long ends. */
const SESSION_EXPIRY_SECONDS = 7 * 86_400;
/** A command that the broker could not deliver by then is not worth delivering: the panel is compared when it wakes. */
const COMMAND_EXPIRY_SECONDS = 30;

/** mqtt.js 5.16.0 has no public way to acknowledge later than it hands out; a test would notice a change. */
interface Acknowledging {
  _sendPacket(packet: { cmd: 'puback'; messageId: number; reasonCode: number }): void;
}

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
      const patience = setTimeout(() => client.end(true), DISCONNECT_TIMEOUT_MS);
      await Promise.race([client.endAsync(), closed]);
      clearTimeout(patience);
    },
  };
}

/** Hands out messages as they come and acknowledges them in that order. The answer resolves when all are dealt with. */
function readMessages(client: MqttClient, onMessage: ClientOptions['onMessage']): () => Promise<void> {
  const pending = new Set<Promise<void>>();
  let readOn: (() => void) | null = null;
  const arrived = orderedAcknowledgements((messageId) => {
    if (!client.connected) return;
    (client as unknown as Acknowledging)._sendPacket({ cmd: 'puback', messageId, reasonCode: 0 });
  });
  client.handleMessage = (packet, callback) => {
    const acknowledge = packet.qos > 0 ? arrived(packet.messageId ?? 0) : () => {};
    const work = onMessage(packet)
      .then(acknowledge, () => {}) // it stays unacknowledged and comes again
      .finally(() => {
        pending.delete(work);
        readOn?.();
        readOn = null;
      });
    pending.add(work);
    // With an error mqtt.js goes on reading and leaves the acknowledgement to us.
    const next = () => callback(new Error('acknowledged later'));
    if (pending.size < MAX_PENDING_MESSAGES) next();
    else readOn = next;
  };
  return async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
}
