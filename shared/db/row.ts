import { Model, snakeCaseMappers } from 'objection';

/** A row of a table, with columns in snake case and properties in camel case. */
export class Row extends Model {
  static override columnNameMappers = snakeCaseMappers();
}
