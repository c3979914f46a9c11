import { Model, snakeCaseMappers } from 'objection';

/** A user's time zone, language and daily run. */
export class UserSettings extends Model {
  static override tableName = 'library.settings';
  static override idColumn = 'user_id';
  static override columnNameMappers = snakeCaseMappers();

  declare userId: string;
  /** IANA name. */
  declare timeZone: string;
  /** BCP 47; null: pages use the language of their material, or English. */
  declare language: string | null;
  declare scheduleEnabled: boolean;
  /** `HH:MM` in that time zone. */
  declare scheduleAt: string;
  declare scheduleIntent: string | null;
  /** Null while off. */
  declare nextRunAt: Date | null;
  declare updatedAt: Date;
}
