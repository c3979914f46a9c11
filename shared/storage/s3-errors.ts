import { StorageFullError } from '../storage-full.ts';
import { StorageUnavailableError } from './unavailable.ts';

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/**
 * Returns the result of a request to the service. Errors contain its name and address, so they go to the log only.
 * @throws {StorageFullError} when the service reports that it has no space
 * @throws {StorageUnavailableError} when it is unreachable, does not respond in time, or refuses
 */
export async function callS3<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { name = '', $metadata } = error as S3Failure;
    if (/Quota|StorageFull/.test(name) || $metadata?.httpStatusCode === 507) throw new StorageFullError();
    throw new StorageUnavailableError(error);
  }
}

/** Like `callS3`. Returns null if the object does not exist. */
export async function callS3OrNull<T>(work: Promise<T>): Promise<T | null> {
  const isMissing = (error: S3Failure) => error.name === 'NotFound' || error.name === 'NoSuchKey';
  return callS3(
    work.catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
}
