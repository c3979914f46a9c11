import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listTables, quoteIdentifiers, type Table } from './catalog.ts';
import { type KeyCollector, KeyScanner } from './key-scanner.ts';
import type { TableFile } from './manifest.ts';
import { writeStoredFile } from './stored-files.ts';

/** Favours speed, because rows take little room beside the objects. */
const COMPRESSION = { level: 1, chunkSize: 2 ** 16 };

/**
 * Writes each table, as the client's transaction sees it, to a file of its own in Postgres' text format, which every
 * later version reads. Adds the keys of objects that rows name to `keys`.
 */
export async function dumpTables(
  client: pg.Client,
  folder: string,
  keys: KeyCollector,
): Promise<TableFile[]> {
  const files: Promise<TableFile>[] = [];
  const failed = Promise.withResolvers<never>();
  try {
    for (const table of await listTables(client)) {
      const isFree = once(client, 'drain');
      const file = dumpTable(client, table, folder, keys);
      file.catch(failed.reject);
      files.push(file);
      // The next table is read while the files of those before are compressed and closed.
      await Promise.race([isFree, failed.promise]);
    }
    return await Promise.all(files);
  } finally {
    await Promise.allSettled(files);
  }
}

async function dumpTable(
  client: pg.Client,
  table: Table,
  folder: string,
  keys: KeyCollector,
): Promise<TableFile> {
  const scanner = new KeyScanner(keys);
  const rows = client.query(copyTo(copyStatement(table)));
  const path = join(folder, `${table.schema}.${table.name}.copy.gz`);
  const stored = await writeStoredFile(path, rows, scanner, createGzip(COMPRESSION));
  const { schema, name, columns } = table;
  return { ...stored, schema, name, columns, rows: scanner.rows };
}

/** The keys of all objects that rows name. */
export async function namedKeys(client: pg.Client): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const table of await listTables(client)) {
    const scanner = new KeyScanner(keys);
    const finished = pipeline(client.query(copyTo(copyStatement(table))), scanner);
    scanner.resume();
    await finished;
  }
  return keys;
}

function copyStatement({ schema, name, columns, partitioned }: Table): string {
  const table = quoteIdentifiers(schema, name);
  const list = columns.map((column) => quoteIdentifiers(column)).join(', ');
  return partitioned ? `copy (select ${list} from ${table}) to stdout` : `copy ${table} (${list}) to stdout`;
}
