import type { Picture } from '../sandbox/task-result.ts';

/** Sides of the squares that are looked at, and their distance down, in pixels: together 13 mm of a sheet of A4. */
const SQUARE = 64;
const STEP = 8;
/** Luminance that parts dark from light: of black on white, and of a light colour on white or of white on a colour. */
const THRESHOLDS = [128, 208];
/** Percent of a square in a code that is dark. Type has less. */
const MIN_DARK = 34;
const MAX_DARK = 68;

/**
 * Whether a page may have a code for machines: somewhere about half of the pixels of a square are dark. Lines of type are
 * lighter, and solid areas darker. Smaller codes are missed.
 */
export function mayHaveCode({ data, width, height }: Picture): boolean {
  const luminance = new Uint8Array(width * height);
  for (let i = 0; i < luminance.length; i++)
    luminance[i] = (77 * data[3 * i]! + 150 * data[3 * i + 1]! + 29 * data[3 * i + 2]!) >> 8;
  return THRESHOLDS.some((threshold) => hasMixedSquare(luminance, width, height, threshold));
}

function hasMixedSquare(luminance: Uint8Array, width: number, height: number, threshold: number): boolean {
  const columns = new Uint16Array(width);
  const [least, most] = [MIN_DARK, MAX_DARK].map((share) => (share * SQUARE * SQUARE) / 100) as [
    number,
    number,
  ];
  for (let bottom = 0; bottom < height; bottom++) {
    for (let x = 0, i = bottom * width; x < width; x++, i++) if (luminance[i]! < threshold) columns[x]! += 1;
    if (bottom >= SQUARE)
      for (let x = 0, i = (bottom - SQUARE) * width; x < width; x++, i++)
        if (luminance[i]! < threshold) columns[x]! -= 1;
    if (bottom < SQUARE - 1 || bottom % STEP !== 0) continue;
    let dark = 0;
    for (let x = 0; x < width; x++) {
      dark += columns[x]! - (x >= SQUARE ? columns[x - SQUARE]! : 0);
      if (x >= SQUARE - 1 && dark >= least && dark <= most) return true;
    }
  }
  return false;
}
