import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newId } from '#shared/ids.ts';
import { createKeys } from '#shared/keys.ts';
import { createCertificate } from '#test/gateway/embedded/certificates.ts';
import type { Probes } from '../../../box/doctor/probes.ts';
import { readMetrics } from '../../../box/doctor/read-metrics.ts';
import { type DoctorStand, plantPanel, plantWebhook } from './stand.ts';

/** A fault, what the doctor must call it, and a word of the remedy. */
export interface Plant {
  check: string;
  what: string;
  status: 'warning' | 'failure';
  says: RegExp;
  remedy: RegExp;
  plant(probes: Probes, stand: DoctorStand): Promise<Probes> | Probes;
}

const GB = 1e9;
const withConfig = (probes: Probes, config: Partial<Probes['config']>): Probes => ({
  ...probes,
  config: { ...probes.config, ...config },
});
const withMachine = (probes: Probes, machine: Partial<Probes['machine']>): Probes => ({
  ...probes,
  machine: { ...probes.machine, ...machine },
});
const withMetrics = (probes: Probes, metrics: Record<string, number>): Probes => ({
  ...probes,
  metrics: async () => new Map(Object.entries(metrics)),
});
const later = (probes: Probes, days: number): Probes => ({
  ...probes,
  clock: { now: () => new Date(Date.now() + days * 86_400_000) },
});
const sql = async (probes: Probes, query: string, values: unknown[] = []): Promise<Probes> => {
  await probes.db?.query(query, values);
  return probes;
};
/** A data folder with these files; a name that ends in a slash is a folder. */
const withFiles = (probes: Probes, files: Record<string, string>): Probes => {
  const folder = join(probes.folder, 'data');
  mkdirSync(folder, { mode: 0o700, recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  return {
    ...withConfig(probes, { DATA_DIR: folder }),
    environment: { ...probes.environment, PLACARD_SECRET: undefined },
  };
};
const withEnv = (probes: Probes, text: string): Probes => {
  writeFileSync(join(probes.folder, '.env'), text);
  chmodSync(join(probes.folder, '.env'), 0o644);
  return probes;
};
const job = (probes: Probes, state: string, age: string) =>
  sql(
    probes,
    `insert into pgboss.job (name, data, state, start_after) values ('display.render-task', '{}', $1, now() - $2::interval)`,
    [state, age],
  );
const SECRET_FILE = { secret: `${'s'.repeat(43)}\n`, 'postgres/data/PG_VERSION': '18\n' };
const SNAPSHOT = 'backups/snapshots/20260101T033000Z/';
const space = { freeBytes: 100 * GB, sizeBytes: 500 * GB, freeInodeShare: 0.9 };
const away = { kind: 'none' as const, reason: 'connect ECONNREFUSED' };

export const plants: Plant[] = [
  {
    ...{ check: 'disk-space', what: 'a full disk', status: 'failure' },
    ...{ says: /0\.1 GB of 500\.0 GB left/, remedy: /Make room/ },
    plant: (probes) => ({ ...probes, disk: async () => ({ ...space, freeBytes: 0.1 * GB }) }),
  },
  {
    ...{ check: 'disk-space', what: 'a disk that is nearly full', status: 'warning' },
    ...{ says: /2\.0 GB of 500\.0 GB left/, remedy: /Make room/ },
    plant: (probes) => ({ ...probes, disk: async () => ({ ...space, freeBytes: 2 * GB }) }),
  },
  {
    ...{ check: 'inodes', what: 'no inodes left', status: 'failure' },
    ...{ says: /0\.5 % of its inodes/, remedy: /more inodes/ },
    plant: (probes) => ({ ...probes, disk: async () => ({ ...space, freeInodeShare: 0.005 }) }),
  },
  {
    ...{ check: 'memory', what: 'little memory', status: 'warning' },
    ...{ says: /0\.2 GB of 1\.0 GB/, remedy: /WORKER_THREADS=1/ },
    plant: (probes) => withMachine(probes, { memory: { available: 0.2 * GB, total: GB } }),
  },
  {
    ...{ check: 'open-files', what: 'open files used up', status: 'failure' },
    ...{ says: /1000 of 1024 open files/, remedy: /LimitNOFILE/ },
    plant: (probes) => withMetrics(probes, { process_open_fds: 1000, process_max_fds: 1024 }),
  },
  {
    ...{ check: 'open-files', what: 'a small limit', status: 'warning' },
    ...{ says: /256 files/, remedy: /ulimit -n/ },
    plant: (probes) => withMachine(probes, { openFiles: 256 }),
  },
  {
    ...{ check: 'clock', what: 'a clock that is an hour ahead', status: 'failure' },
    ...{ says: /ahead of that of the database/, remedy: /set-ntp/ },
    plant: (probes) => later(probes, 1 / 24),
  },
  {
    ...{ check: 'packages', what: 'packages of an earlier version', status: 'failure' },
    ...{ says: /not those of this version/, remedy: /make install/ },
    plant: (probes) => {
      writeFileSync(join(probes.folder, 'package-lock.json'), '{}');
      return probes;
    },
  },
  {
    ...{ check: 'packages', what: 'the Node of the machine', status: 'failure' },
    ...{ says: /Node 20/, remedy: /make/ },
    plant: (probes) => withMachine(probes, { nodeMajor: 20 }),
  },
  {
    ...{ check: 'data-folder', what: 'a folder that others may enter', status: 'warning' },
    ...{ says: /can be entered/, remedy: /chmod 700/ },
    plant(probes) {
      const planted = withFiles(probes, SECRET_FILE);
      chmodSync(planted.config.DATA_DIR, 0o755);
      return planted;
    },
  },
  {
    ...{ check: 'data-folder', what: "another user's folder", status: 'failure' },
    ...{ says: /belongs to another user/, remedy: /chown -R 4711/ },
    plant: (probes) => withMachine(withFiles(probes, SECRET_FILE), { uid: 4711 }),
  },
  {
    ...{ check: 'secret', what: 'a lost secret', status: 'failure' },
    ...{ says: /secret is missing/, remedy: /backup/ },
    plant: (probes) => withFiles(probes, { 'postgres/data/PG_VERSION': '18\n' }),
  },
  {
    ...{ check: 'secret', what: 'a secret that others can read', status: 'failure' },
    ...{ says: /can be read by other users/, remedy: /chmod 600/ },
    plant(probes) {
      const planted = withFiles(probes, SECRET_FILE);
      chmodSync(join(planted.config.DATA_DIR, 'secret'), 0o644);
      return planted;
    },
  },
  {
    ...{ check: 'env-file', what: 'a readable .env with a password', status: 'warning' },
    ...{ says: /holds secrets/, remedy: /chmod 600/ },
    plant: (probes) => withEnv(probes, 'DATABASE_URL=postgres://a:b@c/d\n'),
  },
  {
    ...{ check: 'settings', what: 'a setting that is no number', status: 'failure' },
    ...{ says: /HTTP_PORT: /, remedy: /Correct/ },
    plant: (probes) => ({ ...probes, mistakes: ['HTTP_PORT: must be a number.'] }),
  },
  {
    ...{ check: 'unfinished-restore', what: 'a restore that was ended half way', status: 'failure' },
    ...{ says: /ended half way/, remedy: /make restore/ },
    plant: (probes) => withFiles(probes, { 'restore-unfinished': 'x' }),
  },
  {
    ...{ check: 'unknown-settings', what: 'a misspelt name in .env', status: 'warning' },
    ...{ says: /does not know BACKUP_DRI/, remedy: /Correct the name/ },
    plant: (probes) => withEnv(probes, 'BACKUP_DRI=/mnt\n'),
  },
  {
    ...{ check: 'trust-proxy', what: 'a proxy that is not trusted', status: 'warning' },
    ...{ says: /TRUST_PROXY is 0/, remedy: /Set TRUST_PROXY/ },
    async plant(probes, { app }) {
      await fetch(`${app.url}/health/live`, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
      return probes;
    },
  },
  {
    ...{ check: 'database', what: 'a database that is away', status: 'failure' },
    ...{ says: /connect ECONNREFUSED/, remedy: /DATABASE_URL/ },
    plant: (probes) => ({ ...probes, db: null, databaseProblem: 'connect ECONNREFUSED' }),
  },
  {
    ...{ check: 'migrations', what: 'a migration that is missing', status: 'failure' },
    ...{ says: /lacks 1 migration/, remedy: /make migrate/ },
    plant: (probes) =>
      sql(probes, 'delete from placard_migrations where id = (select max(id) from placard_migrations)'),
  },
  {
    ...{ check: 'migrations', what: 'a database of a newer version', status: 'failure' },
    ...{ says: /newer version: 1 migration of it \(20990101_0001_future\.ts\)/, remedy: /Update Placard/ },
    plant: (probes) =>
      sql(probes, `insert into placard_migrations (name, batch) values ('20990101_0001_future.ts', 99)`),
  },
  {
    ...{ check: 'database-secret', what: 'the secret of another installation', status: 'failure' },
    ...{ says: /not the one/, remedy: /Put the original back/ },
    plant: (probes) => ({ ...probes, keys: createKeys('another secret of another installation') }),
  },
  {
    ...{ check: 'long-transactions', what: 'a transaction that stays open', status: 'failure' },
    ...{ says: /"psql" \(pid 42\) is open for 500 minutes/, remedy: /pg_terminate_backend\(42\)/ },
    plant: (probes) =>
      sql(
        probes,
        `create temporary table pg_stat_activity as select current_database() as datname, 42 as pid,
           'psql' as application_name, 'client backend' as backend_type, now() - interval '500 minutes' as xact_start;
         set local search_path = pg_temp, public, pg_catalog`,
      ),
  },
  {
    ...{ check: 'dead-rows', what: 'a table that vacuum does not reach', status: 'warning' },
    ...{ says: /display\.devices holds 90000 dead rows/, remedy: /vacuum analyze display\.devices/ },
    plant: (probes) =>
      sql(
        probes,
        `create temporary table pg_stat_user_tables as select 'display.devices'::regclass::oid as relid,
           90000 as n_dead_tup, 10 as n_live_tup;
         set local search_path = pg_temp, public, pg_catalog`,
      ),
  },
  {
    ...{ check: 'database-connections', what: 'connections used up', status: 'failure' },
    ...{ says: /5000 of \d+ connections/, remedy: /max_connections/ },
    plant: (probes) =>
      sql(
        probes,
        `create temporary table pg_stat_activity as
           select 'client backend' as backend_type from generate_series(1, 5000);
         set local search_path = pg_temp, public, pg_catalog`,
      ),
  },
  {
    ...{ check: 'api-alive', what: 'an api that ended', status: 'failure' },
    ...{ says: /No api is running/, remedy: /make run/ },
    plant: (probes) => ({ ...probes, isEmbedded: true, metrics: async () => null }),
  },
  {
    ...{ check: 'api-alive', what: 'another program in the place of the api', status: 'failure' },
    ...{ says: /No api is running/, remedy: /make run/ },
    async plant(probes, { serve }) {
      const url = await serve((_, response) => {
        response.statusCode = 404;
        response.end('<h1>Not found</h1>');
      });
      const config = { ...probes.config, HTTP_PORT: Number(new URL(url).port) };
      return { ...probes, config, isEmbedded: true, metrics: () => readMetrics(config) };
    },
  },
  {
    ...{ check: 'gateway-alive', what: 'a gateway that ended', status: 'failure' },
    ...{ says: /No gateway is running/, remedy: /make gateway/ },
    plant: (probes) => ({ ...probes, processes: ['api', 'worker'] }),
  },
  {
    ...{ check: 'worker-alive', what: 'a worker that ended', status: 'failure' },
    ...{ says: /No worker is running/, remedy: /make worker/ },
    plant: (probes) => ({ ...probes, processes: ['api', 'gateway'] }),
  },
  {
    ...{ check: 'api-ready', what: 'an api without its storage', status: 'failure' },
    ...{ says: /not ready: storage/, remedy: /storage/ },
    async plant(probes, { serve }) {
      const url = await serve((_, response) => {
        response.statusCode = 503;
        response.end('{"checks":{"database":"ok","storage":"failed"}}');
      });
      return withConfig(probes, { HTTP_PORT: Number(new URL(url).port) });
    },
  },
  {
    ...{ check: 'oldest-job', what: 'jobs that no worker takes', status: 'failure' },
    ...{ says: /1 job of display\.render-task wait, the oldest for 60 minutes/, remedy: /another worker/ },
    plant: (probes) => job(probes, 'created', '1 hour'),
  },
  {
    ...{ check: 'dead-letters', what: 'a job that failed for good', status: 'warning' },
    ...{ says: /1 of display\.render-task/, remedy: /job failed/ },
    plant: (probes) => job(probes, 'failed', '1 minute'),
  },
  {
    ...{ check: 'http-port', what: 'a port that another program holds', status: 'failure' },
    ...{ says: /is held by .* not this installation/, remedy: /HTTP_PORT/ },
    plant: async (probes, { holdPort }) => withConfig(probes, { HTTP_PORT: await holdPort() }),
  },
  {
    ...{ check: 'mqtt-port', what: 'a port that another program holds', status: 'failure' },
    ...{ says: /is held by .* not this installation/, remedy: /MQTT_PORT/ },
    plant: async (probes, { holdPort }) => withConfig(probes, { MQTT_PORT: await holdPort() }),
  },
  {
    ...{ check: 'public-url', what: 'an address that leads to another server', status: 'failure' },
    ...{ says: /answered by something that is not this installation/, remedy: /Correct PUBLIC_URL/ },
    plant: async (probes, { serve }) =>
      withConfig(probes, { PUBLIC_URL: await serve((_, response) => response.end('{"proof":"none"}')) }),
  },
  {
    ...{ check: 'public-url', what: 'an address that leads nowhere', status: 'failure' },
    ...{ says: /cannot be reached from here: connect ECONNREFUSED/, remedy: /firewall/ },
    plant: (probes) => ({ ...probes, network: { ...probes.network, identifyHttp: async () => away } }),
  },
  {
    ...{ check: 'mqtt-public-url', what: 'an address that leads nowhere', status: 'failure' },
    ...{ says: /cannot be reached from here/, remedy: /MQTT_PUBLIC_URL/ },
    plant: async (probes, { holdPort }) =>
      withConfig(probes, { MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${await holdPort()}` }),
  },
  {
    ...{ check: 'told-addresses', what: 'a panel that knows an old address', status: 'warning' },
    ...{ says: /1 absent panel \(Hall\) has the address mqtt:\/\/127\.0\.0\.1/, remedy: /enrol again/ },
    async plant(probes, { app }) {
      const hardwareId = newId();
      await fetch(`${app.url}/api/device/v1/enroll`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ hardwareId }),
      });
      await plantPanel(probes, {
        told_mqtt_url: `(select told_mqtt_url from display.devices where hardware_id = '${hardwareId}')`,
      });
      return withConfig(probes, { MQTT_PUBLIC_URL: 'mqtt://placard.example:1883' });
    },
  },
  {
    ...{ check: 'certificates', what: 'a certificate that ends in a week', status: 'warning' },
    ...{ says: /ends in [67] days/, remedy: /Renew/ },
    plant(probes) {
      const file = join(probes.folder, 'cert.pem');
      writeFileSync(file, createCertificate('placard', { days: 7 }).cert);
      return withConfig(probes, { MQTT_TLS_CERT: file });
    },
  },
  {
    ...{ check: 'certificates', what: 'a certificate that has ended', status: 'failure' },
    ...{ says: /ended on/, remedy: /Renew/ },
    plant: (probes) => ({
      ...probes,
      network: { ...probes.network, certificateEnd: async () => new Date('2020-01-01') },
    }),
  },
  {
    ...{ check: 'silent-panels', what: 'a panel silent for three times its gap', status: 'warning' },
    ...{ says: /1 panel have been silent.*Hall \(for 4 h\)/, remedy: /battery/ },
    async plant(probes) {
      const id = await plantPanel(probes, { last_seen_at: `now() - interval '4 hours'` });
      for (const hours of [4, 5, 6, 7])
        await sql(
          probes,
          `insert into display.panel_events (id, device_id, kind, detail, created_at)
           values ($1, $2, 'connected', '{}', now() - $3 * interval '1 hour')`,
          [newId(), id, hours],
        );
      return probes;
    },
  },
  {
    ...{ check: 'batteries', what: 'a battery that is nearly empty', status: 'warning' },
    ...{ says: /Hall \(8 %\)/, remedy: /Charge/ },
    async plant(probes) {
      await plantPanel(probes, { battery_percent: '8' });
      return probes;
    },
  },
  {
    ...{ check: 'batteries', what: 'a battery that will be empty in a few days', status: 'warning' },
    ...{ says: /Hall \(40 %\)/, remedy: /Charge/ },
    async plant(probes) {
      const id = await plantPanel(probes, { battery_percent: '40' });
      return sql(
        probes,
        `insert into display.battery_readings (device_id, binding_id, period, read_at, percent, empty_at)
         select id, binding_id, 0, now(), 40, now() + interval '5 days' from display.devices where id = $1`,
        [id],
      );
    },
  },
  {
    ...{ check: 'failed-deliveries', what: 'a picture that a panel could not show', status: 'warning' },
    ...{ says: /Hall \(1, last: The panel could not draw it\.\)/, remedy: /panel-log/ },
    async plant(probes) {
      const id = await plantPanel(probes);
      return sql(
        probes,
        `insert into display.presentations (id, user_id, device_id, mode, state, contents, output, failure, created_at, updated_at)
         select $1, user_id, id, 'direct', 'failed', '[]', '{}', '{"message":"The panel could not draw it."}', now(), now()
         from display.devices where id = $2`,
        [newId(), id],
      );
    },
  },
  {
    ...{ check: 'never-connected', what: 'a panel that was claimed and never came', status: 'warning' },
    ...{ says: /never connected: Hall/, remedy: /firewall/ },
    async plant(probes) {
      await plantPanel(probes, { last_seen_at: 'null' });
      return probes;
    },
  },
  {
    ...{ check: 'storage', what: 'a store that cannot be written', status: 'failure' },
    ...{ says: /cannot be written: EROFS/, remedy: /room/ },
    plant: (probes) => ({
      ...probes,
      store: { ...probes.store, check: () => Promise.reject(new Error('EROFS')) } as Probes['store'],
    }),
  },
  {
    ...{ check: 'missing-objects', what: 'a row whose object is gone', status: 'failure' },
    ...{ says: /1 of 1 objects are missing/, remedy: /backup/ },
    async plant(probes) {
      const id = await plantPanel(probes);
      const key = `devices/${id}/pages/${newId()}/raw1/${'a'.repeat(64)}`;
      return sql(probes, `update display.devices set model = $1 where id = $2`, [key, id]);
    },
  },
  {
    ...{ check: 'unknown-objects', what: 'an object that no row names', status: 'warning' },
    ...{ says: /1 of \d+ objects belong to no row/, remedy: /clean-up/ },
    plant: (probes) => ({
      ...probes,
      store: {
        ...probes.store,
        async *list(prefix: string) {
          if (prefix === 'users/')
            yield { key: `users/x/${'b'.repeat(64)}`, sizeBytes: 1, modifiedAt: new Date(0) };
        },
      } as Probes['store'],
    }),
  },
  {
    ...{ check: 'backup-age', what: 'no backup at all', status: 'warning' },
    ...{ says: /There is no backup/, remedy: /BACKUP_DIR/ },
    plant: (probes) => withFiles(probes, SECRET_FILE),
  },
  {
    ...{ check: 'backup-age', what: 'a daily backup that stopped', status: 'failure' },
    ...{ says: /days old/, remedy: /the daily backup failed/ },
    plant(probes) {
      const planted = withFiles(probes, { [SNAPSHOT]: '' });
      return withConfig(planted, { BACKUP_DIR: join(planted.config.DATA_DIR, 'backups') });
    },
  },
  {
    ...{ check: 'backup-verified', what: 'a backup that was never read back', status: 'warning' },
    ...{ says: /ever verified/, remedy: /make verify-backup/ },
    plant: (probes) => withFiles(probes, { [SNAPSHOT]: '' }),
  },
  {
    ...{ check: 'backup-verified', what: 'a verification of long ago', status: 'warning' },
    ...{ says: /was verified \d{2,} days ago/, remedy: /make verify-backup/ },
    plant: (probes) =>
      withFiles(probes, {
        'backup-verified.json': '{"repository":"/b","snapshot":"s","verifiedAt":"2026-01-01T00:00:00Z"}',
      }),
  },
  {
    ...{ check: 'backup-place', what: 'backups beside the data', status: 'warning' },
    ...{ says: /same disk/, remedy: /another disk/ },
    plant: (probes) => withFiles(probes, { [SNAPSHOT]: '' }),
  },
  {
    ...{ check: 's3-cors', what: 'a bucket without CORS rules', status: 'failure' },
    ...{ says: /does not allow browsers/, remedy: /CORS rules/ },
    async plant(probes, { serve }) {
      const url = await serve((_, response) => response.writeHead(403).end());
      const uploadTarget = async () => ({ url, fields: {} });
      return {
        ...withConfig(probes, { STORAGE_URL: 's3://bucket' }),
        store: { ...probes.store, uploadTarget } as unknown as Probes['store'],
      };
    },
  },
  {
    ...{ check: 'language-model', what: 'a key that is refused', status: 'failure' },
    ...{ says: /refuses the key of LLM_API_KEY/, remedy: /LLM_API_KEY/ },
    plant: async (probes, { serve }) =>
      withConfig(probes, { LLM_BASE_URL: await serve((_, response) => response.writeHead(401).end()) }),
  },
  {
    ...{ check: 'language-model', what: 'a model that is not there', status: 'warning' },
    ...{ says: /does not list the model small/, remedy: /LLM_MODEL/ },
    plant: async (probes, { serve }) =>
      withConfig(probes, {
        LLM_MODEL: 'small',
        LLM_BASE_URL: await serve((_, response) => response.end('{"data":[{"id":"large"}]}')),
      }),
  },
  {
    ...{ check: 'stripe', what: 'a key that is refused', status: 'failure' },
    ...{ says: /Stripe refuses the key/, remedy: /STRIPE_SECRET_KEY/ },
    plant: async (probes, { serve }) =>
      withConfig(probes, {
        BILLING: 'stripe',
        STRIPE_SECRET_KEY: 'sk',
        STRIPE_API_BASE: await serve((_, response) => response.writeHead(401).end()),
      }),
  },
  {
    ...{ check: 'providers', what: 'a provider that cannot be reached', status: 'failure' },
    ...{ says: /cannot be used to sign in: it responds with 502/, remedy: /client id/ },
    plant: async (probes, { serve }) =>
      withConfig(probes, {
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_ISSUER: await serve((_, response) => response.writeHead(502).end()),
      }),
  },
  {
    ...{ check: 'failed-webhooks', what: 'a receiver that fails', status: 'warning' },
    ...{
      says: /1 webhook cannot .*hooks\.example\.org \(1, last: The receiver responded with 500\.\)/,
      remedy: /resume/,
    },
    async plant(probes) {
      await plantWebhook(probes, 'null');
      return probes;
    },
  },
  {
    ...{ check: 'failed-webhooks', what: 'a webhook that was switched off', status: 'warning' },
    ...{ says: /hooks\.example\.org \(switched off: nothing arrived/, remedy: /resume/ },
    async plant(probes) {
      await plantWebhook(probes, `'failing'`);
      return probes;
    },
  },
  {
    ...{ check: 'mqtt-broker', what: 'a broker that is away', status: 'failure' },
    ...{ says: /does not accept connections/, remedy: /MQTT_BROKER_URL/ },
    plant: (probes) => ({
      ...withConfig(probes, { MQTT_BROKER_URL: 'mqtt://broker.invalid' }),
      network: { ...probes.network, isTaken: async () => false },
    }),
  },
];
