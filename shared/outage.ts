import { postgresFailure } from './db/open.ts';
import { AppError } from './errors.ts';
import { StorageUnavailableError } from './storage/unavailable.ts';
import { RETRY_LATER, StorageFullError, storageFullError } from './storage-full.ts';

const UNAVAILABLE = 'Files cannot be stored or read just now.';

/**
 * Returns the `503` for a full disk or an unavailable object store, or null for other errors. Its `cause` is for the log.
 */
export function outageError(thrown: unknown): AppError | null {
  if (thrown instanceof StorageFullError) return thrown;
  const outage =
    thrown instanceof StorageUnavailableError
      ? new AppError(503, 'processing_unavailable', UNAVAILABLE, {}, RETRY_LATER)
      : storageFullError(postgresFailure(thrown).code);
  return outage && Object.assign(outage, { cause: thrown });
}
