import type pg from 'pg';
import knexConfig from '../../knexfile.ts';
import { listTables, quoteIdentifiers } from './catalog.ts';

/** An empty schema that exists while a restore fills the database: the tables beside it belong to that restore. */
const MARKER = 'placard_half_restored';

export async function markHalfRestored(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists ${MARKER}`);
}

export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [MARKER]);
  return rowCount === 1;
}

export async function unmarkHalfRestored(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${MARKER}`);
}

/** Removes what a restore left in a marked database: every schema with a table, because the database was empty before. */
export async function removeHalfRestored(client: pg.Client): Promise<void> {
  const schemas = new Set((await listTables(client)).map(({ schema }) => quoteIdentifiers(schema)));
  const { schemaName = 'public', tableName = '' } = knexConfig.migrations;
  await client.query('begin');
  if (schemas.size > 0) await client.query(`drop schema ${[...schemas].join(', ')} cascade`);
  for (const name of [tableName, `${tableName}_lock`])
    await client.query(`drop table if exists ${quoteIdentifiers(schemaName, name)}`);
  await client.query('commit');
}
