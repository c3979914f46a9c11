import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, hashFile, nullIfMissing, placeFile, syncFolder } from './durable-file.ts';

// No key contains a tilde, so these names are free.
const BYTES = '~bytes';
const SEALED = '~sealed';

/** The key that a path below the root belongs to. */
export function keyOfPath(path: string): string {
  return path.replace(/(~sealed)?\/~bytes$/, '');
}

/**
 * Uploads that are not confirmed. Each has a folder that holds its bytes; renaming the folder seals the upload. The
 * rename is atomic, so an upload that races it is either inside, or left outside, found out and refused: bytes
 * that were once sealed are the ones that every later look finds.
 */
export interface StagedUploads {
  /**
   * Moves a complete file in, over an earlier upload of the same key. Once the key is sealed nothing is moved; the same
   * bytes as those that were sealed are accepted all the same. Returns whether the file was accepted.
   */
  accept(temporaryPath: string, key: string, sha256: string): Promise<boolean>;
  /** Bars further uploads and returns the path of the bytes, or null when nothing was uploaded. */
  seal(key: string): Promise<string | null>;
  /** Path of the bytes as they are now, sealed or not. */
  find(key: string): Promise<string | null>;
  /** Both places where bytes may lie. */
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
          // Somebody else sealed it first.
          if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
        }
      }
      return (await exists(sealed)) ? sealed : null;
    },
  };
}

/**
 * Whether the sealed bytes are the same. True when they have been removed meanwhile, because they were recorded or a
 * newer ticket ended them: the upload counts as one that came just before that, and the caller compares it with what
 * was recorded.
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
