import { Row } from '#shared/db/row.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import type { Tone } from '../ports.ts';
import type { QuietWindow } from '../quiet-hours/quiet-until.ts';

export type QueuePolicy = 'all' | 'latest';
/** The protocol of a panel: MQTT, or polling over HTTP by TRMNL's firmware or a browser. */
export type Protocol = 'mqtt' | 'trmnl' | 'browser';
export const buttonActions = ['advance', 'back'] as const;
export type ButtonAction = (typeof buttonActions)[number];
/** The reasons for the time of a wake. */
export const wakeReasons = ['quiet_hours_end', 'queue_due', 'dwell_ends', 'recent_push', 'habit'] as const;
export type WakeReason = (typeof wakeReasons)[number];

/** A panel. Owned while `userId`, `bindingId` and `boundAt` are set (all three or none). */
export class Device extends Row {
  static override tableName = 'display.devices';
  static override jsonAttributes = ['state', 'quietHours'];

  declare id: string;
  declare hardwareId: string;
  declare thingName: string;
  declare secretHash: string;
  /** The newer password of a panel with an owner that has enrolled again and not used it yet. */
  declare nextSecretHash: string | null;
  declare nextIssuedAt: Date | null;
  /**
   * The entries of `secretHash` and `nextSecretHash` in an external broker's password file; null until the panel enrols
   * with a version that supports brokers.
   */
  declare brokerEntry: string | null;
  declare nextBrokerEntry: string | null;
  /** The MQTT address that the panel got at its last enrolment; null for other protocols and older versions. */
  declare toldMqttUrl: string | null;
  declare model: string | null;
  declare firmware: string | null;
  declare format: FrameFormat;
  declare protocol: Protocol;
  /** Minimum interval of a polling panel; null: the usual one of its kind. */
  declare pollSeconds: number | null;
  /** The action of a polling panel's button. */
  declare button: ButtonAction | null;
  declare width: number;
  declare height: number;
  declare enrollmentOpenUntil: Date | null;
  declare userId: string | null;
  declare bindingId: string | null;
  declare boundAt: Date | null;
  declare nickname: string | null;
  declare tags: string[];
  declare queuePolicy: QueuePolicy;
  /** IANA name; null: its owner's. */
  declare timeZone: string | null;
  declare quietHours: QuietWindow[];
  /** The dwell time; null: that of the installation. */
  declare dwellSeconds: number | null;
  declare toneExponent: number;
  declare tone: Tone;
  declare batteryPercent: number | null;
  declare charging: boolean | null;
  declare rssi: number | null;
  /** On MQTT: whether it sleeps between its connections, the time to wake that it got, and the reason for that time. */
  declare sleeps: boolean;
  declare wakeAt: Date | null;
  declare wakeReason: WakeReason | null;
  declare lastSeenAt: Date | null;
  declare state: Record<string, unknown> | null;
  declare stateUpdatedAt: Date | null;
  /** When the panel last ended a connection itself, with MQTT's DISCONNECT; null: never. */
  declare leftAt: Date | null;
  /**
   * The last one that the panel confirmed. Its row may have been deleted with its content: the screen keeps the picture.
   */
  declare currentPresentationId: string | null;
  declare currentSince: Date | null;
  /** When the current one expires; null: never. */
  declare currentExpiresAt: Date | null;
  declare pendingPresentationId: string | null;
  declare pendingSince: Date | null;
  /** The pending one goes out in quiet hours too. */
  declare pendingAtOnce: boolean;
  declare reportedPresentationId: string | null;
  declare reportedSha256: string | null;
  /** The connection in which the panel last reported its picture. */
  declare reportedEpoch: number | null;
  /** The panel still needs the command `unbound`. */
  declare unboundNotice: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A device that has an owner. */
export type OwnedDevice = Device & { userId: string; bindingId: string };

export function isOwned(device: Device): device is OwnedDevice {
  return device.userId !== null && device.bindingId !== null;
}
