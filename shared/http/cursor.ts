import { z } from 'zod';
import type { Position } from '../db/newest-first.ts';
import { invalidRequest } from '../errors.ts';
import type { Keys } from '../keys.ts';
import { queryNumber } from './query-number.ts';

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

export const pageQuery = z.object({
  cursor: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page, unmodified.' }),
  limit: queryNumber(1, 50)
    .default(20)
    .meta({ override: { default: 20 }, description: 'Items per page.' }),
});

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), hasMore: z.boolean() });
}

/**
 * Opaque, authenticated cursors. `list` identifies the list, its owner and its filters: a cursor is valid for that list
 * only.
 */
export interface Cursors {
  /** @throws {AppError} `400 invalid_request` when the cursor was altered or belongs to another list */
  open(cursor: string | undefined, list: unknown): Position | null;
  /** The page of rows that were selected with `limit + 1`. */
  page<Row extends Position, T>(rows: Row[], limit: number, list: unknown, present: (row: Row) => T): Page<T>;
}

export function createCursors(keys: Keys): Cursors {
  const signature = (payload: string, list: unknown) =>
    keys.sign('cursor', `${JSON.stringify(list)}\n${payload}`).slice(0, 22);
  return {
    open(cursor, list) {
      if (cursor === undefined) return null;
      const [payload = '', mac = '', ...rest] = cursor.split('.');
      if (rest.length > 0 || mac !== signature(payload, list)) {
        throw invalidRequest('The cursor is not valid for this list.', [
          { path: 'cursor', message: 'is not a cursor of this list.' },
        ]);
      }
      const [createdAt, id, priority] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        number,
        string,
        number?,
      ];
      return { createdAt: new Date(createdAt), id, priority };
    },
    page(rows, limit, list, present) {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const position =
        last && [last.createdAt.getTime(), last.id, last.priority].filter((part) => part !== undefined);
      const payload = position && Buffer.from(JSON.stringify(position)).toString('base64url');
      return {
        items: shown.map(present),
        nextCursor: payload ? `${payload}.${signature(payload, list)}` : null,
        hasMore: payload !== undefined,
      };
    },
  };
}
