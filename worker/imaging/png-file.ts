import { crc32, deflateSync, type ZlibOptions } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER_BYTES = 13;
/** Length, type and check value of a chunk. */
const CHUNK_FRAME_BYTES = 12;

export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample. */
  bits: 1 | 2 | 4 | 8;
  color: 'grey' | 'rgb';
}

/**
 * Writes a PNG file (PNG 3rd edition), not interlaced, from rows that are already filtered: each has one byte with the number of
 * its filter (9.2), then its samples. The file has its own buffer, so that it can be transferred to another thread.
 * pngjs is not used, because it takes twice the time of the compression to copy the pixels of a page.
 */
export function pngFile(
  header: PngHeader,
  rows: Uint8Array,
  compression: ZlibOptions,
): Uint8Array<ArrayBuffer> {
  return assemblePng(header, deflateSync(rows, compression));
}

/** The same from rows that are already compressed (zlib). */
export function assemblePng(header: PngHeader, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(
    new ArrayBuffer(SIGNATURE.length + HEADER_BYTES + data.length + 3 * CHUNK_FRAME_BYTES),
  );
  file.set(SIGNATURE);
  const fields = Buffer.alloc(HEADER_BYTES);
  fields.writeUInt32BE(header.width, 0);
  fields.writeUInt32BE(header.height, 4);
  fields[8] = header.bits;
  fields[9] = header.color === 'grey' ? 0 : 2;
  let at = putChunk(file, SIGNATURE.length, 'IHDR', fields);
  at = putChunk(file, at, 'IDAT', data);
  putChunk(file, at, 'IEND', new Uint8Array());
  return new Uint8Array(file.buffer);
}

/** Returns the position of the next chunk. */
function putChunk(file: Buffer, start: number, type: string, data: Uint8Array): number {
  const end = start + 8 + data.length;
  file.writeUInt32BE(data.length, start);
  file.write(type, start + 4, 'latin1');
  file.set(data, start + 8);
  file.writeUInt32BE(crc32(file.subarray(start + 4, end)), end);
  return end + 4;
}
