import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ADMIN_ROLE } from '../../box/postgres-cluster.ts';
import { joinCluster } from './cluster/join.ts';
import { ensureTemplate } from './cluster/template.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

let membership: ReturnType<typeof joinCluster> | undefined;

/** A migrated, empty database for one test file, bound to `TEST_SECRET`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(async (admin, name, urlOf) => {
    const template = await ensureTemplate(admin, urlOf);
    // For small databases a copy of the files is several times as fast as the default copy through the log.
    await admin.query(`create database ${name} owner placard template ${template} strategy file_copy`);
  });
}

/** An empty database, as an operator creates it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(async (admin, name) => {
    await admin.query(`create database ${name} owner placard`);
  });
}

async function createDatabase(
  create: (admin: pg.Client, name: string, urlOf: (database: string) => string) => Promise<void>,
): Promise<TestDatabase> {
  membership ??= joinCluster();
  const { url } = await membership;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(url, (admin) => create(admin, name, (database) => withDatabase(url, database)));
  return {
    url: withDatabase(url, name),
    drop: () =>
      asAdmin(url, async (admin) => {
        await admin.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const address = new URL(withDatabase(url, 'postgres'));
  address.username = ADMIN_ROLE;
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
