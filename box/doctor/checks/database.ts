import { doneMigrations, knownMigrations } from '#shared/migrate.ts';
import { type Check, countNoun, databaseCheck, failure, ok, skipped, warning } from '../check.ts';
import { isSecretOfDatabase } from '../is-secret-of-database.ts';

const MIN_VERSION = 150_000;
const LONG_TRANSACTION_S = 600;
const VERY_LONG_TRANSACTION_S = 6 * 3600;
/** Dead rows in one table that vacuum should have removed. */
const MANY_DEAD_ROWS = 50_000;
const CONNECTIONS_SHARE = 0.8;

const databaseOpenCheck: Check = {
  name: 'database',
  means: 'The database runs, lets Placard in, and is Postgres 15 or newer with `pg_trgm`.',
  async run({ db, databaseProblem, isEmbedded }) {
    if (databaseProblem !== null)
      return failure(
        `The database cannot be opened: ${databaseProblem}`,
        isEmbedded
          ? 'Do what the sentence says; `DATA_DIR/postgres/postgres.log` has the words of Postgres.'
          : 'Check DATABASE_URL, that the server runs, and that it lets this machine in (pg_hba.conf).',
      );
    if (!db) return skipped('There is no database yet: the first start makes one.');
    const { rows } = await db.query<{ version: number; text: string; trgm: boolean }>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_version') as text,
        exists (select from pg_available_extensions where name = 'pg_trgm') as trgm`,
    );
    const { version, text, trgm } = rows[0] as (typeof rows)[0];
    if (version < MIN_VERSION)
      return failure(
        `This is Postgres ${text}; Placard needs 15 or newer.`,
        'Update Postgres, or leave DATABASE_URL out: the embedded one is new enough.',
      );
    if (!trgm)
      return failure(
        'Postgres has no extension pg_trgm.',
        'Install the package of additional modules (`postgresql-contrib`).',
      );
    return ok(`Postgres ${text}.`);
  },
};

const migrationsCheck = databaseCheck(
  'migrations',
  'The database has the migrations of this version: no fewer and no others.',
  async (db) => {
    const known = await knownMigrations();
    const names = await doneMigrations((sql) => db.query(sql));
    if (!names)
      return failure(
        'The database has no tables of Placard.',
        'Run `make migrate`, or check that DATABASE_URL names the right database.',
      );
    const done = new Set(names);
    const newer = names.filter((name) => !known.has(name));
    const missing = [...known.keys()].filter((name) => !done.has(name));
    if (newer.length > 0)
      return failure(
        `The database is of a newer version: ${countNoun(newer.length, 'migration')} of it (${newer.at(-1)}) are unknown here.`,
        'Update Placard to that version, or restore the backup from before the update (docs/operations/versions.md).',
      );
    if (missing.length > 0)
      return failure(
        `The database lacks ${countNoun(missing.length, 'migration')} of this version.`,
        'Run `make run`, or `make migrate` where processes are started alone: a backup is taken before.',
      );
    return ok(`All ${done.size} migrations of this version.`);
  },
);

const secretMatchCheck = databaseCheck(
  'database-secret',
  'The secret is the one that the database was set up with.',
  async (db, { keys }) => {
    if (!keys) return skipped('There is no secret.');
    const fits = await isSecretOfDatabase(db, keys);
    if (fits === null) return skipped('The database is not set up yet.');
    if (fits) return ok('The secret fits the database.');
    return failure(
      'The secret is not the one that this database was set up with: Placard does not start.',
      'Put the original back: it is in DATA_DIR/secret, or in every backup (`snapshots/…/secret`).',
    );
  },
);

const transactionsCheck = databaseCheck(
  'long-transactions',
  'No transaction stays open: it keeps dead rows from being removed.',
  async (db) => {
    const { rows } = await db.query<{ pid: number; name: string; seconds: number }>(`
      select pid, application_name as name, extract(epoch from now() - xact_start)::integer as seconds
      from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'
      order by xact_start limit 1`);
    const [oldest] = rows;
    if (!oldest || oldest.seconds < LONG_TRANSACTION_S) return ok('No transaction is open for long.');
    const says = `A transaction of "${oldest.name || 'a program without a name'}" (pid ${oldest.pid}) is open for ${Math.round(oldest.seconds / 60)} minutes.`;
    const remedy = `End that program, or the session alone: \`select pg_terminate_backend(${oldest.pid})\`.`;
    return oldest.seconds > VERY_LONG_TRANSACTION_S ? failure(says, remedy) : warning(says, remedy);
  },
);

const deadRowsCheck = databaseCheck(
  'dead-rows',
  'Vacuum keeps up: no table holds more dead rows than living ones.',
  async (db) => {
    const { rows } = await db.query<{ table: string; dead: number }>(
      `select relid::regclass::text as table, n_dead_tup::float8 as dead from pg_stat_user_tables
       where n_dead_tup > $1 and n_dead_tup > n_live_tup order by n_dead_tup desc limit 1`,
      [MANY_DEAD_ROWS],
    );
    const [worst] = rows;
    if (!worst) return ok('Vacuum keeps up.');
    return warning(
      `${worst.table} holds ${worst.dead} dead rows, more than living ones.`,
      `Run \`vacuum analyze ${worst.table}\`, and look that autovacuum is on and no transaction stays open.`,
    );
  },
);

const connectionsCheck = databaseCheck(
  'database-connections',
  'The database has connections left.',
  async (db) => {
    const { rows } = await db.query<{ used: number; most: number }>(`
      select count(*)::integer as used,
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as most
      from pg_stat_activity where backend_type = 'client backend'`);
    const { used, most } = rows[0] as (typeof rows)[0];
    const says = `${used} of ${most} connections are in use.`;
    if (used < CONNECTIONS_SHARE * most) return ok(says);
    return failure(
      says,
      'Raise max_connections of Postgres, or lower DATABASE_POOL or the number of processes.',
    );
  },
);

export const databaseChecks = [
  databaseOpenCheck,
  migrationsCheck,
  secretMatchCheck,
  transactionsCheck,
  deadRowsCheck,
  connectionsCheck,
];
