import { AppError, processingUnavailable } from './errors.ts';

/** What a full disk, a used-up quota and a file system that turned read-only say. */
const FILE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS'];
/** SQLSTATE of Postgres' own full disk; others of class 53: out of memory, too many connections (manual, appendix A). */
const DISK_FULL = '53100';
const INSUFFICIENT_RESOURCES = /^53...$/;

/** No room left where objects are kept. */
export class StorageFullError extends AppError {
  constructor() {
    super(503, 'processing_unavailable', 'There is no room left to store this.');
    this.name = 'StorageFullError';
  }
}

/** The `503` behind an error code of the file system or of Postgres, when it says that there is no room. */
export function storageFullError(code: string | undefined): AppError | null {
  if (code === undefined) return null;
  if (code === DISK_FULL || FILE_CODES.includes(code)) return new StorageFullError();
  return INSUFFICIENT_RESOURCES.test(code)
    ? processingUnavailable('The database has no room for more just now.')
    : null;
}
