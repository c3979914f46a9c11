/** What a panel's ink makes of a luminance code when nothing better is known: 8% black and dot gain 1.3. */
export const DEFAULT_TONE_EXPONENT = 1.3;

/**
 * Maps a luminance code (0 to 255) to the toned code that is dithered: `round(255 * (code / 255) ** exponent)`.
 * An exponent above 1 darkens the middle tones, which makes up for the light a panel's black gives back.
 */
export function toneTable(exponent: number): Uint8Array {
  const table = new Uint8Array(256);
  for (let code = 0; code < 256; code++) table[code] = Math.round(255 * (code / 255) ** exponent);
  return table;
}

/**
 * One toned luminance code a pixel, from interleaved sRGB codes (`channels` 3 or 4, alpha ignored).
 * Rec. 709 luma in 16-bit fixed point; the weights (BT.709-6, 3.2) sum to exactly 65,536, so white stays white.
 */
export function tonedLuminance(pixels: Uint8Array, channels: 3 | 4, table: Uint8Array): Uint8Array {
  const count = (pixels.length / channels) | 0;
  const plane = new Uint8Array(count);
  for (let i = 0, p = 0; i < count; i++, p += channels) {
    const luma = (13933 * pixels[p]! + 46871 * pixels[p + 1]! + 4732 * pixels[p + 2]! + 32768) >> 16;
    plane[i] = table[luma]!;
  }
  return plane;
}
