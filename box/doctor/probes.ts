import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Clock, systemClock } from '#shared/clock.ts';
import { type Config, ConfigError, completeConfig, parseSettings, type Settings } from '#shared/config.ts';
import { connectionConfig } from '#shared/db/connection.ts';
import { type DiskSpace, diskSpace } from '#shared/disk-space.ts';
import { createKeys, type Keys } from '#shared/keys.ts';
import { createObjectStore } from '#shared/storage/open.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import { type MachineFacts, machineFacts } from './machine-facts.ts';
import { type Network, network } from './network.ts';
import { type OpenedDatabase, openExistingDatabase } from './open-existing-database.ts';
import { type PlacardProcess, placardProcesses } from './placard-processes.ts';
import { type Metrics, readMetrics } from './read-metrics.ts';

/** The state that the checks examine. Tests replace parts of it. */
export interface Probes {
  clock: Clock;
  /** The folder that `make doctor` runs in, with `.env`. */
  folder: string;
  environment: Record<string, string | undefined>;
  /** Mistakes in the settings. Wrong settings count as not set. */
  mistakes: string[];
  config: Config;
  /** Look at every object instead of a sample. */
  all: boolean;
  /** The secret that is set or lies in DATA_DIR; null when there is none. */
  keys: Keys | null;
  /** Null when it cannot be opened, or does not exist yet. */
  db: pg.Client | null;
  /** Why there is no `db`; null: there is none yet, or it is open. */
  databaseProblem: string | null;
  /** It is the one in DATA_DIR. */
  isEmbedded: boolean;
  /** Processes of Placard on this database. */
  processes: PlacardProcess[];
  store: ObjectStore | null;
  storeProblem: string | null;
  machine: MachineFacts;
  disk(path: string): Promise<DiskSpace | null>;
  network: Network;
  /** `/metrics` of the api on this machine; null while it does not respond. */
  metrics(): Promise<Metrics | null>;
  close(): Promise<void>;
}

export interface ProbeOptions {
  environment: Record<string, string | undefined>;
  folder?: string;
  all?: boolean;
}

/** Opens existing resources and creates nothing. A resource that cannot be opened is null, which the checks report. */
export async function openProbes({
  environment,
  folder = process.cwd(),
  all = false,
}: ProbeOptions): Promise<Probes> {
  const { settings, mistakes } = lenientSettings(environment);
  const secret = settings.PLACARD_SECRET ?? storedSecret(settings.DATA_DIR);
  const keys = secret === null ? null : createKeys(secret);
  const opened = await openExistingDatabase(settings);
  const { config, more } = lenientConfig(settings, opened, secret);
  const { db, problem } = await connect(opened);
  const { store, storeProblem } = await openStore(config, keys);
  return {
    clock: systemClock,
    ...{ folder, environment, all, config, keys, db, store, storeProblem },
    mistakes: [...mistakes, ...more],
    databaseProblem: problem,
    isEmbedded: settings.DATABASE_URL === undefined,
    processes: db ? await placardProcesses(db) : [],
    machine: machineFacts(),
    disk: diskSpace,
    network,
    metrics: () => readMetrics(config),
    async close() {
      await db?.end().catch(() => {});
      await opened.close();
    },
  };
}

/** The settings without those that are wrong. */
function lenientSettings(environment: Probes['environment']): { settings: Settings; mistakes: string[] } {
  try {
    return { settings: parseSettings(environment), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = new Set(error.mistakes.map((line) => line.split(':')[0]));
    const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)));
    return { settings: parseSettings(rest), mistakes: error.mistakes };
  }
}

/** A complete configuration, even when some of the settings that belong together are missing. */
function lenientConfig(
  settings: Settings,
  { url }: OpenedDatabase,
  secret: string | null,
): { config: Config; more: string[] } {
  const complete = {
    ...settings,
    DATABASE_URL: url ?? 'postgres://none',
    PLACARD_SECRET: secret ?? '-'.repeat(32),
  };
  try {
    return { config: completeConfig(complete), more: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { MQTT_TLS_KEY: _key, MQTT_TLS_CERT: _cert, MQTT_TLS_CLIENT_CA: _ca, ...rest } = complete;
    return { config: completeConfig({ ...rest, BILLING: 'off' }), more: error.mistakes };
  }
}

function storedSecret(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  } catch {
    return null;
  }
}

async function connect({
  url,
  problem,
}: OpenedDatabase): Promise<{ db: pg.Client | null; problem: string | null }> {
  if (url === null) return { db: null, problem };
  const db = new pg.Client({ ...connectionConfig(url, 'placard-doctor'), connectionTimeoutMillis: 20_000 });
  db.on('error', () => {});
  try {
    await db.connect();
    return { db, problem: null };
  } catch (error) {
    return { db: null, problem: (error as Error).message || String(error) };
  }
}

async function openStore(config: Config, keys: Keys | null) {
  if (!keys) return { store: null, storeProblem: null };
  try {
    const options = { config, keys, clock: systemClock, onUploaded: async () => {} };
    return { store: (await createObjectStore(options)).store, storeProblem: null };
  } catch (error) {
    return { store: null, storeProblem: (error as Error).message };
  }
}
