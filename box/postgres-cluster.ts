import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileErrors } from '#shared/file-errors.ts';
import { StartError } from '#shared/process.ts';
import { trustedUsers } from './postgres-account.ts';
import { explainPostgresFailure } from './postgres-failure.ts';
import type { PostgresFolder } from './postgres-folder.ts';
import { isRunning } from './process-state.ts';

const POSTGRES_MAJOR = '18';
/** Owner of the application's database. May not read server files or change other roles. */
export const APP_ROLE = 'placard';
export const ADMIN_ROLE = 'postgres';
const DRAFT_PREFIX = 'new-';

/** The server inherits no setting or secret of this process, and no variable such as PGDATA or LC_* affects it. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Path of the data folder for a server or initdb whose working folder it is. On Linux it goes through /proc, so that the
 * account needs no access to the folders above: it may lie below a private /root.
 */
export function pathInsideServer(folder: string): string {
  return existsSync('/proc/self/cwd') ? '/proc/self/cwd' : folder;
}

/**
 * Creates the cluster unless it exists. It is created under another name and renamed when it is complete, so that an
 * incomplete one is never used. Two processes that do this at once end up with one cluster.
 * @throws {StartError} for a cluster that is damaged or of another version
 */
export async function prepareCluster(folder: PostgresFolder, runtime: string, sync: boolean): Promise<void> {
  await removeAbandonedDrafts(folder.home);
  if (!explainFileErrors(folder.home, () => clusterExists(folder))) await makeCluster(folder, runtime, sync);
  explainFileErrors(folder.cluster, () => writeAccessRules(folder));
}

function clusterExists({ cluster }: PostgresFolder): boolean {
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile) || !existsSync(join(cluster, 'global', 'pg_control'))) {
    throw new StartError(
      `The database in ${cluster} is damaged (files are missing): put it back from a backup, or move the folder away to begin with an empty one.`,
    );
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== POSTGRES_MAJOR) {
    throw new StartError(
      `The database in ${cluster} was made by Postgres ${version || '(unknown)'} and this is Postgres ${POSTGRES_MAJOR}: dump it with the old version and restore it, or choose another folder with DATA_DIR.`,
    );
  }
  return true;
}

async function makeCluster(folder: PostgresFolder, runtime: string, sync: boolean): Promise<void> {
  const { home, cluster, account } = folder;
  const draft = explainFileErrors(home, () => mkdtempSync(join(home, `${DRAFT_PREFIX}${process.pid}-`)));
  try {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(draft, account.uid, account.gid);
    await runInitdb(folder, runtime, draft, sync);
    explainFileErrors(home, () => {
      try {
        renameSync(draft, cluster);
      } catch (error) {
        // Another process created it first.
        if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
      if (sync) syncFolder(home);
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  folder: PostgresFolder,
  runtime: string,
  draft: string,
  sync: boolean,
): Promise<void> {
  const options = [
    `--pgdata=${pathInsideServer(draft)}`,
    `--username=${ADMIN_ROLE}`,
    '--auth=peer',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // In the data folder: small containers have little /dev/shm, and a killed server would leave its segments there.
    '--set=dynamic_shared_memory_type=mmap',
    ...(sync ? [] : ['--no-sync']),
  ];
  const child = spawn(join(runtime, 'bin', 'initdb'), options, {
    ...folder.account,
    cwd: draft,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-10_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw explainPostgresFailure(folder.cluster, errorOutput);
}

/** Written at every start, so that a data folder with a new owner can be opened by that user. */
function writeAccessRules({ cluster }: PostgresFolder): void {
  const maps = trustedUsers().flatMap((user) =>
    [APP_ROLE, ADMIN_ROLE].map((role) => `placard "${user.replaceAll('"', '""')}" ${role}\n`),
  );
  // Written in place: initdb made both files, and they keep their owner.
  writeFileSync(join(cluster, 'pg_ident.conf'), maps.join(''));
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all peer map=placard\n');
}

/**
 * The initdb of a killed start may still add and remove files. `rmSync` would then leave the rest without an error, since
 * it ends at the first file that is gone.
 */
async function removeAbandonedDrafts(home: string): Promise<void> {
  for (const name of explainFileErrors(home, () => readdirSync(home))) {
    if (!name.startsWith(DRAFT_PREFIX) || isRunning(Number.parseInt(name.slice(DRAFT_PREFIX.length), 10)))
      continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 }).catch((error) =>
      explainFileErrors(home, () => {
        throw error;
      }),
    );
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
