import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { RouteResponse } from '../http/route.ts';
import { contentDisposition } from './content-disposition.ts';
import { orMissing } from './durable-file.ts';
import type { FileStore } from './file-store.ts';
import { contentHash, isObjectKey } from './object-key.ts';
import type { DownloadGrant } from './signed-requests.ts';

export interface DownloadRequest {
  grant: DownloadGrant;
  signature: string;
  headers: IncomingHttpHeaders;
}

/**
 * A signed download: conditional (RFC 9110, section 13) and in one range if asked (section 14). Several ranges, and
 * ranges that are not well-formed, are answered with the whole object, as section 14.2 allows.
 * @throws {AppError} 403 `invalid_signature` or `url_expired`, 404 `not_found`, 416 `range_not_satisfiable`
 */
export async function download(
  store: FileStore,
  clock: Clock,
  { grant, signature, headers }: DownloadRequest,
): Promise<RouteResponse> {
  const now = clock.now();
  store.signer.checkDownload(grant, signature, now);
  const file = isObjectKey(grant.key) ? await orMissing(open(store.localPath(grant.key))) : null;
  if (!file) throw new AppError(404, 'not_found', 'This object has been removed.');
  try {
    return await answer(file, grant, headers, now);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function answer(
  file: FileHandle,
  grant: DownloadGrant,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<RouteResponse> {
  const { size } = await file.stat();
  const etag = `"${contentHash(grant.key)}"`;
  const remaining = Math.max(0, Number(grant.expires) - Math.ceil(now.getTime() / 1000));
  const common = { ETag: etag, 'Cache-Control': `private, max-age=${remaining}`, 'Accept-Ranges': 'bytes' };
  if (matches(headers['if-none-match'], etag)) {
    await file.close();
    return { status: 304, headers: common };
  }
  const wanted =
    headers['if-range'] === undefined || headers['if-range'] === etag ? headers.range : undefined;
  const range = parseRange(wanted, size);
  const { start, end } = range ?? { start: 0, end: size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'Content-Type': grant.contentType,
      'Content-Length': String(end - start + 1),
      'Content-Disposition': contentDisposition(grant.contentType, grant.name),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
    stream: file.createReadStream(size === 0 ? {} : { start, end }),
  };
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const fromEnd = match[1] === '';
  const start = fromEnd ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = fromEnd || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && !fromEnd && Number(match[2]) < start) return null;
  if (start >= size) {
    throw new AppError(
      416,
      'range_not_satisfiable',
      `This object has ${size} bytes.`,
      {},
      { 'Content-Range': `bytes */${size}` },
    );
  }
  return { start, end };
}
