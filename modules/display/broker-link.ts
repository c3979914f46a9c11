/** A panel that sent a message over an external broker, and its presumed connection. */
export interface LocatedPanel {
  thingName: string;
  deviceId: string;
  epoch: number;
  /** The one gateway that sends the panel its commands. */
  gatewayId: string;
}

/** An account at an external broker. */
export interface BrokerAccount {
  thingName: string;
  /** The entry in Mosquitto's password file. */
  entry: string;
}

/**
 * For gateways that receive messages of panels over an external broker, which does not report who is connected. A panel
 * counts as connected from its first message until it announces its disconnect or is silent for `ONLINE_WINDOW_SECONDS`.
 * Meanwhile the gateway that received the first message sends its commands.
 */
export interface BrokerLink {
  /** Returns the panel with its connection, and begins one for `gatewayId` if there is none. Null if the panel does not exist. */
  locate(thingName: string, gatewayId: string): Promise<LocatedPanel | null>;
  /** Makes the gateways that send these panels' commands reconcile them. */
  notifyGateways(deviceIds: string[]): Promise<void>;
  /** Ends a connection if the panel's last message announced its disconnect: `online: false` in its state. */
  endIfDisconnectAnnounced(panel: LocatedPanel): Promise<void>;
  /** Ends the connections of a gateway's panels that have been silent for too long; returns their device ids. */
  endSilent(gatewayId: string): Promise<string[]>;
  /** Ends the connections of all panels of a gateway that cannot reach the broker. */
  endAll(gatewayId: string): Promise<void>;
  /**
   * Records which gateway has a session at a broker. Returns the panels of the gateway that had it before, which are now this
   * gateway's.
   */
  takeOverSession(broker: string, slot: number, gatewayId: string): Promise<LocatedPanel[]>;
  /** The slots of all sessions at a broker. */
  sessions(broker: string): Promise<number[]>;
  /** A session was ended at the broker. */
  forgetSession(broker: string, slot: number): Promise<void>;
  /** Every panel that may log in, by name. */
  accounts(): Promise<BrokerAccount[]>;
}
