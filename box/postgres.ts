import type pg from 'pg';
import { monotonicMs } from '#shared/clock.ts';
import { explainFileErrors } from '#shared/file-errors.ts';
import { StartError } from '#shared/process.ts';
import { APP_ROLE, prepareCluster } from './postgres-cluster.ts';
import { explainPostgresFailure } from './postgres-failure.ts';
import {
  locatePostgresFolder,
  type PostgresFolder,
  preparePostgresFolder,
  removeSocketFolder,
} from './postgres-folder.ts';
import { preparePostgresRuntime } from './postgres-runtime.ts';
import {
  type PostgresProfile,
  removeStaleLockFiles,
  runningServer,
  type StartedServer,
  spawnServer,
  stopServer,
} from './postgres-server.ts';
import {
  AlreadyRunningError,
  acquireOwnerLock,
  connectAsAdmin,
  databaseUrl,
  ensureDatabase,
} from './postgres-session.ts';

/** Long enough for the recovery of a big database after a crash. */
const START_LIMIT_MS = 300_000;
const POLL_MS = 25;
/** Temporary start-up failures: remains of a killed server, or another start at the same time. */
const TRANSIENT_FAILURE = /pre-existing shared memory block|lock file "[^"]*" already exists/;
const TRANSIENT_LIMIT_MS = 15_000;

export interface EmbeddedPostgres {
  /** Opens the application's database as its owner, through a socket that only this user and root may use. */
  url: string;
  /** Postmaster's process id. */
  pid: number;
  /** The server was running already: an earlier run was killed and left it. */
  adopted: boolean;
  /** Resolves when the server ends without `stop`. Call `startPostgres` again then. */
  lost: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the Postgres in `dataDir`, or returns the address of the one that another run owns; `stop` leaves that one alone. */
export async function startOrJoinPostgres(
  options: PostgresOptions,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startPostgres(options);
  } catch (error) {
    if (error instanceof AlreadyRunningError) return { url: error.url, stop: async () => {} };
    throw error;
  }
}

export interface PostgresOptions {
  dataDir: string;
  profile?: PostgresProfile;
}

/**
 * Starts the Postgres in `dataDir`, creates what is missing, and takes ownership of it.
 * @throws {AlreadyRunningError} when another run owns it
 * @throws {StartError} with a message for the user when it cannot start
 */
export async function startPostgres({
  dataDir,
  profile = 'durable',
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const folder = preparePostgresFolder(dataDir);
  const runtime = preparePostgresRuntime(folder.account, folder.home);
  await prepareCluster(folder, runtime, profile === 'durable');
  const { pid, adopted, client } = await connectToServer(folder, runtime, profile);
  if (!(await acquireOwnerLock(client))) {
    await client.end();
    throw new AlreadyRunningError(dataDir, databaseUrl(folder.socketDir, APP_ROLE, APP_ROLE));
  }
  await ensureDatabase(folder.socketDir).catch(async (error) => {
    await stopServer(pid); // otherwise it would stay behind without an owner
    throw error;
  });
  let stopping: Promise<void> | undefined;
  return {
    url: databaseUrl(folder.socketDir, APP_ROLE, APP_ROLE),
    pid,
    adopted,
    lost: new Promise((resolve) => {
      client.once('end', () => stopping ?? resolve());
    }),
    stop: () => {
      stopping ??= stopServer(pid).then(() => removeSocketFolder(folder));
      return stopping;
    },
  };
}

/** Stops the server in `dataDir` that a process left behind when it was killed, if there is one. */
export async function stopOrphanedPostgres(dataDir: string): Promise<void> {
  const pid = runningServer(locatePostgresFolder(dataDir));
  if (pid !== undefined) await stopServer(pid);
}

/** A session with the server on this folder, which is started when there is none. */
async function connectToServer(folder: PostgresFolder, runtime: string, profile: PostgresProfile) {
  const begin = monotonicMs();
  let started: StartedServer | undefined;
  while (monotonicMs() - begin < START_LIMIT_MS) {
    const pid = runningServer(folder);
    const client = pid === undefined ? undefined : await tryToConnect(folder);
    if (pid !== undefined && client) return { pid, adopted: pid !== started?.child.pid, client };
    if (started && hasFailed(started)) {
      const output = started.output();
      const transient = TRANSIENT_FAILURE.test(output) && monotonicMs() - begin < TRANSIENT_LIMIT_MS;
      if (!transient) throw explainPostgresFailure(folder.cluster, output);
      started = undefined;
    } else if (pid === undefined && !started) {
      started = explainFileErrors(folder.home, () => {
        removeStaleLockFiles(folder);
        return spawnServer(folder, runtime, profile);
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new StartError(`The database in ${folder.cluster} did not start in time: ${folder.log} says why.`);
}

function hasFailed({ child }: StartedServer): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function tryToConnect(folder: PostgresFolder): Promise<pg.Client | undefined> {
  try {
    return await connectAsAdmin(folder.socketDir);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // No socket yet; a server that starts, recovers or stops (57P03); a stop during the handshake.
    const transient = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '53300'];
    if (transient.includes(code ?? '') || /terminated unexpectedly/.test(message)) return undefined;
    throw new StartError(
      `The database in ${folder.cluster} runs but does not let this user in (${message}): start as the user that started it.`,
      { cause: error },
    );
  }
}
