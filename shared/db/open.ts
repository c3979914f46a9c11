import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { connectionConfig } from './connection.ts';

export type Db = Knex;
export type Trx = Knex.Transaction;
/** What a query can run on: the pool, or the caller's transaction. */
export type Queryable = Db | Trx;

// bigint and numeric columns hold counts and sizes far below 2^53: numbers, not strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * For processes whose statements find a few rows by their keys: each connection plans a prepared statement once.
 * By default Postgres plans statements with array parameters anew for each execution, which takes five times as long as the execution.
 */
const REUSED_PLANS = '-c plan_cache_mode=force_generic_plan';

export interface DbOptions {
  /** Plan each prepared statement once, regardless of its values. Not for lists and searches. */
  reusePlans?: boolean;
}

/** Errors reach the caller. Knex would print them to the console as well. */
const SILENT = { error() {}, warn() {}, deprecate() {}, debug() {} };

/** A pool of at most `max` connections. It connects on first use and reconnects after an outage. */
export function openDb(
  url: string,
  applicationName: string,
  max: number,
  { reusePlans = false }: DbOptions = {},
): Db {
  const config = connectionConfig(url, applicationName);
  const options = reusePlans ? `${config.options} ${REUSED_PLANS}` : config.options;
  return knex.knex({
    client: 'pg',
    connection: { ...config, options } as Knex.PgConnectionConfig,
    pool: { min: 0, max, idleTimeoutMillis: 30_000 },
    acquireConnectionTimeout: 10_000,
    asyncStackTraces: false,
    log: SILENT,
  });
}

/** A pool without a database: every query is rejected. */
export function openAbsentDb(): Db {
  const connection = () => Promise.reject(new Error('The database could not be opened.'));
  return knex.knex({ client: 'pg', connection, pool: { min: 0, max: 1 }, log: SILENT });
}

interface PostgresFailure {
  /** SQLSTATE, Postgres manual, appendix A. */
  code?: string;
  constraint?: string;
}

/** The error of Postgres, also when Objection wrapped it. */
export function postgresFailure(error: unknown): PostgresFailure {
  const failure = error as ({ nativeError?: PostgresFailure } & PostgresFailure) | null;
  return failure?.nativeError ?? failure ?? {};
}

/** Whether the values caused the error, so that a retry would fail again (SQLSTATE classes 22 and 23). */
export function isUnstorable(error: unknown): boolean {
  return /^2[23]/.test(postgresFailure(error).code ?? '');
}

/** The name of the violated unique constraint, or null for other errors. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint = '' } = postgresFailure(error);
  return code === '23505' ? constraint : null;
}

/** Whether a row was refused because its user does not exist: the account was deleted during the request. */
export function userWasDeleted(error: unknown): boolean {
  const { code, constraint = '' } = postgresFailure(error);
  return code === '23503' && constraint.endsWith('_user_id_fkey');
}
