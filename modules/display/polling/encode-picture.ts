import { PANEL_VIEWPORT } from '../output-profile.ts';

export const BMP_BYTES = 48_062;
const BMP_HEADER_BYTES = BMP_BYTES - 48_000;

/**
 * Encodes a `raw1` frame of 800x480 as a BMP with one bit per pixel, 48,062 bytes: rows from bottom to top, 0 is black. The
 * only format that every version of TRMNL's firmware accepts (see its `parseBMPHeader`).
 */
export function encodeBmp(raw1: Uint8Array): Buffer {
  const { width, height } = PANEL_VIEWPORT;
  const file = Buffer.alloc(BMP_BYTES);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(BMP_BYTES, 2);
  file.writeUInt32LE(BMP_HEADER_BYTES, 10);
  file.writeUInt32LE(40, 14); // BITMAPINFOHEADER
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26); // planes
  file.writeUInt16LE(1, 28); // bits a pixel
  file.writeUInt32LE((width * height) / 8, 34);
  file.writeUInt32LE(2, 46); // colours
  file.writeUInt32LE(0x00ffffff, 58); // after black, white
  const stride = width / 8;
  for (let y = 0; y < height; y++)
    file.set(raw1.subarray(y * stride, (y + 1) * stride), BMP_HEADER_BYTES + (height - 1 - y) * stride);
  return file;
}

/** Whether a `raw2` frame has more than two values, so that one bit per pixel is not sufficient. */
export function hasGreys(raw2: Uint8Array): boolean {
  let seen = 0;
  for (const byte of raw2) {
    seen |= (1 << (byte & 3)) | (1 << ((byte >> 2) & 3)) | (1 << ((byte >> 4) & 3)) | (1 << (byte >> 6));
    if (seen === 7 || seen === 11 || seen === 13 || seen >= 14) return true;
  }
  return false;
}

export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** A packed 800x480 frame turned clockwise, with its new size. */
export function rotateFrame(
  frame: Uint8Array,
  bits: 1 | 2,
  rotation: Rotation,
): { frame: Uint8Array; width: number; height: number } {
  const { width, height } = PANEL_VIEWPORT;
  if (rotation === 0) return { frame, width, height };
  const isUpright = rotation !== 180;
  const [newWidth, newHeight] = isUpright ? [height, width] : [width, height];
  const turned = new Uint8Array(frame.length); // both sides are whole bytes
  const mask = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sourceBit = (y * width + x) * bits;
      const value = ((frame[sourceBit >> 3] ?? 0) >> (8 - bits - (sourceBit & 7))) & mask;
      if (value === 0) continue;
      const newX = rotation === 90 ? height - 1 - y : rotation === 180 ? width - 1 - x : y;
      const newY = rotation === 90 ? x : rotation === 180 ? height - 1 - y : width - 1 - x;
      const targetBit = (newY * newWidth + newX) * bits;
      turned[targetBit >> 3] = (turned[targetBit >> 3] ?? 0) | (value << (8 - bits - (targetBit & 7)));
    }
  }
  return { frame: turned, width: newWidth, height: newHeight };
}
