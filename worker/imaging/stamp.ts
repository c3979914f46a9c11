import { BLOCK, isClear, isWhitePlane, pixelWords } from './pixel-blocks.ts';
import { luma } from './tone.ts';

/** Least coverage of a pixel by a glyph or line to be stamped, of 255; found by recognition tests with tesseract. */
const MIN_ALPHA = 80;

/** The pixels of a page that are pure black or white: one bit per pixel, rows padded to whole bytes as in raw1. */
export interface Stamp {
  black: Uint8Array;
  white: Uint8Array;
}

/**
 * Pixels that must not be dithered: ink, as black or white by its own luminance, and all of the ground that is exactly black or
 * white, so that a photograph's errors leave no specks in a page's margins.
 *
 * Ink of a middle tone contrasts with its ground: grey on white becomes black, the same grey on black becomes white.
 * By its luminance alone half of such texts would vanish.
 *
 * `ink` is RGBA, premultiplied; `codes` the toned luminance of the ground.
 */
export function makeStamp(ink: Uint8Array, codes: Uint8Array, width: number, height: number): Stamp {
  const stride = (width + 7) >> 3;
  const black = new Uint8Array(stride * height);
  const white = new Uint8Array(stride * height);
  const inkWords = pixelWords(ink);
  for (let y = 0; y < height; y++) {
    let i = y * width;
    for (let x = 0; x < width; ) {
      const end = Math.min(x + BLOCK, width);
      const at = y * stride + (x >> 3);
      if (x + BLOCK <= width && isClear(inkWords, i) && isWhitePlane(codes, i)) {
        white[at] = 255;
        x += BLOCK;
        i += BLOCK;
        continue;
      }
      let dark = 0;
      let light = 0;
      for (let bit = 128; x < end; x++, i++, bit >>= 1) {
        const ground = codes[i]!;
        if (inkWords[i] !== 0 && ink[4 * i + 3]! >= MIN_ALPHA) {
          if (isLight(ink, 4 * i, ground)) light |= bit;
          else dark |= bit;
        } else if (ground === 255) light |= bit;
        else if (ground === 0) dark |= bit;
      }
      black[at] = dark;
      white[at] = light;
    }
  }
  return { black, white };
}

function isLight(ink: Uint8Array, at: number, ground: number): boolean {
  const share = luma(ink[at]!, ink[at + 1]!, ink[at + 2]!) / ink[at + 3]!;
  if (share > 0.35 && share < 0.82) {
    if (ground >= 224) return false;
    if (ground < 32) return true;
  }
  return share >= 0.5;
}

/** Applies the stamp to a raw1 frame, in place. */
export function stampRaw1(frame: Uint8Array, stamp: Stamp): void {
  for (let i = 0; i < frame.length; i++) frame[i] = (frame[i]! | stamp.white[i]!) & ~stamp.black[i]!;
}

/** Each of the 256 bytes with every bit doubled: a mask for pixels of two bits. */
const DOUBLED_BITS = Uint16Array.from({ length: 256 }, (_, byte) => {
  let doubled = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) doubled |= 3 << (2 * bit);
  return doubled;
});

/** Applies the stamp to a raw2 frame, in place. */
export function stampRaw2(frame: Uint8Array, stamp: Stamp, width: number, height: number): void {
  const stride = (width + 3) >> 2;
  const maskStride = (width + 7) >> 3;
  for (let y = 0; y < height; y++) {
    for (let b = 0; b < stride; b++) {
      const mask = y * maskStride + (b >> 1);
      const shift = b & 1 ? 0 : 8;
      const white = DOUBLED_BITS[stamp.white[mask]!]! >> shift;
      const black = DOUBLED_BITS[stamp.black[mask]!]! >> shift;
      const at = y * stride + b;
      frame[at] = (frame[at]! | white) & ~black;
    }
  }
}
