import type { Db } from './open.ts';

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
 * Runs a prepared statement on a connection of the pool. For the few reads that are part of every request: it does
 * without the building and parsing that the query builder does each time.
 */
export async function readPrepared<Row>(db: Db, query: PreparedQuery, values: unknown[]): Promise<Row[]> {
  const connection: PoolClient = await db.client.acquireConnection();
  try {
    const { rows } = await connection.query({ ...query, values });
    return rows as Row[];
  } finally {
    await db.client.releaseConnection(connection);
  }
}
