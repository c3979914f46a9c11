import pg from 'pg';
import { connectionConfig } from '#shared/db/connection.ts';

/** Opens a connection without a time limit for statements, for one piece of work. */
export async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url, 'placard-restore'), options: '' });
  client.on('error', () => {}); // the next query fails with it
  await client.connect();
  await work(client).finally(() => client.end());
}
