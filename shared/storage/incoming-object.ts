import { createHash } from 'node:crypto';
import { reportDiskFull } from './durable-file.ts';
import type { IncomingObject, Promoted } from './store.ts';
import type { TemporaryFiles } from './temporary-files.ts';

/**
 * Receives an object in chunks into a temporary file. `place` stores the complete and synced file under its key.
 */
export async function openIncomingObject(
  temporaryFiles: TemporaryFiles,
  place: (path: string, key: string, contentType: string) => Promise<void>,
): Promise<IncomingObject> {
  const file = await reportDiskFull(() => temporaryFiles.create());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= reportDiskFull(async () => {
      await file.handle.sync();
      await file.handle.close();
    });
    return ended;
  };
  return {
    end,
    async write(bytes) {
      hash.update(bytes);
      sizeBytes += bytes.length;
      await reportDiskFull(async () => {
        for (let written = 0; written < bytes.length; )
          written += (await file.handle.write(bytes, written)).bytesWritten;
      });
    },
    facts: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }),
    async keep(prefix, contentType): Promise<Promoted> {
      const sha256 = hash.copy().digest('hex');
      const key = `${prefix}/${sha256}`;
      await end();
      await reportDiskFull(() => place(file.path, key, contentType));
      return { key, sha256, sizeBytes };
    },
    discard: () => file.discard(),
  };
}
