import { type BitsPerPixel, rowBytes } from './dither.ts';
import { pngFile } from './png-file.ts';

/**
 * A packed frame as a PNG of the same depth (PNG 3rd edition): greyscale, not interlaced, rows not filtered, since what
 * few values leave to be found is in their runs. The rows of a frame are packed as those of a PNG are, so they are taken
 * as they are: at most 48 KB for one bit a pixel at 800x480.
 */
export function framePng(frame: Uint8Array, width: number, height: number, bits: BitsPerPixel): Uint8Array {
  const stride = rowBytes(width, bits);
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(frame.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return pngFile({ width, height, bits, color: 'grey' }, rows, { level: 9 });
}
