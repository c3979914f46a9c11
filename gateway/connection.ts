import type { SerialQueue } from '#shared/serial-queue.ts';
import type { TokenBucket } from '#shared/token-bucket.ts';
import type { Effect, WaitingHeartbeat } from './message.ts';

/** One authenticated connection of a panel, over any transport. */
export interface Connection {
  thingName: string;
  deviceId: string;
  /** Of all connections of a panel, the one with the highest epoch is the live one. */
  epoch: number;
  /** The granted QoS once the panel has subscribed to its commands. */
  commandQos: 0 | 1 | null;
  /** Messages of one panel are handled in order. */
  queue: SerialQueue;
  closed: boolean;
  /** The panel ended the connection with DISCONNECT. */
  endedInOrder?: boolean;
  /** Number of messages that are received and not stored yet. */
  pendingMessages?: number;
  /** A heartbeat in the queue whose storing has not begun. */
  waitingHeartbeat?: WaitingHeartbeat | undefined;
  /** Limits the rate of messages; created with the first message. */
  tokenBucket?: TokenBucket;
  /** Sends a command, as JSON, to the panel. The next reconciliation detects a lost command. */
  send(command: string): void;
  /** Ends the connection. The panel reconnects. */
  close(): void;
  /** Present when another gateway sends this panel's commands: passes on the effect of the panel's message. */
  relay?(effect: Effect): void;
}

/** The live connections of this process. */
export interface Connections {
  add(connection: Connection): void;
  /** Removes this connection. A newer one of the same panel stays. */
  remove(connection: Connection): void;
  byDevice(deviceId: string): Connection | undefined;
  all(): Connection[];
}

export function createConnections(onAdded: (connection: Connection) => void = () => {}): Connections {
  const byDevice = new Map<string, Connection>();
  return {
    add(connection) {
      const older = byDevice.get(connection.deviceId);
      if (older && older.epoch > connection.epoch) return connection.close();
      older?.close();
      byDevice.set(connection.deviceId, connection);
      onAdded(connection);
    },
    remove(connection) {
      if (byDevice.get(connection.deviceId) === connection) byDevice.delete(connection.deviceId);
    },
    byDevice: (deviceId) => byDevice.get(deviceId),
    all: () => [...byDevice.values()],
  };
}
