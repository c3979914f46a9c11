import type pg from 'pg';
import knexConfig from '../../knexfile.ts';
import { quoted } from './catalog.ts';
import type { Manifest } from './manifest.ts';

/** An empty schema, for as long as a restore fills the database: the tables beside it are of that restore. */
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

/** Removes what a restore of such a snapshot left in a database. Schemas of others stay. */
export async function removeHalfRestored(client: pg.Client, { tables }: Manifest): Promise<void> {
  const schemas = [...new Set(tables.map(({ schema }) => quoted(schema)))];
  await client.query('begin');
  await client.query(`drop schema if exists ${schemas.join(', ')} cascade`);
  const { schemaName = 'public', tableName = '' } = knexConfig.migrations;
  for (const name of [tableName, `${tableName}_lock`])
    await client.query(`drop table if exists ${quoted(schemaName, name)}`);
  await client.query('commit');
}
