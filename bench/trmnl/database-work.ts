import { setTimeout as pause } from 'node:timers/promises';
import { APP_ROLE } from '../../box/postgres-cluster.ts';
import type { Installation } from '../gateway/installation.ts';
import { connectToBench } from '../gateway/postgres-admin.ts';

/** Postgres publishes the statistics of a session after this time at the latest (PGSTAT_IDLE_INTERVAL). */
const COUNTED_AFTER_MS = 11_000;

/** The database's work per item, including background work in that time. */
export interface DatabaseCounts<Result> {
  /** Statements, including those that begin and end transactions. */
  queries: number;
  transactions: number;
  result: Result;
}

/** Counts Placard's statements in a Postgres that has `pg_stat_statements` loaded. */
export interface DatabaseWork {
  of<Result>(items: number, work: () => Promise<Result>): Promise<DatabaseCounts<Result>>;
  close(): Promise<void>;
}

export async function watchDatabase({ folder }: Installation): Promise<DatabaseWork> {
  // The session is that of the superuser, whose own queries are not counted.
  const server = await connectToBench(folder);
  await server.query('create extension pg_stat_statements');
  const read = async () => {
    await pause(COUNTED_AFTER_MS);
    const { rows } = await server.query(
      `select (select sum(calls) from pg_stat_statements s join pg_roles r on r.oid = s.userid where not r.rolsuper) as queries,
         (select xact_commit + xact_rollback from pg_stat_database where datname = $1) as transactions`,
      [APP_ROLE],
    );
    return { queries: Number(rows[0].queries), transactions: Number(rows[0].transactions) };
  };
  return {
    async of(items, work) {
      const before = await read();
      const result = await work();
      const after = await read();
      return {
        queries: (after.queries - before.queries) / items,
        transactions: (after.transactions - before.transactions) / items,
        result,
      };
    },
    close: () => server.end(),
  };
}
