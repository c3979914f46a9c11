import { Model, snakeCaseMappers } from 'objection';
import type { FrameFormat } from '#shared/picture-formats.ts';
import type { Tone } from '../ports.ts';
import type { QuietWindow } from '../quiet-hours/quiet-until.ts';
import type { WakeReason } from '../waking/plan-wake.ts';

export type QueuePolicy = 'all' | 'latest';
/** How a panel is reached: over MQTT, or by its own requests, as TRMNL's firmware or a browser makes them. */
export type Protocol = 'mqtt' | 'trmnl' | 'browser';
export const buttonActions = ['advance', 'back'] as const;
export type ButtonAction = (typeof buttonActions)[number];

/** A panel. Owned while `userId`, `bindingId` and `boundAt` are set (all three or none). */
export class Device extends Model {
  static override tableName = 'display.devices';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['state', 'quietHours'];

  declare id: string;
  declare hardwareId: string;
  declare thingName: string;
  declare secretHash: string;
  /** Of a panel with an owner that has enrolled again and not used its newer password yet. */
  declare nextSecretHash: string | null;
  declare nextIssuedAt: Date | null;
  /**
   * What an external broker's password file says of `secretHash` and `nextSecretHash`; null until the panel enrols
   * with a version that knows of brokers.
   */
  declare brokerEntry: string | null;
  declare nextBrokerEntry: string | null;
  /** The address for MQTT that it was told when it enrolled last; null for other protocols and older versions. */
  declare toldMqttUrl: string | null;
  declare model: string | null;
  declare firmware: string | null;
  declare format: FrameFormat;
  declare protocol: Protocol;
  /** How often a polling panel comes at most; null: as is usual for its kind. */
  declare pollSeconds: number | null;
  /** What the button of a polling panel does. */
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
  /** How long a picture stays before the queue may replace it; null: as the installation says. */
  declare dwellSeconds: number | null;
  declare toneExponent: number;
  declare tone: Tone;
  declare batteryPercent: number | null;
  declare charging: boolean | null;
  declare rssi: number | null;
  /** On MQTT: it sleeps between its connections, and was told to wake then, for that reason. */
  declare sleeps: boolean;
  declare wakeAt: Date | null;
  declare wakeReason: WakeReason | null;
  declare lastSeenAt: Date | null;
  declare state: Record<string, unknown> | null;
  declare stateUpdatedAt: Date | null;
  /** When it last ended a connection itself, with MQTT's DISCONNECT; null: never. */
  declare leftAt: Date | null;
  /**
   * The last one the panel confirmed. Its row may be gone when its content was deleted: the screen keeps the picture.
   */
  declare currentPresentationId: string | null;
  declare currentSince: Date | null;
  /** When the current one goes out of date; null: never. */
  declare currentExpiresAt: Date | null;
  declare pendingPresentationId: string | null;
  declare pendingSince: Date | null;
  /** The pending one goes out in quiet hours too. */
  declare pendingAtOnce: boolean;
  declare reportedPresentationId: string | null;
  declare reportedSha256: string | null;
  /** The connection in which the panel last reported its picture. */
  declare reportedEpoch: number | null;
  /** The panel still needs the command that says that it lost its owner. */
  declare unboundNotice: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** A device that has an owner. */
export type OwnedDevice = Device & { userId: string; bindingId: string };

export function isOwned(device: Device): device is OwnedDevice {
  return device.userId !== null && device.bindingId !== null;
}
