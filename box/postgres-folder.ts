import { createHash } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { explainFileErrors } from '#shared/file-errors.ts';
import { makePrivateFolder } from '#shared/private-folder.ts';
import { StartError } from '#shared/process.ts';
import { type Account, accountFor } from './postgres-account.ts';

/** Longest path of a socket in bytes, including the final NUL: 104 on macOS, 108 on Linux (unix(7)). */
const SOCKET_PATH_LIMIT = 104;

/** The paths of one embedded Postgres below DATA_DIR, with symbolic links resolved. */
export interface PostgresFolder {
  account: Account;
  /** `DATA_DIR/postgres`, which only the account may enter. It holds everything else. */
  home: string;
  cluster: string;
  log: string;
  socketDir: string;
  /** The socket folder as an argument of the server: relative to `cluster` unless it lies elsewhere. */
  socketArgument: string;
}

/** Creates the folders, owned by the account that Postgres runs as. @throws {StartError} */
export function preparePostgresFolder(dataDir: string): PostgresFolder {
  return explainFileErrors(dataDir, () => {
    makePrivateFolder(dataDir);
    const folder = locatePostgresFolder(dataDir);
    makeOwnFolder(folder.home, folder.account);
    makeOwnFolder(folder.socketDir, folder.account);
    changeClusterOwner(folder);
    return folder;
  });
}

/** The same paths, without creating anything. `dataDir` must exist. */
export function locatePostgresFolder(dataDir: string): PostgresFolder {
  const home = join(realpathSync(dataDir), 'postgres');
  const cluster = join(home, 'data');
  const defaultFolder = join(home, 'socket');
  const fits = Buffer.byteLength(socketPath(defaultFolder)) < SOCKET_PATH_LIMIT;
  const socketDir = fits ? defaultFolder : join('/tmp', `placard-${shortHash(home)}`);
  return {
    account: accountFor(cluster, dataDir),
    home,
    cluster,
    log: join(home, 'postgres.log'),
    socketDir,
    socketArgument: fits ? '../socket' : socketDir,
  };
}

/** Whether `dataDir` holds an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres/data/PG_VERSION'));
}

export function socketPath(socketDir: string): string {
  return join(socketDir, '.s.PGSQL.5432');
}

function makeOwnFolder(folder: string, { uid, gid }: Account): void {
  makePrivateFolder(folder);
  if (uid !== undefined && gid !== undefined && lstatSync(folder).uid === 0) chownSync(folder, uid, gid);
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== (uid ?? process.getuid?.())) {
    throw new StartError(
      `${folder} belongs to another user (id ${stats.uid}): start as that user, or move it away, or choose another folder with DATA_DIR.`,
    );
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new StartError(`${folder} can be entered by other users: run \`chmod 700 ${folder}\`.`);
  }
}

/** A cluster that root restored from a backup belongs to root, which Postgres does not accept. */
function changeClusterOwner({ cluster, account: { uid, gid } }: PostgresFolder): void {
  if (uid === undefined || gid === undefined) return;
  if (statSync(cluster, { throwIfNoEntry: false })?.uid !== 0) return;
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, name), uid, gid);
  }
  chownSync(cluster, uid, gid);
}

/** Removes a socket folder outside of the data folder after the server has stopped. */
export function removeSocketFolder({ home, socketDir }: PostgresFolder): void {
  if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true });
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
