import { Row } from '#shared/db/row.ts';
import type { Quota } from '../billing.ts';

/** Units of a user that are reserved or used up in a window. Always the sum of the movements of that window. */
export class Counter extends Row {
  static override tableName = 'billing.counters';
  static override idColumn = ['user_id', 'quota', 'window_start'];

  declare userId: string;
  declare quota: Quota;
  declare windowStart: Date;
  declare used: number;
}
