import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Slash-separated, ASCII. */
  name: string;
  bytes: Uint8Array;
}

const MIN_READER_VERSION = 20; // 2.0, for deflate
const DEFLATE = 8;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the earliest date of the format. It is constant, so that the same entries give the same bytes. */
const EARLIEST_DATE = 0x0021;

/** A ZIP file (APPNOTE 6.3.9) of a few small entries, each deflated, without ZIP64. */
export function zipFile(entries: ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const deflated = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(MIN_READER_VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt16LE(EARLIEST_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(deflated.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes, deflated]);
    const rest = Buffer.alloc(14); // comment, disk and attributes: none
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([signature(0x02014b50), uint16(MIN_READER_VERSION), common, rest, nameBytes]),
    );
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...parts, listing, signature(0x06054b50), end]));
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
