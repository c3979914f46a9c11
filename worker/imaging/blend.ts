import { luma } from './tone.ts';

/** The pixels of a page's two canvases, RGBA, premultiplied; the ground is opaque. */
export interface Layers {
  ground: Uint8Array;
  ink: Uint8Array;
}

/**
 * Lays the ink over the ground, in the ground's own bytes, and brings the ground's toned luminance up to date. Done
 * here and not on the canvas, because fetching a canvas's pixels once more costs more: fresh memory for all of them.
 */
export function blendLayers({ ground, ink }: Layers, codes: Uint8Array, tone: Uint8Array): void {
  const inkWords = words(ink);
  for (let pixel = 0; pixel < inkWords.length; pixel++) {
    if (inkWords[pixel] === 0) continue;
    const i = 4 * pixel;
    const rest = 255 - ink[i + 3]!;
    const red = ink[i]! + over255(ground[i]! * rest);
    const green = ink[i + 1]! + over255(ground[i + 1]! * rest);
    const blue = ink[i + 2]! + over255(ground[i + 2]! * rest);
    ground[i] = red;
    ground[i + 1] = green;
    ground[i + 2] = blue;
    codes[pixel] = tone[luma(red, green, blue)]!;
  }
}

/** A 255th, rounded, for products of two codes. */
function over255(product: number): number {
  return ((product + 128) * 257) >> 16;
}

/** Four bytes a pixel, looked at as one number: zero where there is nothing. */
export function words(rgba: Uint8Array): Int32Array {
  return new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
}
