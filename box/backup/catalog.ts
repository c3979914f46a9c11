import type pg from 'pg';

export interface Table {
  schema: string;
  name: string;
  columns: string[];
  /** Its rows lie in partitions. */
  partitioned: boolean;
}

/** The condition for a table of Placard. The migrations keep their own state in `public`. */
export const IN_OWN_SCHEMA = `nspname not in ('public', 'information_schema') and nspname !~ '^pg_'`;

/** Every table with rows of its own, without the columns that Postgres computes. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select nspname as schema, relname as name, relkind = 'p' as partitioned,
      array_agg(attname::text order by attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind in ('r', 'p') and not relispartition and ${IN_OWN_SCHEMA}
    group by nspname, relname, relkind order by nspname, relname`);
  return rows;
}

/** Every sequence that was used, and its last value. */
export async function listSequences(
  client: pg.Client,
): Promise<{ schema: string; name: string; value: number }[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(`
    select schemaname as schema, sequencename as name, last_value as value
    from pg_sequences join pg_namespace on nspname = schemaname
    where last_value is not null and ${IN_OWN_SCHEMA} order by schemaname, sequencename`);
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select name from public.placard_migrations order by id');
  return rows.map(({ name }) => name);
}

export async function queueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select version from pgboss.version');
  return Number(rows[0]?.version);
}

/** Quotes identifiers for SQL, and joins them with dots. */
export function quoteIdentifiers(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
