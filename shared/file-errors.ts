import { StartError } from './process.ts';

const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there; change its owner',
  EPERM: 'the file system does not allow it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'the disk quota is used up; make room',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'a file has that name',
  ENOENT: 'a folder above it does not exist',
  ELOOP: 'the path is a loop of links',
  ENAMETOOLONG: 'the path is too long',
};

/**
 * Returns the result of `run`. An error of the file system becomes a message that names `path` and its setting.
 * @throws {StartError}
 */
export function explainFileErrors<T>(path: string, run: () => T, setting = 'DATA_DIR'): T {
  try {
    return run();
  } catch (error) {
    throw explained(path, setting, error);
  }
}

function explained(path: string, setting: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ? REASONS[code] : undefined;
  return reason
    ? new StartError(`Cannot use ${path}: ${reason}, or choose another folder with ${setting}.`, {
        cause: error,
      })
    : error;
}
