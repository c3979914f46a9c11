import type { FrameFormat } from '#shared/picture-formats.ts';
import type { BrokerLink } from '../brokers/broker-link.ts';
import type { PanelEvent } from '../panel-log/panel-event.ts';

/** The picture that a panel reports as shown. A system page has no presentation; an empty screen is two nulls. */
export interface ShownPicture {
  presentationId: string | null;
  sha256: string | null;
}

export interface Heartbeat {
  firmware: string;
  /** Percent; null for a panel without a battery. */
  battery: number | null;
  charging: boolean | null;
  rssi: number | null;
  /** The panel sleeps between its connections, and wants to be told until when. */
  sleeps?: boolean;
  /** Absent when the panel did not say. */
  shown: ShownPicture | null;
}

export interface Confirm {
  commandId: string;
  /** Null for a system page. */
  presentationId: string | null;
  sha256: string;
  /** The panel's reason when it could not show the frame. */
  error: string | null;
  /** What failed, when the panel says so: getting the frame, or showing it. */
  cause?: 'fetch' | 'show' | undefined;
}

interface FrameLink {
  /** Signed, of the api itself; good for `SIGNED_URL_SECONDS`. */
  url: string;
  format: FrameFormat;
  sizeBytes: number;
  /** Of the bytes at `url`, lower-case hex. */
  sha256: string;
  /** When `url` stops working. */
  expiresAt: string;
}

interface CommandHead {
  id: string;
  issuedAt: string;
  /** When a panel that sleeps should wake next. */
  wakeAt?: string;
}

export type Command = CommandHead &
  (
    | ({ kind: 'show'; presentationId: string; width: number; height: number } & FrameLink)
    | ({ kind: 'claim_code'; code: string; claimUrl: string } & FrameLink)
    | ({ kind: 'bound'; name: string } & FrameLink)
    | { kind: 'unbound' }
    /** There is nothing else to do. */
    | { kind: 'sleep'; wakeAt: string }
  );

export interface NextCommand {
  /** The command to send now; null when the panel already shows what it should, or nothing can be sent yet. */
  command: Command | null;
  /** When to ask again though nothing happened: the dwell time ends. */
  recheckAt: Date | null;
  /** A newer connection of this panel has taken over: this one must be closed. */
  superseded: boolean;
}

/**
 * The panels' side of the module, for the gateways that hold their connections. Methods that store something resolve
 * once it is stored, and may be repeated. What is asked for about many panels at once is done at once: callers need
 * not gather anything themselves.
 */
export interface PanelLink {
  /** Null for wrong credentials. `credential`, for `connected`, is the SHA-256 of the password. */
  authenticate(thingName: string, password: string): Promise<{ deviceId: string; credential: string } | null>;
  /**
   * Registers a connection, which takes over from any older one, and returns its epoch. The first with a password from a
   * renewed enrolment ends the older password.
   * @throws {AppError} `authentication_failed`: the password has been replaced since it was checked
   */
  connected(deviceId: string, gatewayId: string, credential: string): Promise<number>;
  /** `inOrder`: the panel ended it itself, as one does that goes to sleep. */
  disconnected(
    deviceId: string,
    gatewayId: string,
    epoch: number,
    how?: { inOrder?: boolean },
  ): Promise<void>;
  /** To be called every ten seconds: a gateway that has not called it for thirty has lost its panels. */
  renewPresence(gatewayId: string): Promise<void>;
  /** All connections of a gateway ended. */
  gatewayClosed(gatewayId: string): Promise<void>;
  /**
   * A heartbeat of a superseded connection changes nothing. Returns whether the panel has to be reconciled: with false
   * it shows what it should.
   */
  heartbeat(deviceId: string, epoch: number, heartbeat: Heartbeat): Promise<boolean>;
  saveState(deviceId: string, epoch: number, state: Record<string, unknown>): Promise<void>;
  /** Returns whether the pending presentation is the shown one now. */
  confirm(deviceId: string, epoch: number, confirm: Confirm): Promise<boolean>;
  /** A command to send at once, if there is one: the welcome page again for a panel that has an owner. */
  requestClaim(deviceId: string, epoch: number): Promise<Command | null>;
  /** Publishes the next queue entry if that is allowed, and returns the command that the panel needs. */
  nextCommand(deviceId: string, epoch: number): Promise<NextCommand>;
  /** Adds to the logs of panels what only the holder of their connections sees. */
  log(events: PanelEvent[]): Promise<void>;
  /** For panels that are heard over an external broker. */
  broker: BrokerLink;
}
