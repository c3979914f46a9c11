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

interface Waiting<Row> {
  rows: Row[];
  promise: Promise<readonly Row[]>;
  resolve: (rows: readonly Row[]) => void;
  reject: (error: unknown) => void;
}

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
  let batch = new Map<string, Waiting<Row>>();

  async function send(): Promise<void> {
    const asked = batch;
    batch = new Map();
    try {
      for (const row of await readPrepared<Row>(db, query, [[...asked.keys()], ...values()])) {
        asked.get(keyOf(row))?.rows.push(row);
      }
      for (const { resolve, rows } of asked.values()) resolve(rows);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  return (key) => {
    let waiting = batch.get(key);
    if (!waiting) {
      waiting = { rows: [], ...Promise.withResolvers<readonly Row[]>() };
      if (batch.size === 0) setImmediate(send);
      batch.set(key, waiting);
    }
    return waiting.promise;
  };
}
