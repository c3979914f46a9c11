import type { AnyQueryBuilder } from 'objection';
import type { Position } from '../http/cursor.ts';

/** For `modify`: the newest `limit` rows, those after a position of the list where there is one. */
export function newestFirst(query: AnyQueryBuilder, after: Position | null, limit: number): void {
  void query
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  if (after) void query.whereRaw('(created_at, id) < (?, ?)', [after.createdAt, after.id]);
}
