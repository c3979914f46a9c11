import { batchWork } from './batch-work.ts';
import type { Db } from './open.ts';
import { type PreparedQuery, readPrepared } from './prepared.ts';

export interface BatchOptions<Row> {
  db: Db;
  /** Its parameter $1 is the array of keys. */
  query: PreparedQuery;
  /** The values of $2 and further parameters, read when the batch is sent. */
  values?: () => unknown[];
  keyOf: (row: Row) => string;
}

/** Returns all rows with this key. Rows may be shared with other callers: do not change them. */
export type BatchedRead<Row> = (key: string) => Promise<readonly Row[]>;

/**
 * Combines all reads of one turn of the event loop into one query. For reads that are part of every request: the busier
 * the process, the fewer queries a request costs. The query is sent after the read was requested, so a caller never sees
 * data older than its call.
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
