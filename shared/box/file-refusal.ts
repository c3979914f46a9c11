import { StartError } from '../process.ts';

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there; change its owner or choose another folder with DATA_DIR',
  EPERM: 'the file system does not allow it; choose another folder with DATA_DIR',
  EROFS: 'the file system is read-only; choose another folder with DATA_DIR',
  ENOSPC: 'the disk is full; make room or choose another folder with DATA_DIR',
  EDQUOT: 'the disk quota is used up; make room or choose another folder with DATA_DIR',
  ENOTDIR: 'a part of that path is a file; choose another folder with DATA_DIR',
  EEXIST: 'there is a file of that name; choose another folder with DATA_DIR',
  ENOENT: 'a folder above it does not exist; choose another folder with DATA_DIR',
  ELOOP: 'the path is a loop of links; choose another folder with DATA_DIR',
  ENAMETOOLONG: 'the path is too long; choose another folder with DATA_DIR',
};

/** `run`'s result; a refusal of the file system becomes a sentence that names `path`. @throws {StartError} */
export function onFiles<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explained(path, error);
  }
}

function explained(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ? REASONS[code] : undefined;
  return reason ? new StartError(`Cannot use ${path}: ${reason}.`, { cause: error }) : error;
}
