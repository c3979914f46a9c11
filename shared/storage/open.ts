import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { explainFileErrors } from '../file-errors.ts';
import type { Route } from '../http/route.ts';
import type { Keys } from '../keys.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { openFileStore } from './file-store.ts';
import { storageRoutes } from './routes.ts';
import { type StorageConfig, s3Settings } from './s3-settings.ts';
import { createRequestSigner } from './signed-requests.ts';
import type { ObjectStore } from './store.ts';

export interface ObjectStoreOptions {
  config: Pick<Config, 'PUBLIC_URL'> & StorageConfig;
  keys: Keys;
  clock: Clock;
  /**
   * Called by the embedded store for each upload, before the response, with the staging key and the SHA-256 of the bytes.
   * May be called twice. Other stores receive uploads themselves and do not call it.
   */
  onUploaded(stagingKey: string, sha256: string): Promise<void>;
}

/** Opens the store of `STORAGE_URL`. `routes` are its HTTP routes, to be mounted without a prefix. */
export async function createObjectStore({
  config,
  keys,
  clock,
  onUploaded,
}: ObjectStoreOptions): Promise<{ store: ObjectStore; routes: Route[] }> {
  if (config.STORAGE_URL.startsWith('s3:')) {
    const { openS3Store } = await import('./s3-store.ts'); // large, and rarely needed
    return { store: openS3Store(s3Settings(config), clock), routes: [] };
  }
  const folder = fileStoreFolder(config.STORAGE_URL) as string;
  explainFileErrors(folder, () => makePrivateFolder(folder), 'STORAGE_URL');
  const store = await openFileStore({
    folder,
    publicUrl: config.PUBLIC_URL,
    signer: createRequestSigner(keys),
    clock,
  });
  return { store, routes: storageRoutes({ store, clock, onUploaded }) };
}

/** The folder of `file:` with an absolute or relative path, or of a `file://` address; null for a bucket. */
export function fileStoreFolder(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
