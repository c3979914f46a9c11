import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openDb } from '#shared/db/open.ts';
import { installQueues } from '#shared/jobs/install.ts';
import { knownMigrations, migrateTo } from '#shared/migrate.ts';
import { StartError } from '#shared/process.ts';
import { IN_OWN_SCHEMA, listTables, queueVersion, quoteIdentifiers } from './catalog.ts';
import type { Manifest, TableFile } from './manifest.ts';
import { withClient } from './with-client.ts';

/** Installing the queue writes the one row of this table. */
const isQueueVersion = ({ schema, name }: { schema: string; name: string }) =>
  schema === 'pgboss' && name === 'version';

/** @throws {StartError} when the snapshot has migrations that this program does not know */
export async function checkVersion(manifest: Manifest): Promise<void> {
  const known = await knownMigrations();
  const unknown = manifest.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartError(
      `The backup was taken by a newer Placard (${manifest.version}, with ${unknown}): update this one first.`,
    );
}

/**
 * Fills an empty database with a snapshot: schemas as they were when it was taken, then all rows in one transaction.
 * @throws {StartError} when the database is not empty or cannot hold the snapshot
 */
export async function loadDatabase(url: string, folder: string, manifest: Manifest): Promise<void> {
  await withClient(url, async (client) => {
    await checkEmpty(client);
    const db = openDb(url, 'placard-restore', 2);
    await migrateTo(db, manifest.migrations).finally(() => db.destroy());
    await installQueues(url);
    await client.query('begin');
    await loadRows(client, folder, manifest);
    await client.query('commit');
    await client.query('analyze');
  });
}

/** @throws {StartError} when there is any table in it */
export async function checkEmpty(client: pg.Client): Promise<void> {
  const [table] = await listTables(client);
  if (table)
    throw new StartError(
      `The database is not empty (it has the table ${table.schema}.${table.name}): a backup is only restored into an empty one.`,
    );
}

async function loadRows(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const tables = manifest.tables.filter((table) => !isQueueVersion(table));
  await checkColumns(client, manifest);
  const constraints = await dropForeignKeys(client);
  const names = tables.map(({ schema, name }) => quoteIdentifiers(schema, name));
  await client.query(`truncate ${names.join(', ')}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const table of tables) await loadTable(client, folder, table);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${quoteIdentifiers(name)} ${definition}`);
  for (const { schema, name, value } of manifest.sequences)
    await client.query('select setval($1, $2)', [quoteIdentifiers(schema, name), value]);
}

async function loadTable(client: pg.Client, folder: string, table: TableFile): Promise<void> {
  const columns = table.columns.map((column) => quoteIdentifiers(column)).join(', ');
  const target = client.query(
    copyFrom(`copy ${quoteIdentifiers(table.schema, table.name)} (${columns}) from stdin`),
  );
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), target);
  if (target.rowCount !== table.rows)
    throw new StartError(`${table.schema}.${table.name} got ${target.rowCount} of its ${table.rows} rows.`);
}

/**
 * pg-boss owns the queue's schema and cannot return to an earlier version of it.
 * @throws {StartError} when the snapshot has a column that this version lacks
 */
async function checkColumns(client: pg.Client, manifest: Manifest): Promise<void> {
  const columnTypes = new Map(
    (await listTables(client)).map(({ schema, name, columns }) => [`${schema}.${name}`, new Set(columns)]),
  );
  for (const { schema, name, columns } of manifest.tables) {
    const known = columnTypes.get(`${schema}.${name}`);
    const lost = columns.find((column) => !known?.has(column));
    if (lost === undefined) continue;
    const versions = `${manifest.queueVersion} there, ${await queueVersion(client)} here`;
    throw new StartError(
      `This version has no ${schema}.${name}.${lost} (schema of the queue: ${versions}): restore with Placard ${manifest.version}, then update.`,
    );
  }
}

/** Tables are loaded in the order of their names: foreign keys are added again, and so checked, after all rows. */
async function dropForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
    where contype = 'f' and conparentid = 0 and ${IN_OWN_SCHEMA}`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoteIdentifiers(name)}`);
  return rows;
}
