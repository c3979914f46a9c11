import { Model, snakeCaseMappers } from 'objection';
import type { Quota } from '../billing.ts';

/** Units of a user that are reserved or used up in a window. Always the sum of the movements of that window. */
export class Counter extends Model {
  static override tableName = 'billing.counters';
  static override idColumn = ['user_id', 'quota', 'window_start'];
  static override columnNameMappers = snakeCaseMappers();

  declare userId: string;
  declare quota: Quota;
  declare windowStart: Date;
  declare used: number;
}
