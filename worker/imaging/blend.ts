import { BLOCK, isClear, pixelWords } from './pixel-blocks.ts';
import { luma } from './tone.ts';

/** The pixels of a page's two canvases, RGBA, premultiplied; the ground is opaque. */
export interface Layers {
  ground: Uint8Array;
  ink: Uint8Array;
}

/**
 * Lays the ink over the ground, in the ground's own bytes, and brings the ground's toned luminance up to date. Done
 * here and not on the canvas, because reading the pixels of the canvas once more would need new memory for all of them.
 */
export function blendLayers({ ground, ink }: Layers, codes: Uint8Array, tone: Uint8Array): void {
  const inkWords = pixelWords(ink);
  for (let start = 0; start < inkWords.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, inkWords.length);
    if (end - start === BLOCK && isClear(inkWords, start)) continue;
    for (let pixel = start; pixel < end; pixel++) {
      if (inkWords[pixel] !== 0) codes[pixel] = tone[blendPixel(ground, ink, 4 * pixel)]!;
    }
  }
}

/** Returns the luminance of the result. */
function blendPixel(ground: Uint8Array, ink: Uint8Array, i: number): number {
  const rest = 255 - ink[i + 3]!;
  const red = ink[i]! + over255(ground[i]! * rest);
  const green = ink[i + 1]! + over255(ground[i + 1]! * rest);
  const blue = ink[i + 2]! + over255(ground[i + 2]! * rest);
  ground[i] = red;
  ground[i + 1] = green;
  ground[i + 2] = blue;
  return luma(red, green, blue);
}

/** Divides the product of two codes by 255, rounded. */
function over255(product: number): number {
  return ((product + 128) * 257) >> 16;
}
