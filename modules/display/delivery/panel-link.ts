import type { FrameFormat } from '#shared/picture-formats.ts';
import type { BrokerLink } from '../broker-link.ts';
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
  /** The panel sleeps between its connections and needs the time to wake. */
  sleeps?: boolean;
  /** Null if the panel does not report it. */
  shown: ShownPicture | null;
}

export interface Confirm {
  commandId: string;
  /** Null for a system page. */
  presentationId: string | null;
  sha256: string;
  /** The panel's reason when it could not show the frame. */
  error: string | null;
  /** The failed step, if the panel reports it: fetching the frame, or showing it. */
  cause?: 'fetch' | 'show' | undefined;
}

interface FrameLink {
  /** A signed address of the api process, valid for `SIGNED_URL_SECONDS`. */
  url: string;
  format: FrameFormat;
  sizeBytes: number;
  /** Of the bytes at `url`, lower-case hex. */
  sha256: string;
  /** When `url` expires. */
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
    /** Only sets the wake time. */
    | { kind: 'sleep'; wakeAt: string }
  );

export interface NextCommand {
  /** The command to send now; null if the panel shows the wanted picture, or nothing can be sent yet. */
  command: Command | null;
  /** When to call again even without a change, such as at the end of the dwell time. */
  recheckAt: Date | null;
  /** A newer connection has replaced this one, which must be closed. */
  superseded: boolean;
}

/**
 * The interface for gateways, which hold the connections of panels. Methods that store something resolve once it is stored,
 * and may be repeated. Concurrent calls for many panels are batched, so callers need no batches of their own.
 */
export interface PanelLink {
  /** Returns null for wrong credentials. Pass `credential`, the SHA-256 of the password, to `connected`. */
  authenticate(thingName: string, password: string): Promise<{ deviceId: string; credential: string } | null>;
  /**
   * Registers a connection, which replaces any older one, and returns its epoch. The first connection with a password from
   * a renewed enrolment ends the older password.
   * @throws {AppError} `authentication_failed`: the password has been replaced since it was checked
   */
  connected(deviceId: string, gatewayId: string, credential: string): Promise<number>;
  /** `inOrder`: the panel ended the connection itself, for example to sleep. */
  disconnected(
    deviceId: string,
    gatewayId: string,
    epoch: number,
    how?: { inOrder?: boolean },
  ): Promise<void>;
  /** Call it every ten seconds: a gateway that has not called it for thirty seconds loses its panels. */
  renewPresence(gatewayId: string): Promise<void>;
  /** All connections of a gateway ended. */
  gatewayClosed(gatewayId: string): Promise<void>;
  /**
   * Stores a heartbeat, unless its connection was superseded. Returns whether the panel must be reconciled: if not, it
   * shows the wanted picture.
   */
  heartbeat(deviceId: string, epoch: number, heartbeat: Heartbeat): Promise<boolean>;
  saveState(deviceId: string, epoch: number, state: Record<string, unknown>): Promise<void>;
  /** Returns whether the confirm is for the pending presentation. */
  confirm(deviceId: string, epoch: number, confirm: Confirm): Promise<boolean>;
  /** Returns a command to send at once, or null. A panel with an owner gets the welcome page again. */
  requestClaim(deviceId: string, epoch: number): Promise<Command | null>;
  /** Publishes the next queue entry if allowed, and returns the command that the panel needs. */
  nextCommand(deviceId: string, epoch: number): Promise<NextCommand>;
  /** Adds entries to the logs of panels. */
  log(events: PanelEvent[]): Promise<void>;
  /** For panels on an external broker. */
  broker: BrokerLink;
}
