import { type BitsPerPixel, rowBytes } from './dither.ts';

/** A packed frame as grey codes, one byte per pixel, for PNG files. */
export function unpack(frame: Uint8Array, width: number, height: number, bits: BitsPerPixel): Uint8Array {
  const stride = rowBytes(width, bits);
  const top = (1 << bits) - 1;
  const step = 255 / top;
  const codes = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const bit = x * bits;
      codes[i] = ((frame[y * stride + (bit >> 3)]! >> (8 - bits - (bit & 7))) & top) * step;
    }
  }
  return codes;
}
