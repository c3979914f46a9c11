import { Row } from '#shared/db/row.ts';

/** A user's time zone, language and daily run. */
export class UserSettings extends Row {
  static override tableName = 'library.settings';
  static override idColumn = 'user_id';

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
