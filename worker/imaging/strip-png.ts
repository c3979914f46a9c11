import { inflateSync } from 'node:zlib';
import { InvalidImageError } from './errors.ts';

/** Chunks that affect the pixels. Texts, times, animation and private chunks do not. */
const KEPT_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'eXIf',
]);

/** Real profiles have a few kilobytes, the largest ones of printers about a megabyte. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/**
 * The PNG without the chunks that a picture does not need. A few hundred kilobytes of zTXt or iTXt can inflate to
 * gigabytes in the decoder; without them the same file costs nothing. Returns the same array when there is nothing
 * to remove. Throws InvalidImageError when the lengths of the chunks are inconsistent.
 */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let keptFrom = 0;
  let at = 8;
  let ended = false;
  while (!ended) {
    if (at + 12 > bytes.length) throw new InvalidImageError('the PNG is truncated');
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new InvalidImageError('the PNG is truncated');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (
      !KEPT_CHUNKS.has(type) ||
      (type === 'iCCP' && isProfileBomb(bytes.subarray(at + 8, at + 8 + length)))
    ) {
      parts.push(bytes.subarray(keptFrom, at));
      keptFrom = end;
    }
    ended = type === 'IEND';
    at = end;
  }
  if (parts.length === 0) return bytes;
  parts.push(bytes.subarray(keptFrom, at));
  return Buffer.concat(parts);
}

/** iCCP: a name of up to 79 bytes, NUL, compression method, zlib stream (PNG 3rd edition, 11.3.2.3). */
function isProfileBomb(chunk: Uint8Array): boolean {
  const nameEnd = chunk.indexOf(0);
  if (nameEnd < 0) return true;
  try {
    inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return false;
  } catch {
    return true;
  }
}
