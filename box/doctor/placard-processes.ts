import type pg from 'pg';

/** A process of Placard, anywhere: each calls its sessions with the database `placard-<name>`. */
export type PlacardProcess = 'api' | 'gateway' | 'worker';

export async function placardProcesses(db: pg.Client): Promise<PlacardProcess[]> {
  const { rows } = await db.query<{ name: PlacardProcess }>(`
    select distinct split_part(application_name, '-', 2) as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^placard-(api|gateway|worker)'`);
  return rows.map(({ name }) => name);
}
