import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { RouteResponse } from '../http/route.ts';
import { contentDisposition } from './content-disposition.ts';
import { type ByteRange, ObjectMissingError } from './store.ts';

/** An object that the caller may download. */
export interface Downloadable {
  /** Lower-case hex: the ETag. */
  sha256: string;
  sizeBytes: number;
  contentType: string;
  /** File name for saving; empty to display the object. */
  name: string;
  /** Unix time in seconds at which the address expires. */
  expires: string;
  /** @throws {ObjectMissingError} */
  stream(range: ByteRange | null): Promise<Readable>;
}

/**
 * Responds to a download: conditional (RFC 9110, section 13) and with one range if requested (section 14). For several
 * ranges, or malformed ranges, the response is the whole object, as section 14.2 allows.
 * @throws {AppError} 404 `not_found`, 416 `range_not_satisfiable`
 */
export async function downloadResponse(
  { sha256, sizeBytes, contentType, name, expires, stream }: Downloadable,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<RouteResponse> {
  const etag = `"${sha256}"`;
  const remaining = Math.max(0, Number(expires) - Math.ceil(now.getTime() / 1000));
  const common = { ETag: etag, 'Cache-Control': `private, max-age=${remaining}`, 'Accept-Ranges': 'bytes' };
  if (matches(headers['if-none-match'], etag)) return { status: 304, headers: common };
  const wanted =
    headers['if-range'] === undefined || headers['if-range'] === etag ? headers.range : undefined;
  const range = parseRange(wanted, sizeBytes);
  const length = range ? range.end - range.start + 1 : sizeBytes;
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'Content-Type': contentType,
      'Content-Length': String(length),
      'Content-Disposition': contentDisposition(contentType, name),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${sizeBytes}` }),
    },
    stream: await stream(range).catch((error) => {
      throw error instanceof ObjectMissingError ? objectRemovedError() : error;
    }),
  };
}

export function objectRemovedError(): AppError {
  return new AppError(404, 'not_found', 'This object has been removed.');
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

function parseRange(header: string | undefined, size: number): ByteRange | null {
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
