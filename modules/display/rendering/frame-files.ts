import { sha256 } from '#shared/keys.ts';
import { type FrameFormat, frameFormats } from '#shared/picture-formats.ts';
import type { ObjectStore } from '#shared/storage/store.ts';
import type { StoredFile } from '../models/system-frame.ts';

export type FrameFiles = Record<FrameFormat, StoredFile>;

/** Stores every format under `<prefix>/<format>/<sha256>`. May be repeated. */
export async function storeFrames(
  store: ObjectStore,
  prefix: string,
  frames: Record<FrameFormat, Uint8Array>,
): Promise<FrameFiles> {
  const stored = frameFormats.map(async (format) => {
    const contentType = format === 'png' ? 'image/png' : 'application/octet-stream';
    return [format, await storeFile(store, `${prefix}/${format}`, frames[format], contentType)] as const;
  });
  return Object.fromEntries(await Promise.all(stored)) as FrameFiles;
}

/** Stores bytes under `<prefix>/<sha256>`. */
export async function storeFile(
  store: ObjectStore,
  prefix: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<StoredFile> {
  const hash = sha256(bytes);
  const file = { key: `${prefix}/${hash}`, sha256: hash, sizeBytes: bytes.byteLength };
  await store.put(file.key, bytes, contentType);
  return file;
}

export function bytesOf(files: FrameFiles): number {
  return Object.values(files).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

export function keysOf(files: FrameFiles): string[] {
  return Object.values(files).map(({ key }) => key);
}
