import { batchWork } from './batch-work.ts';
import type { Db } from './open.ts';
import { type PreparedQuery, readPrepared } from './prepared.ts';

export interface BatchOptions<Row> {
  db: Db;
  /** Its first parameter, $1, is the array of keys. */
  query: PreparedQuery;
  /** The values of $2 and on, asked for when the batch is sent. */
  values?: () => unknown[];
  keyOf: (row: Row) => string;
}

/** All rows with this key; an empty array when there is none. Rows may be shared with other callers: do not change them. */
export type BatchedRead<Row> = (key: string) => Promise<readonly Row[]>;

/**
 * One query for all reads that are asked for in the same turn of the event loop. For reads that are part of every
 * request: the busier the process, the fewer queries a request costs. Each query is sent after it was asked for, so
 * no caller sees anything older than its own call.
 */
export function batchReads<Row>({
  db,
  query,
  values = () => [],
  keyOf,
}: BatchOptions<Row>): BatchedRead<Row> {
  return batchWork({
    maxItems: Number.POSITIVE_INFINITY,
    concurrency: Number.POSITIVE_INFINITY,
    async run(keys: string[]) {
      const found = new Map<string, Row[]>(keys.map((key) => [key, []]));
      for (const row of await readPrepared<Row>(db, query, [[...found.keys()], ...values()])) {
        found.get(keyOf(row))?.push(row);
      }
      return keys.map((key) => found.get(key) ?? []);
    },
  });
}
