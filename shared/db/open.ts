import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';

export type Db = Knex;
export type Trx = Knex.Transaction;
/** Whatever a query can run on: the pool, or the caller's transaction. */
export type Queryable = Db | Trx;

// bigint and numeric columns hold counts and sizes far below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How long one statement, one lock wait, and an abandoned transaction may take before Postgres ends them. */
const SESSION_LIMITS =
  '-c statement_timeout=30000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000';

export function connectionConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    options: SESSION_LIMITS,
    keepAlive: true,
  };
}

/** A pool of at most `max` connections. It connects on first use and heals by itself after an outage. */
export function openDb(url: string, applicationName: string, max: number): Db {
  return knex.knex({
    client: 'pg',
    connection: connectionConfig(url, applicationName) as Knex.PgConnectionConfig,
    pool: { min: 0, max, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 10_000,
    asyncStackTraces: false,
  });
}

/** Postgres' SQLSTATE for a violated unique constraint, with the constraint's name. */
export function uniqueViolation(error: unknown): string | null {
  const failure = error as { code?: string; constraint?: string } | null;
  return failure?.code === '23505' ? (failure.constraint ?? '') : null;
}
