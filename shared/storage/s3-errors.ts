import { StorageFullError } from '../storage-full.ts';
import { StorageUnavailableError } from './unavailable.ts';

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/**
 * The result of a request to the service. Its errors carry its name and address: they are for the log alone.
 * @throws {StorageFullError} when the service reports that there is no space
 * @throws {StorageUnavailableError} when it cannot be reached, does not answer in time, or refuses
 */
export async function served<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { name = '', $metadata } = error as S3Failure;
    if (/Quota|StorageFull/.test(name) || $metadata?.httpStatusCode === 507) throw new StorageFullError();
    throw new StorageUnavailableError(error);
  }
}

/** As `served`. Returns null when there is no such object. */
export async function servedOrMissing<T>(work: Promise<T>): Promise<T | null> {
  const isMissing = (error: S3Failure) => error.name === 'NotFound' || error.name === 'NoSuchKey';
  return served(
    work.catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
}
