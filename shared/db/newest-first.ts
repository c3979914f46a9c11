/** A position in a list ordered by (createdAt, id). `priority` is present in lists that are ordered by it first. */
export interface Position {
  createdAt: Date;
  id: string;
  priority?: number;
}

/** A query of knex or objection. */
interface Query {
  orderBy(columns: { column: string; order: 'desc' }[]): unknown;
  limit(count: number): unknown;
  whereRaw(condition: string, values: (Date | string)[]): unknown;
}

/** For `modify`: the rows, newest first; at most `limit`, those after a position of the list. */
export function newestFirst(query: Query, after: Position | null = null, limit?: number): void {
  query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
  if (limit !== undefined) query.limit(limit);
  if (after) query.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
}
