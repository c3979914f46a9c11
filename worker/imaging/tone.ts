import { BLOCK, isWhite, pixelWords, WHITE } from './pixel-blocks.ts';

/** The exponent for panels without a setting: black reflects 8 %, dot gain 1.3. */
export const DEFAULT_TONE_EXPONENT = 1.3;

/**
 * Maps a luminance code (0 to 255) to the toned code that is dithered: `round(255 * (code / 255) ** exponent)`.
 * An exponent above 1 darkens the middle tones, which compensates for the light that the black of a panel reflects.
 */
export function toneTable(exponent: number): Uint8Array {
  const table = new Uint8Array(256);
  for (let code = 0; code < 256; code++) table[code] = Math.round(255 * (code / 255) ** exponent);
  return table;
}

/**
 * One toned luminance code per pixel, from interleaved sRGB codes (`channels` 3 or 4, alpha ignored). Rec. 709 luma in
 * 16-bit fixed point; the weights (BT.709-6, 3.2) sum to exactly 65,536, so white stays white.
 */
export function tonedLuminance(pixels: Uint8Array, channels: 3 | 4, table: Uint8Array): Uint8Array {
  const plane = new Uint8Array((pixels.length / channels) | 0);
  if (channels === 4) return flatLuminance(pixels, table, plane);
  for (let i = 0, p = 0; i < plane.length; i++, p += channels) {
    plane[i] = table[luma(pixels[p]!, pixels[p + 1]!, pixels[p + 2]!)]!;
  }
  return plane;
}

const IDENTITY = toneTable(1);

/** One luminance code per pixel, not toned. */
export function luminancePlane(pixels: Uint8Array, channels: 3 | 4): Uint8Array {
  return tonedLuminance(pixels, channels, IDENTITY);
}

/** Drawn pages consist of runs of one colour, so a pixel that equals the previous one is not computed again. */
function flatLuminance(pixels: Uint8Array, table: Uint8Array, plane: Uint8Array): Uint8Array {
  const all = pixelWords(pixels);
  plane.fill(table[255]!);
  let last = WHITE;
  let code = table[255]!;
  for (let start = 0; start < plane.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, plane.length);
    if (end - start === BLOCK && isWhite(all, start)) continue;
    for (let i = start; i < end; i++) {
      const word = all[i]!;
      if (word !== last) {
        last = word;
        code = table[luma(pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!)]!;
      }
      plane[i] = code;
    }
  }
  return plane;
}

/** Rec. 709 luma of sRGB codes, 0 to 255, rounded. */
export function luma(red: number, green: number, blue: number): number {
  return (13933 * red + 46871 * green + 4732 * blue + 32768) >> 16;
}
