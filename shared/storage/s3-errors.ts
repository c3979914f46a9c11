import { StorageFullError } from '../storage-full.ts';

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Returns null when there is no such object. */
export async function nullIfNoObject<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { name } = error as S3Failure;
    if (name === 'NotFound' || name === 'NoSuchKey') return null;
    throw error;
  }
}

/** @throws {StorageFullError} when the service reports that there is no space */
export async function reportBucketFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { name = '', $metadata } = error as S3Failure;
    if (/Quota|StorageFull/.test(name) || $metadata?.httpStatusCode === 507) throw new StorageFullError();
    throw error;
  }
}
