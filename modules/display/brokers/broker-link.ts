/** A panel that was heard over an external broker, and its connection as far as we can know of one. */
export interface LocatedPanel {
  thingName: string;
  deviceId: string;
  epoch: number;
  /** The one gateway that sends the panel its commands. */
  gatewayId: string;
}

/** Who may log in at an external broker. */
export interface BrokerAccount {
  thingName: string;
  /** As in Mosquitto's password file. */
  entry: string;
}

/**
 * What gateways need that do not hold connections but hear panels over an external broker, which does not say who is
 * connected. A panel counts as connected from the first message that any gateway hears until it says goodbye or
 * has been silent for `ONLINE_WINDOW_SECONDS`. In between one gateway, the first that heard it, sends its commands.
 */
export interface BrokerLink {
  /** The panel with its connection; `gatewayId` begins one where there is none. Null: there is no such panel. */
  locate(thingName: string, gatewayId: string): Promise<LocatedPanel | null>;
  /** Has the gateways that send these panels' commands reconcile them. */
  notifyGateways(deviceIds: string[]): Promise<void>;
  /** Ends a connection if the last that was heard of the panel is its goodbye: `online: false` in its state. */
  goodbye(panel: LocatedPanel): Promise<void>;
  /** Ends the connections of a gateway's panels that have been silent for too long; returns their devices. */
  endSilent(gatewayId: string): Promise<string[]>;
  /** Ends the connections of all of a gateway's panels: it cannot reach them. */
  endAll(gatewayId: string): Promise<void>;
  /**
   * Records which gateway has a session at a broker. Returns the panels of the one that had it before, now this one's.
   */
  takeOverSession(broker: string, slot: number, gatewayId: string): Promise<LocatedPanel[]>;
  /** The slots of all sessions there are at a broker. */
  sessions(broker: string): Promise<number[]>;
  /** A session was ended at the broker. */
  forgetSession(broker: string, slot: number): Promise<void>;
  /** Every panel that may log in, by name. */
  accounts(): Promise<BrokerAccount[]>;
}
