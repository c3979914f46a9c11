import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_ENVIRONMENT, pathInsideServer } from './postgres-cluster.ts';
import { type PostgresFolder, socketPath } from './postgres-folder.ts';
import { isPostmasterOf, isRunning } from './process-state.ts';

const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** `durable` keeps committed data through a power cut; `fleeting` is for clusters of test runs. */
export type PostgresProfile = 'durable' | 'fleeting';

const COMMON = {
  listen_addresses: '',
  cluster_name: 'placard',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  dynamic_shared_memory_type: 'mmap',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The application logs failed statements, without the values in them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
};
const PROFILES = {
  durable: {
    ...COMMON,
    max_connections: '200',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // The first change of a page after a checkpoint writes the whole page. At rest these are most of the writes, which wear
    // out an SD card. max_wal_size bounds the time of a recovery.
    checkpoint_timeout: '1h',
    wal_compression: 'on',
  },
  fleeting: {
    ...COMMON,
    max_connections: '400',
    shared_buffers: '128MB',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  },
};

export interface StartedServer {
  child: ChildProcess;
  /** The log of the server since its start. */
  output(): string;
}

/** Starts the server in its own session, so that Ctrl-C in a terminal does not reach it. */
export function spawnServer(
  folder: PostgresFolder,
  runtime: string,
  profile: PostgresProfile,
): StartedServer {
  if ((statSync(folder.log, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
    renameSync(folder.log, `${folder.log}.old`);
  }
  const log = openSync(folder.log, 'a', 0o600);
  try {
    const begin = fstatSync(log).size;
    const settings = { ...PROFILES[profile], unix_socket_directories: folder.socketArgument };
    const child = spawn(
      join(runtime, 'bin', 'postgres'),
      [
        '-D',
        pathInsideServer(folder.cluster),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...folder.account,
        cwd: folder.cluster,
        env: POSTGRES_ENVIRONMENT,
        stdio: ['ignore', log, log],
        detached: true,
      },
    );
    child.on('error', () => {});
    child.unref();
    return { child, output: () => readFrom(folder.log, begin) };
  } finally {
    closeSync(log);
  }
}

/** The process id of the server that runs on this folder, whichever process started it. */
export function runningServer({ cluster }: PostgresFolder): number | undefined {
  const pid = recordedPid(join(cluster, 'postmaster.pid'));
  return pid !== undefined && isPostmasterOf(pid, cluster) ? pid : undefined;
}

/**
 * Removes lock files of a server that has ended where Postgres does not: when its process id is a zombie or belongs to
 * another program now. Postgres itself removes those of a free process id.
 */
export function removeStaleLockFiles(folder: PostgresFolder): void {
  const pidFile = join(folder.cluster, 'postmaster.pid');
  for (const file of [pidFile, `${socketPath(folder.socketDir)}.lock`]) {
    const pid = recordedPid(file);
    if (pid === undefined || !exists(pid) || isPostmasterOf(pid, folder.cluster)) continue;
    const movedFile = `${file}.stale-${process.pid}`;
    renameSync(file, movedFile);
    // Another start may have written its own file after the check: then it is moved back.
    if (recordedPid(movedFile) !== pid && !existsSync(file)) renameSync(movedFile, file);
    else rmSync(movedFile, { force: true });
  }
}

/**
 * Stops the server: open transactions are rolled back, a checkpoint is written. Stronger signals follow when it does not
 * stop. None of them loses committed data.
 */
export async function stopServer(pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeoutMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await hasEnded(pid, timeoutMs)) return;
  }
}

async function hasEnded(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += 10) {
    if (!isRunning(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return !isRunning(pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function recordedPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'latin1'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function readFrom(file: string, begin: number): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(64 * 1024, Math.max(0, fstatSync(handle).size - begin)));
    readSync(handle, bytes, 0, bytes.length, begin);
    return bytes.toString('utf8');
  } finally {
    closeSync(handle);
  }
}
