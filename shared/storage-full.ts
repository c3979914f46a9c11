import { AppError, processingUnavailable } from './errors.ts';

/** Codes of a full disk, an exhausted quota and a file system that became read-only. */
const FILE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS'];
/** SQLSTATE of a full disk of Postgres. Others of class 53: out of memory, too many connections (manual, appendix A). */
const DISK_FULL = '53100';
const INSUFFICIENT_RESOURCES = /^53...$/;

/** Longer than the pauses of a client that retries by itself, because an outage usually lasts longer. */
export const RETRY_LATER = { 'Retry-After': '30' };

/** The object store is full. */
export class StorageFullError extends AppError {
  constructor() {
    super(503, 'processing_unavailable', 'There is no room left to store this.', {}, RETRY_LATER);
    this.name = 'StorageFullError';
  }
}

/** The user's limit (`STORAGE_MAX_BYTES_PER_USER`) would be exceeded. */
export class StorageLimitError extends AppError {
  constructor(limitBytes: number) {
    super(
      503,
      'processing_unavailable',
      `Your stored assets and pictures would take more than the ${limitBytes} bytes you may use.`,
    );
    this.name = 'StorageLimitError';
  }
}

/** The `503` for an error code of the file system or of Postgres that reports missing space. Null for other codes. */
export function storageFullError(code: string | undefined): AppError | null {
  if (code === undefined) return null;
  if (code === DISK_FULL || FILE_CODES.includes(code)) return new StorageFullError();
  return INSUFFICIENT_RESOURCES.test(code)
    ? processingUnavailable('The database has no room for more just now.')
    : null;
}
