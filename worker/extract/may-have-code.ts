import type { Picture } from '../sandbox/task-result.ts';

/** Side of the examined squares and the distance between them, in pixels: together 13 mm of a sheet of A4. */
const SQUARE_PIXELS = 64;
const STEP_PIXELS = 8;
/** Luminance between dark and light: for black on white, and for a light colour on white or white on a colour. */
const THRESHOLDS = [128, 208];
/** Range of the percentage of dark pixels in a square of a code. Type has less. */
const MIN_DARK_PERCENT = 34;
const MAX_DARK_PERCENT = 68;

/**
 * Whether a page may have a machine-readable code: in some square about half of the pixels are dark. Lines of type are lighter,
 * and solid areas darker. Smaller codes are missed.
 */
export function mayHaveCode({ data, width, height }: Picture): boolean {
  const luminance = new Uint8Array(width * height);
  for (let i = 0; i < luminance.length; i++)
    luminance[i] = (77 * data[3 * i]! + 150 * data[3 * i + 1]! + 29 * data[3 * i + 2]!) >> 8;
  return THRESHOLDS.some((threshold) => hasMixedSquare(luminance, width, height, threshold));
}

function hasMixedSquare(luminance: Uint8Array, width: number, height: number, threshold: number): boolean {
  const columns = new Uint16Array(width);
  const [least, most] = [MIN_DARK_PERCENT, MAX_DARK_PERCENT].map(
    (share) => (share * SQUARE_PIXELS * SQUARE_PIXELS) / 100,
  ) as [number, number];
  for (let bottom = 0; bottom < height; bottom++) {
    for (let x = 0, i = bottom * width; x < width; x++, i++) if (luminance[i]! < threshold) columns[x]! += 1;
    if (bottom >= SQUARE_PIXELS)
      for (let x = 0, i = (bottom - SQUARE_PIXELS) * width; x < width; x++, i++)
        if (luminance[i]! < threshold) columns[x]! -= 1;
    if (bottom < SQUARE_PIXELS - 1 || bottom % STEP_PIXELS !== 0) continue;
    let dark = 0;
    for (let x = 0; x < width; x++) {
      dark += columns[x]! - (x >= SQUARE_PIXELS ? columns[x - SQUARE_PIXELS]! : 0);
      if (x >= SQUARE_PIXELS - 1 && dark >= least && dark <= most) return true;
    }
  }
  return false;
}
