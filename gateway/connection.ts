import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** One authenticated connection of a panel. */
export interface Connection {
  thingName: string;
  deviceId: string;
  /** Of all connections of a panel, the one with the highest epoch is the live one. */
  epoch: number;
  client: Client;
  socket: Socket;
  /** The granted QoS once the panel has subscribed to its commands. */
  commandQos: 0 | 1 | null;
  /** Settles when every message so far has been dealt with: messages of one panel are handled in order. */
  inbox: Promise<void>;
  closed: boolean;
}

/** The live connections of this process. */
export interface Connections {
  add(connection: Connection): void;
  /** Forgets this very connection; a newer one of the same panel stays. */
  remove(connection: Connection): void;
  of(client: Client | null): Connection | undefined;
  byDevice(deviceId: string): Connection | undefined;
  all(): Connection[];
}

export function createConnections(): Connections {
  const byClient = new WeakMap<Client, Connection>();
  const byDevice = new Map<string, Connection>();
  return {
    add(connection) {
      const older = byDevice.get(connection.deviceId);
      if (older && older.epoch > connection.epoch) return void connection.socket.destroy();
      older?.socket.destroy();
      byClient.set(connection.client, connection);
      byDevice.set(connection.deviceId, connection);
    },
    remove(connection) {
      if (byDevice.get(connection.deviceId) === connection) byDevice.delete(connection.deviceId);
    },
    of: (client) => (client ? byClient.get(client) : undefined),
    byDevice: (deviceId) => byDevice.get(deviceId),
    all: () => [...byDevice.values()],
  };
}
