import type { TokenBucket } from '#shared/token-bucket.ts';
import type { Effect, WaitingHeartbeat } from './message-store.ts';

/** One authenticated connection of a panel, over whatever carries it. */
export interface Connection {
  thingName: string;
  deviceId: string;
  /** Of all connections of a panel, the one with the highest epoch is the live one. */
  epoch: number;
  /** The granted QoS once the panel has subscribed to its commands. */
  commandQos: 0 | 1 | null;
  /** Settles when every message so far has been dealt with: messages of one panel are handled in order. */
  inbox: Promise<void>;
  closed: boolean;
  /** Messages that wait to be stored. */
  pendingMessages?: number;
  /** A heartbeat in the inbox that is not being stored yet. */
  waitingHeartbeat?: WaitingHeartbeat | undefined;
  /** What the panel may still send at once; made with its first message. */
  tokenBucket?: TokenBucket;
  /** Writes a command, a JSON text, to the panel; one that is lost is found out by the next comparison. */
  send(command: string): void;
  /** Ends the connection; the panel comes back by itself. */
  close(): void;
  /** Another gateway sends this panel's commands: tells it what the panel's message leads to. */
  relay?(effect: Effect): void;
}

/** The live connections of this process. */
export interface Connections {
  add(connection: Connection): void;
  /** Forgets this very connection; a newer one of the same panel stays. */
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
