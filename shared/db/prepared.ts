import type { Queryable } from './open.ts';

/** A statement that each connection parses and plans once. `text` numbers its parameters: $1, $2. */
export interface PreparedQuery {
  /** Unique among all prepared statements. */
  name: string;
  text: string;
}

interface PoolClient {
  query(config: PreparedQuery & { values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Runs a prepared statement on a connection of the pool, or in the caller's transaction. For the few reads that are part
 * of every request: it avoids the work of the query builder and the parser.
 */
export async function readPrepared<Row>(
  queryable: Queryable,
  query: PreparedQuery,
  values: unknown[],
): Promise<Row[]> {
  // The client of a transaction always returns its one connection, and releasing does nothing there.
  const { client } = queryable;
  const connection: PoolClient = await client.acquireConnection();
  try {
    const { rows } = await connection.query({ ...query, values });
    return rows as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
