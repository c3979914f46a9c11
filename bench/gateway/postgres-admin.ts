import { join } from 'node:path';
import pg from 'pg';
import { ADMIN_ROLE } from '../../box/postgres-cluster.ts';
import { databaseUrl } from '../../box/postgres-session.ts';

/** Opens a session of the superuser with the database of a benchmark. */
export async function connectToBench(dataDir: string, database = ADMIN_ROLE): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl(join(dataDir, 'postgres/socket'), ADMIN_ROLE, database));
  client.on('error', () => {});
  await client.connect();
  return client;
}
