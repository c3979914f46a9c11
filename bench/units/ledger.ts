import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { channels } from '#shared/db/channels.ts';
import { BOSS_SCHEMA } from '#shared/jobs/install.ts';
import { APP_ROLE } from '../../box/postgres-cluster.ts';
import { connectToBench } from '../gateway/postgres-admin.ts';
import { cpuMs, cpuMsWithChildren } from '../gateway/process-figures.ts';
import { type Cost, mapCost } from './cost.ts';

/** Schemas whose rows are kept. */
const LASTING = `schemaname in ('identity', 'billing', 'display', 'library', 'webhooks')`;

interface Watched {
  folder: string;
  postgresPid: number;
  /** Process ids. A missing one costs nothing. */
  pids: { gateway?: number; api?: number; worker?: number };
}

/** Reads what an installation has used. Does not count its own queries, which are those of the superuser. */
export interface Ledger {
  /** Measures the installation at rest. Its use at rest is subtracted from the cost of the work that follows. */
  rest(seconds: number): Promise<void>;
  /** The cost of the work per item. */
  spent(items: number, work: () => Promise<unknown>): Promise<Cost>;
  /** Bytes of a table with its indexes. */
  tableBytes(table: string): Promise<number>;
  rows(table: string): Promise<number>;
  /** Bytes of all tables and indexes whose rows are kept, without free space. */
  compactRowBytes(): Promise<number>;
  /** Runs vacuum, as Postgres does some time after changes. */
  vacuum(...tables: string[]): Promise<void>;
  /** The mean size of the raw frames of the newest presentations. */
  rawFrameBytes(presentations: number): Promise<number>;
  walBytes(): Promise<number>;
  /** Makes a checkpoint. The first change of each page after it writes the whole page into the WAL. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedger({ folder, postgresPid, pids }: Watched): Promise<Ledger> {
  const server = await connectToBench(folder);
  await server.query('create extension pg_stat_statements');
  const inDatabase = await connectToBench(folder, APP_ROLE);
  const notifications = await countNotifications(inDatabase);
  const number = async (client: pg.Client, sql: string) => Number((await client.query(sql)).rows[0].value);
  const walBytes = () => number(server, `select pg_current_wal_lsn() - '0/0'::pg_lsn as value`);
  const cpuOf = (pid: number | undefined) => (pid === undefined ? 0 : cpuMsWithChildren(pid));
  const read = async (): Promise<Cost> => ({
    gatewayMs: pids.gateway === undefined ? 0 : cpuMs(pids.gateway),
    apiMs: cpuOf(pids.api),
    workerMs: cpuOf(pids.worker),
    postgresMs: cpuMsWithChildren(postgresPid),
    statements: await number(
      server,
      `select coalesce(sum(calls), 0) as value from pg_stat_statements s join pg_roles r on r.oid = s.userid
       where not r.rolsuper`,
    ),
    notifications: notifications(),
    walBytes: await walBytes(),
    objectBytes: bytesIn(join(folder, 'objects')),
  });
  let restEachMs = mapCost(() => 0);
  const watch = async (work: () => Promise<unknown>) => {
    const [before, begin] = [await read(), performance.now()];
    await work();
    const [after, ms] = [await read(), performance.now() - begin];
    return { used: mapCost((name) => after[name] - before[name]), ms };
  };
  return {
    async rest(seconds) {
      const { used, ms } = await watch(() => pause(seconds * 1000));
      restEachMs = mapCost((name) => used[name] / ms);
    },
    async spent(items, work) {
      const { used, ms } = await watch(work);
      return mapCost((name) => Math.max(0, used[name] - restEachMs[name] * ms) / items);
    },
    tableBytes: (table) => number(inDatabase, `select pg_total_relation_size('${table}') as value`),
    rows: (table) => number(inDatabase, `select count(*) as value from ${table}`),
    async compactRowBytes() {
      const { rows } = await inDatabase.query(
        `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where ${LASTING}`,
      );
      for (const { name } of rows) await inDatabase.query(`vacuum full ${name}`);
      return number(
        inDatabase,
        `select sum(pg_total_relation_size(relid)) as value from pg_stat_user_tables where ${LASTING}`,
      );
    },
    vacuum: async (...tables) => void (await inDatabase.query(`vacuum ${tables.join(', ')}`)),
    rawFrameBytes: (presentations) =>
      number(
        inDatabase,
        `select sum(size_bytes) / ${presentations} as value from display.frames
         where format <> 'png' and presentation_id in
           (select id from display.presentations order by created_at desc, id desc limit ${presentations})`,
      ),
    walBytes,
    checkpoint: async () => void (await server.query('checkpoint')),
    async close() {
      await inDatabase.end();
      await server.end();
    },
  };
}

/** Notifications of Placard and of pg-boss, whose channel is named after its schema. */
async function countNotifications(client: pg.Client): Promise<() => number> {
  let count = 0;
  client.on('notification', () => {
    count += 1;
  });
  const { rows } = await client.query(
    `select 'pgboss_' || left(encode(sha224($1::bytea), 'hex'), 24) as channel`,
    [BOSS_SCHEMA],
  );
  for (const channel of [...Object.values(channels), rows[0].channel])
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  return () => count;
}

/** Bytes of files, without rounding to blocks of the file system. */
function bytesIn(folder: string): number {
  return Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
}
