import { postgresFailure } from './db/open.ts';
import { AppError } from './errors.ts';
import { StorageUnavailableError } from './storage/unavailable.ts';
import { RETRY_LATER, storageFullError } from './storage-full.ts';

/** The `503` for a failure of what this installation needs: a full disk, or an object store that is away. Else null. */
export function outageError(thrown: unknown): AppError | null {
  if (thrown instanceof StorageUnavailableError)
    return new AppError(
      503,
      'processing_unavailable',
      'Files cannot be stored or read just now.',
      {},
      RETRY_LATER,
    );
  return storageFullError(postgresFailure(thrown).code);
}
