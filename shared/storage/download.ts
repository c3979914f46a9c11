import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import type { RouteResponse } from '../http/route.ts';
import { downloadResponse, objectRemovedError } from './download-response.ts';
import type { FileStore } from './file-store.ts';
import { contentHash, isObjectKey } from './object-key.ts';
import type { DownloadGrant } from './signed-requests.ts';

export interface DownloadRequest {
  grant: DownloadGrant;
  signature: string;
  headers: IncomingHttpHeaders;
}

/**
 * A signed download from the embedded store.
 * @throws {AppError} 403 `invalid_signature` or `url_expired`, 404 `not_found`, 416 `range_not_satisfiable`
 */
export async function download(
  store: FileStore,
  clock: Clock,
  { grant, signature, headers }: DownloadRequest,
): Promise<RouteResponse> {
  const now = clock.now();
  const { key, contentType, name, expires } = grant;
  store.signer.checkDownload(grant, signature, now);
  const facts = isObjectKey(key) ? await store.stat(key) : null;
  if (!facts) throw objectRemovedError();
  const object = { sha256: contentHash(key), sizeBytes: facts.sizeBytes, contentType, name, expires };
  return downloadResponse({ ...object, stream: (range) => store.stream(key, range) }, headers, now);
}
