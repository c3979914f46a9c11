import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateTable = promisify(inflate);

const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;

/**
 * The font of a WOFF 1.0 file (W3C 2012, 4 and 5) as a plain font file: a directory of the tables, then each table inflated.
 * @throws {RangeError} when the file is not a WOFF, or truncated
 */
export async function unwrapWoff(file: Buffer): Promise<Buffer> {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('the file is no WOFF font');
  const count = file.readUInt16BE(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const at = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * index;
      const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
        number,
        number,
        number,
      ];
      const bytes = file.subarray(offset, offset + packed);
      const data = packed < length ? await inflateTable(bytes) : bytes;
      return { tag: file.subarray(at, at + 4), checksum: file.subarray(at + 16, at + 20), data };
    }),
  );
  const head = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * count);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * power, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE(16 * (count - power), 10);
  const parts: Uint8Array[] = [head];
  let place = head.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * index;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(place, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padding = (4 - (data.length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    place += data.length + padding;
  }
  return Buffer.concat(parts);
}
