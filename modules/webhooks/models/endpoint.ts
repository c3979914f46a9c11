import { Model, snakeCaseMappers } from 'objection';

/** `paused` by its owner; `failing`: a delivery failed for three days with no success; `gone`: the receiver said 410. */
export type OffReason = 'paused' | 'failing' | 'gone';

/** An address to which events of a user are sent. */
export class Endpoint extends Model {
  static override tableName = 'webhooks.endpoints';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare userId: string;
  declare url: string;
  declare events: string[];
  /** Encrypted under the endpoint's id. */
  declare secret: string;
  declare previousSecret: string | null;
  declare previousSecretUntil: Date | null;
  declare offReason: OffReason | null;
  declare offSince: Date | null;
  declare lastSuccessAt: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
