import { Model, snakeCaseMappers } from 'objection';

/** `paused` by its owner; `failing`: a delivery failed for three days with no success; `gone`: the receiver said 410. */
export type OffReason = 'paused' | 'failing' | 'gone';

/** A secret that signs beside the present one until a time after RFC 3339. */
export interface PreviousSecret {
  /** Encrypted under the endpoint's id. */
  secret: string;
  until: string;
}

/** An address to which events of a user are sent. */
export class Endpoint extends Model {
  static override tableName = 'webhooks.endpoints';
  static override jsonAttributes = ['previousSecrets'];
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare userId: string;
  declare url: string;
  declare events: string[];
  /** Encrypted under the endpoint's id. */
  declare secret: string;
  /** Secrets that were replaced, the newest first. */
  declare previousSecrets: PreviousSecret[];
  declare offReason: OffReason | null;
  declare offSince: Date | null;
  declare lastSuccessAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
