import { link, open, readFile, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Clock } from '../clock.ts';
import { sha256 } from '../keys.ts';
import { errorCode, hashFile, makeFolder, nullIfMissing, placeFile, reportDiskFull } from './durable-file.ts';
import { fileAddresses } from './file-addresses.ts';
import { openIncomingObject } from './incoming-object.ts';
import { listObjects } from './list-objects.ts';
import { assertObjectKey, contentHash, isStagingKey } from './object-key.ts';
import type { RequestSigner } from './signed-requests.ts';
import { type StagedUploads, stagedUploads } from './staged-uploads.ts';
import { ObjectMissingError, type ObjectStore } from './store.ts';
import { openTemporaryFiles, TEMPORARY_FOLDER, type TemporaryFiles } from './temporary-files.ts';

/** The embedded store with the parts that its HTTP routes need. */
export interface FileStore extends ObjectStore {
  temporaryFiles: TemporaryFiles;
  staged: StagedUploads;
  signer: RequestSigner;
  localPath(key: string): string;
}

export interface FileStoreOptions {
  folder: string;
  /** Address under which the routes of the store are reachable, without a slash at the end. */
  publicUrl: string;
  signer: RequestSigner;
  clock: Clock;
}

/** Stores objects as files: the key of an object is its path below `folder`. Several processes may share the folder. */
export async function openFileStore({
  folder,
  publicUrl,
  signer,
  clock,
}: FileStoreOptions): Promise<FileStore> {
  await makeFolder(folder);
  const temporaryFiles = await openTemporaryFiles(join(folder, TEMPORARY_FOLDER));
  const staged = stagedUploads(folder);
  const pathOf = (key: string) => join(folder, assertObjectKey(key));
  const find = async (key: string) => (isStagingKey(assertObjectKey(key)) ? staged.find(key) : pathOf(key));

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    const temporary = await temporaryFiles.create();
    try {
      await temporary.handle.writeFile(bytes);
      await temporary.handle.sync();
      await placeFile(temporary.path, path);
    } finally {
      await temporary.discard();
    }
  }

  return {
    temporaryFiles,
    staged,
    signer,
    localPath: pathOf,
    async put(key, bytes) {
      if (contentHash(key) !== sha256(bytes))
        throw new TypeError(`${key} does not name the SHA-256 of its bytes.`);
      await reportDiskFull(() => write(pathOf(key), bytes));
    },
    receive: () =>
      openIncomingObject(temporaryFiles, (path, key) =>
        placeFile(path, pathOf(assertObjectKey(key)), linkOnce),
      ),
    async read(key) {
      const path = await find(key);
      const bytes = path === null ? null : await nullIfMissing(readFile(path));
      if (!bytes) throw new ObjectMissingError(key);
      return bytes;
    },
    async stream(key, range) {
      const path = await find(key);
      const file = path === null ? null : await nullIfMissing(open(path));
      if (!file) throw new ObjectMissingError(key);
      return file.createReadStream(range ?? {});
    },
    async stat(key) {
      const path = await find(key);
      const facts = path === null ? null : await nullIfMissing(stat(path));
      return facts?.isFile() ? { sizeBytes: facts.size, modifiedAt: facts.mtime } : null;
    },
    async promote(stagingKey, prefix) {
      return reportDiskFull(async () => {
        const sealed = await staged.seal(assertObjectKey(stagingKey));
        const hash = sealed && (await nullIfMissing(hashFile(sealed)));
        if (!hash) throw new ObjectMissingError(stagingKey);
        const key = `${assertObjectKey(prefix)}/${hash}`;
        if (!(await nullIfMissing(placeFile(sealed, pathOf(key), linkOnce).then(() => true))))
          throw new ObjectMissingError(stagingKey);
        // Set the time of the confirmation, so that the clean-up does not delete the copy as an old orphan.
        await utimes(pathOf(key), clock.now(), clock.now());
        return { key, sha256: hash, sizeBytes: (await stat(pathOf(key))).size };
      });
    },
    async remove(keys) {
      for (const key of keys) {
        for (const path of isStagingKey(assertObjectKey(key)) ? staged.paths(key) : [pathOf(key)]) {
          await rm(path, { force: true });
          await removeEmptyFolders(dirname(path), folder);
        }
      }
    },
    list: (prefix) => listObjects(folder, prefix),
    ...fileAddresses(publicUrl, signer),
    async check() {
      const temporary = await temporaryFiles.create();
      try {
        await reportDiskFull(() => temporary.handle.writeFile('check'));
      } finally {
        await temporary.discard();
      }
    },
    cleanUp: () => temporaryFiles.removeAbandoned(clock.now()),
  };
}

/** The same bytes may exist under this name already, from an earlier attempt or another upload. */
async function linkOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.startsWith(root + sep); empty = dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue;
      return;
    }
  }
}
