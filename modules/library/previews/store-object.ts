import type { Trx } from '#shared/db/open.ts';
import { sha256 } from '#shared/keys.ts';
import { runBytes } from '../analyses/start/run-bytes.ts';
import type { LibraryContext } from '../context.ts';
import { Preview } from '../models/preview.ts';
import { previewPrefix } from '../object-keys.ts';
import { checkStorageLimit } from '../uploads/check-storage-limit.ts';

/**
 * Stores an object of a preview as `<name>/<sha256>` below its prefix and returns the key.
 * @throws {StorageLimitError}
 */
export type StoreObject = (name: string, bytes: Uint8Array, contentType: string) => Promise<string>;

/** Bytes reserved for the objects of a preview: as many as for a run of the same request. */
export function previewBytes({ target, assets }: Preview['request']): number {
  return runBytes(target, assets);
}

/** Objects beyond the reservation of a preview are checked against the user's storage limit before they are stored. */
export function createStoreObject(context: LibraryContext, preview: Preview): StoreObject {
  let bytesLeft = previewBytes(preview.request);
  return async (name, bytes, contentType) => {
    bytesLeft -= bytes.byteLength;
    const excessBytes = Math.max(0, -bytesLeft);
    bytesLeft += excessBytes;
    if (excessBytes > 0) await reserveMore(context, preview, excessBytes);
    const key = `${previewPrefix(preview)}${name}/${sha256(bytes)}`;
    await context.store.put(key, bytes, contentType);
    return key;
  };
}

async function reserveMore(context: LibraryContext, { id, userId }: Preview, bytes: number): Promise<void> {
  const reserve = async (trx: Trx) => {
    await checkStorageLimit(context, trx, { userId, bytes });
    await Preview.query(trx).findById(id).increment('held_bytes', bytes);
  };
  await context.inUserTransaction(userId, reserve, () => {});
}
