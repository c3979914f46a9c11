import { Row } from '#shared/db/row.ts';

/**
 * `paused` by its owner; `failing`: a delivery failed for three days without any success; `gone`: the receiver returned
 * 410.
 */
export type OffReason = 'paused' | 'failing' | 'gone';

/** A replaced secret that still signs until a time (RFC 3339). */
export interface PreviousSecret {
  /** Encrypted under the endpoint's id. */
  secret: string;
  until: string;
}

/** An address that receives events of a user. */
export class Endpoint extends Row {
  static override tableName = 'webhooks.endpoints';
  static override jsonAttributes = ['previousSecrets'];

  declare id: string;
  declare userId: string;
  declare url: string;
  declare events: string[];
  /** Encrypted under the endpoint's id. */
  declare secret: string;
  /** Replaced secrets, newest first. */
  declare previousSecrets: PreviousSecret[];
  declare offReason: OffReason | null;
  declare offSince: Date | null;
  declare lastSuccessAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
