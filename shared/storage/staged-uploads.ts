import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, hashFile, nullIfMissing, placeFile, syncFolder } from './durable-file.ts';

// Keys contain no tilde, so these names cannot collide with keys.
const BYTES = '~bytes';
const SEALED = '~sealed';

/** The key that a path below the root belongs to. */
export function keyOfPath(path: string): string {
  return path.replace(/(~sealed)?\/~bytes$/, '');
}

/**
 * Uploads that are not confirmed. Each has a folder with its bytes. Renaming the folder seals the upload. The rename is
 * atomic: a concurrent upload is either part of the sealed folder, or is detected and refused. Sealed bytes never change.
 */
export interface StagedUploads {
  /**
   * Moves a complete file in and replaces an earlier upload of the same key. Once the key is sealed nothing is moved, but
   * the same bytes as the sealed ones are still accepted. Returns whether the file was accepted.
   */
  accept(temporaryPath: string, key: string, sha256: string): Promise<boolean>;
  /** Prevents further uploads and returns the path of the bytes, or null when nothing was uploaded. */
  seal(key: string): Promise<string | null>;
  /** Path of the current bytes, sealed or not. */
  find(key: string): Promise<string | null>;
  /** Both paths at which the bytes may be. */
  paths(key: string): string[];
}

export function stagedUploads(root: string): StagedUploads {
  const openPath = (key: string) => join(root, key, BYTES);
  const sealedPath = (key: string) => join(root, key + SEALED, BYTES);

  return {
    paths: (key) => [sealedPath(key), openPath(key)],
    find: async (key) => {
      if (await exists(sealedPath(key))) return sealedPath(key);
      return (await exists(openPath(key))) ? openPath(key) : null;
    },
    async accept(temporaryPath, key, sha256) {
      if (await exists(sealedPath(key))) return isSameUpload(sealedPath(key), sha256);
      const { ino } = await stat(temporaryPath);
      await placeFile(temporaryPath, openPath(key));
      const sealed = await stat(sealedPath(key)).catch(() => null);
      if (sealed === null || sealed.ino === ino) return true;
      await rm(dirname(openPath(key)), { recursive: true, force: true });
      return isSameUpload(sealedPath(key), sha256);
    },
    async seal(key) {
      const sealed = sealedPath(key);
      if (!(await exists(sealed)) && (await exists(openPath(key)))) {
        try {
          await rename(dirname(openPath(key)), dirname(sealed));
          await syncFolder(dirname(sealed));
          await syncFolder(dirname(dirname(sealed)));
        } catch (error) {
          // Another process sealed it first.
          if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
        }
      }
      return (await exists(sealed)) ? sealed : null;
    },
  };
}

/**
 * Whether the sealed bytes are the same. True if they have been removed meanwhile, because they were recorded or a newer
 * ticket replaced them: the upload then counts as one that arrived before that, and the caller compares it with the record.
 */
async function isSameUpload(sealedPath: string, sha256: string): Promise<boolean> {
  const sealed = await nullIfMissing(hashFile(sealedPath));
  return sealed === null || sealed === sha256;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
