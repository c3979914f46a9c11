import type { LocatedPanel } from '#modules/display';
import { SerialQueue } from '#shared/serial-queue.ts';
import type { Connection, Connections } from '../connection.ts';
import type { Counters } from '../counters.ts';
import { commandTopic } from '../topics.ts';

export interface PanelConnectionsDeps {
  gatewayId: string;
  connections: Connections;
  counters: Counters;
  publish(topic: string, payload: string): void;
  /** Another gateway must reconcile a panel. */
  notifyGateway(deviceId: string): void;
  onClosed(connection: Connection): void;
}

/**
 * Returns a function that finds the connection of a panel whose message arrived. If this gateway sends the panel's
 * commands, the connection is registered and is kept. If another gateway does, it serves this message only.
 */
export function createPanelConnections(deps: PanelConnectionsDeps): (panel: LocatedPanel) => Connection {
  const { gatewayId, connections, counters } = deps;

  function ownConnection(panel: LocatedPanel): Connection {
    const connection: Connection = {
      ...connectionFields(panel),
      close() {
        if (connection.closed) return;
        connection.closed = true;
        connections.remove(connection);
        counters.connections.dec();
        deps.onClosed(connection);
      },
    };
    counters.connections.inc();
    connections.add(connection);
    return connection;
  }

  function relayConnection(panel: LocatedPanel): Connection {
    const connection: Connection = {
      ...connectionFields(panel),
      close() {},
      relay({ command, reconcile }) {
        if (command) connection.send(JSON.stringify(command));
        if (reconcile) deps.notifyGateway(panel.deviceId);
      },
    };
    return connection;
  }

  function connectionFields({ thingName, deviceId, epoch }: LocatedPanel) {
    const topic = commandTopic(thingName);
    return {
      thingName,
      deviceId,
      epoch,
      commandQos: 1 as const,
      queue: new SerialQueue(),
      closed: false,
      send: (command: string) => deps.publish(topic, command),
    };
  }

  return (panel) => {
    if (panel.gatewayId !== gatewayId) return relayConnection(panel);
    const known = connections.byDevice(panel.deviceId);
    return known?.epoch === panel.epoch ? known : ownConnection(panel);
  };
}
