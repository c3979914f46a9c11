import pg from 'pg';
import { ADVISORY_LOCKS } from '#shared/db/advisory-locks.ts';
import { StartError } from '#shared/process.ts';
import { ADMIN_ROLE, APP_ROLE } from './postgres-cluster.ts';

const LOCK_ATTEMPTS = 30;
const LOCK_PAUSE_MS = 50;

/** Another run uses the data folder. `url` opens its database. */
export class AlreadyRunningError extends StartError {
  readonly url: string;

  constructor(dataDir: string, url: string) {
    super(
      `Placard is already running on ${dataDir}: stop that one first, or choose another folder with DATA_DIR.`,
    );
    this.name = 'AlreadyRunningError';
    this.url = url;
  }
}

export function databaseUrl(socketDir: string, role: string, database: string): string {
  return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

export async function connectAsAdmin(socketDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(socketDir, ADMIN_ROLE, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/**
 * Takes the lock of the process that owns this cluster. It ends with the session, and so with the process. Retries,
 * because a process that was just killed may still hold it for a moment.
 */
export async function acquireOwnerLock(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [ADVISORY_LOCKS.cluster]);
    if (rows[0]?.taken) return true;
    await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
  }
  return false;
}

/**
 * Creates the application's role and database unless they exist. Uses a connection of its own, so that the owner's
 * connection takes little memory.
 */
export async function ensureDatabase(socketDir: string): Promise<void> {
  const client = await connectAsAdmin(socketDir);
  try {
    await createMissing(client);
  } finally {
    await client.end();
  }
}

async function createMissing(client: pg.Client): Promise<void> {
  const roles = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (roles.rowCount === 0) await client.query(`create role ${APP_ROLE} login`);
  const databases = await client.query('select 1 from pg_database where datname = $1', [APP_ROLE]);
  if (databases.rowCount === 0) await client.query(`create database ${APP_ROLE} owner ${APP_ROLE}`);
}
