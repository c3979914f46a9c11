import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '#shared/migrate.ts';
import knexConfig from '../../../knexfile.ts';
import { TEST_SECRET } from '../secret.ts';

const TEMPLATE_LOCK = 6_022_141;
const root = join(import.meta.dirname, '../../..');

/** Name of a database with every migration of the working tree, created by the first run that needs it. */
export async function ensureTemplate(admin: pg.Client, urlOf: (database: string) => string): Promise<string> {
  const name = `template_${schemaHash()}`;
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    // Has another name until it is complete, so that an interrupted run leaves no incomplete template.
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft} owner placard`);
    await migrate({ DATABASE_URL: urlOf(draft), PLACARD_SECRET: TEST_SECRET });
    await admin.query(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** The files that determine the contents of a migrated database. */
function schemaHash(): string {
  const directories = [knexConfig.migrations.directory].flat() as string[];
  const sources = [
    ...directories,
    join(root, 'knexfile.ts'),
    join(root, 'shared/db'),
    join(root, 'shared/jobs'),
  ];
  const hash = createHash('sha256').update(TEST_SECRET);
  for (const file of sources.flatMap(filesOf).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}
