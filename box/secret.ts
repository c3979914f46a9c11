import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFileErrors } from '#shared/file-errors.ts';
import { randomBuffer, randomToken } from '#shared/ids.ts';
import { makePrivateFolder } from '#shared/private-folder.ts';
import { StartError } from '#shared/process.ts';
import { hasDatabase } from './postgres-folder.ts';

const SECRET_BYTES = 32;
export const MIN_SECRET_LENGTH = 32;

/** The installation's secret from `DATA_DIR/secret`, created on the first run. @throws {StartError} */
export function ensureSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  return explainFileErrors(file, () => {
    makePrivateFolder(dataDir);
    // Checked before the secret is read: a concurrent first run creates the secret before the database.
    const isFirstRun = !hasDatabase(dataDir);
    const secret = readSecret(file) ?? (isFirstRun ? makeSecret(file) : undefined);
    if (secret === undefined) {
      throw new StartError(
        `${file} is missing: put the original back, because what the database beside it holds is encrypted with it.`,
      );
    }
    if (secret.length < MIN_SECRET_LENGTH) {
      throw new StartError(
        `${file} is damaged: put the original back, because what the database holds is encrypted with it.`,
      );
    }
    return secret;
  });
}

/**
 * The secret that `make run` keeps in DATA_DIR for a database of DATABASE_URL. None is created, because processes that are
 * started alone use PLACARD_SECRET, and the database accepts one secret only.
 * @throws {StartError} when there is none
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  const secret = explainFileErrors(file, () => readSecret(file));
  if (secret !== undefined) return secret;
  throw new StartError(
    `PLACARD_SECRET is not set, and there is no ${file}: set the same one as for the processes that use this database.`,
  );
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a complete file before it links it to its name. Of two that are made at once the first stays. */
function makeSecret(file: string): string {
  const draft = `${file}.${randomBuffer(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomToken(SECRET_BYTES)}\n`, {
      mode: 0o600,
      flush: true,
    });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
