/**
 * Eight pixels at a time, unrolled: most of a page is white without ink, and a loop over single pixels takes longer to skip
 * those than to draw the rest.
 */
export const BLOCK = 8;

/** The word of an opaque white pixel. */
export const WHITE = -1;

/** The four bytes of each pixel (RGBA) as one number: 0 where nothing is drawn. */
export function pixelWords(rgba: Uint8Array): Int32Array {
  return new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
}

/** Whether nothing was drawn on the eight pixels from `i`. */
export function isClear(pixels: Int32Array, i: number): boolean {
  const left = pixels[i]! | pixels[i + 1]! | pixels[i + 2]! | pixels[i + 3]!;
  return (left | pixels[i + 4]! | pixels[i + 5]! | pixels[i + 6]! | pixels[i + 7]!) === 0;
}

/** Whether the eight pixels from `i` are opaque white. */
export function isWhite(pixels: Int32Array, i: number): boolean {
  const left = pixels[i]! & pixels[i + 1]! & pixels[i + 2]! & pixels[i + 3]!;
  return (left & pixels[i + 4]! & pixels[i + 5]! & pixels[i + 6]! & pixels[i + 7]!) === WHITE;
}

/** Whether the eight codes from `i` are white. */
export function isWhitePlane(codes: Uint8Array, i: number): boolean {
  const left = codes[i]! & codes[i + 1]! & codes[i + 2]! & codes[i + 3]!;
  return (left & codes[i + 4]! & codes[i + 5]! & codes[i + 6]! & codes[i + 7]!) === 255;
}
