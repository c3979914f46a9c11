import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StartError } from '#shared/process.ts';

/** The user that Postgres runs as. Empty when it is the user of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

interface PasswdEntry {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root. Started by root, it runs as the owner of the existing cluster, or else as the owner of
 * the data folder, or else as `nobody`.
 */
export function accountFor(clusterDir: string, dataDir: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = ownerOf(clusterDir);
  if (owner && owner.uid !== 0) return owner;
  const entries = readPasswd();
  const keeper = ownerOf(dataDir);
  // initdb looks up its user by name, so an owner without a passwd entry cannot be used.
  const entry =
    (keeper?.uid && entries.find(({ uid }) => uid === keeper.uid)) ||
    entries.find(({ name }) => name === 'nobody');
  if (!entry)
    throw new StartError('Postgres cannot run as root, and there is no user `nobody` to run it as.');
  return { uid: entry.uid, gid: entry.gid };
}

/**
 * Operating-system users that may open the database: the user of this process, and root, who could in any case. Postgres
 * asks the kernel for the user at the other end of the socket, so there is no password that could leak.
 */
export function trustedUsers(): string[] {
  const root = readPasswd().find(({ uid }) => uid === 0)?.name ?? 'root';
  return [...new Set([ownName(), root])];
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new StartError(
      `The user id ${process.getuid?.()} has no name on this machine, and Postgres needs one: run as a named user or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats && { uid: stats.uid, gid: stats.gid };
}

function readPasswd(): PasswdEntry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
