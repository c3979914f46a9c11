import type { Position } from '../http/cursor.ts';

/** A query of knex or objection. */
interface Query {
  orderBy(columns: { column: string; order: 'desc' }[]): unknown;
  limit(count: number): unknown;
  whereRaw(condition: string, values: (Date | string)[]): unknown;
}

/** For `modify`: the newest `limit` rows, those after a position of the list where there is one. */
export function newestFirst(query: Query, after: Position | null, limit: number): void {
  query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
  query.limit(limit);
  if (after) query.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
}
