import type { LocatedPanel } from '#modules/display';
import type { Connection, Connections } from '../connection.ts';
import type { Counters } from '../counters.ts';
import { commandTopic } from '../topics.ts';

export interface PanelConnectionsDeps {
  gatewayId: string;
  connections: Connections;
  counters: Counters;
  publish(topic: string, payload: string): void;
  /** Another gateway has to look at a panel. */
  notifyGateway(deviceId: string): void;
  onClosed(connection: Connection): void;
}

/**
 * The connection of a panel that was heard, as this process has it: its own, over which it sends commands and which is
 * registered with the others, or one for this message alone when another gateway sends the panel's commands.
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
      inbox: Promise.resolve(),
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
