import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The one list of migration folders. Files of all folders run in the order of their names, which therefore begin
 * with a date and a number: `20261121_0100_identity_users.ts`.
 */
const config: Knex.Config & { migrations: Knex.MigratorConfig } = {
  client: 'pg',
  migrations: {
    directory: [
      folder('./shared/db/migrations'),
      folder('./modules/identity/migrations'),
      folder('./modules/billing/migrations'),
      folder('./modules/display/migrations'),
      folder('./modules/library/migrations'),
      folder('./modules/webhooks/migrations'),
    ],
    schemaName: 'public',
    tableName: 'placard_migrations',
  },
};

export default config;
