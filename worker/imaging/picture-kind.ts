/** Whole-number facts about a luminance plane that tell drawings from photographs. */

/** Share of pixels, in percent, that equal their left neighbour: drawings are flat, camera noise is not. */
const FLAT_PERCENT = 55;
/** Share of pixels, in percent, that the eight most frequent codes hold. */
const FEW_CODES_PERCENT = 60;
/** The same among pixels that are not nearly black: a night sky is few codes too, what shines in it is many. */
const FEW_LIGHT_CODES_PERCENT = 35;
const NEARLY_BLACK = 24;
/** A picture of which one code fills this much, in percent, is drawn, however faint the rest. */
const ONE_CODE_PERCENT = 95;
/** A picture whose tones span less than this is faint, whatever it shows; few codes say nothing then. */
const MIN_RANGE = 90;

/**
 * Whether a picture was drawn (chart, screenshot, icon, QR code, page of type) rather than photographed: most of it
 * is flat, few codes hold nearly all pixels, and light and dark are far apart.
 */
export function isDrawn(luminance: Uint8Array, width: number): boolean {
  const histogram = new Uint32Array(256);
  let equal = 0;
  for (let start = 0; start < luminance.length; start += width) {
    let before = -1;
    for (let i = start; i < start + width; i++) {
      const code = luminance[i]!;
      histogram[code]!++;
      if (code === before) equal++;
      before = code;
    }
  }
  const pixels = luminance.length;
  if (100 * Math.max(...histogram) >= ONE_CODE_PERCENT * pixels) return true;
  if (100 * equal < FLAT_PERCENT * pixels) return false;
  if (rangeOf(histogram, pixels) < MIN_RANGE) return false;
  if (100 * mostFrequent(histogram) < FEW_CODES_PERCENT * pixels) return false;
  const light = histogram.subarray(NEARLY_BLACK);
  const lightPixels = light.reduce((sum, count) => sum + count, 0);
  return 100 * mostFrequent(light) >= FEW_LIGHT_CODES_PERCENT * lightPixels;
}

/** From the code that a five-hundredth of the pixels is below to the one that as many are above. */
function rangeOf(histogram: Uint32Array, pixels: number): number {
  const end = (codes: Iterable<number>) => {
    let seen = 0;
    for (const code of codes) {
      seen += histogram[code]!;
      if (seen * 500 >= pixels) return code;
    }
    return 0;
  };
  return end([...histogram.keys()].reverse()) - end(histogram.keys());
}

/** Pixels in the eight fullest places of a histogram. */
function mostFrequent(histogram: Uint32Array): number {
  return histogram
    .toSorted((a, b) => b - a)
    .subarray(0, 8)
    .reduce((sum, count) => sum + count, 0);
}
