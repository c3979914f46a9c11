/** How the tones of a picture are changed, from its histogram. Integer arithmetic. */
export interface ToneCurve {
  /** The new code for every luminance code. */
  table: Uint8Array;
  /** The unused part of the range: 0 for a picture that uses all of it, 256 for one that uses little of it. */
  need: number;
}

/** The range that a picture uses excludes one part in so many at either end: half a percent. */
const END_DIVISOR = 200;
/** Greatest gain, in 256ths. More would only amplify the noise of a dark picture. */
const MAX_GAIN = 5 * 256;
/** A range of at least the first width is not changed; one of at most the second is stretched to black and white. */
const FULL_RANGE = 215;
const NARROW_RANGE = 165;
/** Bounds of the median, and the greatest bend of the middle tones to reach them, in 256ths. */
const MIN_MEDIAN = 58;
const MAX_MEDIAN = 170;
const MAX_BEND = 512;
/** Codes this near to black or white become black or white, because a flat tone that is nearly black is dithered to specks. */
const SNAP_DISTANCE = 6;

/**
 * Stretches the used range to black and white, then bends the middle tones so that the median is neither dark nor
 * pale: `x -> 255 p x / (p x + q (255 - x))`, which keeps both ends and needs only integers.
 */
export function toneCurve(histogram: Uint32Array, pixels: number): ToneCurve {
  const low = percentile(histogram, Math.floor(pixels / END_DIVISOR));
  const high = percentile(histogram, pixels - 1 - Math.floor(pixels / END_DIVISOR));
  const range = Math.max(1, high - low);
  const need = clamp(Math.floor((256 * (FULL_RANGE - range)) / (FULL_RANGE - NARROW_RANGE)), 0, 256);
  const stretch = stretchTo(low, high, need);
  const median = stretch[percentile(histogram, pixels >> 1)]!;
  const bend = bendFor(median);
  return { table: stretch.map((code) => snap(bent(code, bend))), need };
}

function stretchTo(low: number, high: number, need: number): Uint8Array {
  const range = Math.max(1, high - low);
  const wantedLow = low - ((low * need) >> 8);
  const wantedHigh = high + (((255 - high) * need) >> 8);
  const gain = Math.min(MAX_GAIN, Math.floor((256 * (wantedHigh - wantedLow)) / range));
  // A range that cannot be stretched to both ends stays near the end where it was: dark stays dark, fog becomes white.
  const reach = (gain * range) >> 8;
  const spare = wantedHigh - wantedLow - reach;
  const base = wantedLow + Math.floor((spare * low) / Math.max(1, low + 255 - high));
  return Uint8Array.from({ length: 256 }, (_, code) => clamp(base + (((code - low) * gain) >> 8), 0, 255));
}

/** p / q of the bend, in 256ths. */
function bendFor(median: number): number {
  const wanted = clamp(median, MIN_MEDIAN, MAX_MEDIAN);
  if (wanted === median) return 256;
  const ratio = Math.floor((256 * wanted * (255 - median)) / Math.max(1, median * (255 - wanted)));
  return clamp(ratio, Math.floor(65536 / MAX_BEND), MAX_BEND);
}

function bent(code: number, bend: number): number {
  const up = bend * code;
  const all = up + 256 * (255 - code);
  return Math.floor((2 * 255 * up + all) / (2 * all));
}

function snap(code: number): number {
  if (code < 4 * SNAP_DISTANCE) return Math.max(0, Math.floor(((code - SNAP_DISTANCE) * 4) / 3));
  if (code > 255 - 4 * SNAP_DISTANCE)
    return 255 - Math.max(0, Math.floor(((255 - code - SNAP_DISTANCE) * 4) / 3));
  return code;
}

/** The code of the pixel at an index in the order from dark to light. */
function percentile(histogram: Uint32Array, place: number): number {
  let seen = 0;
  for (let code = 0; code < 256; code++) {
    seen += histogram[code]!;
    if (seen > place) return code;
  }
  return 255;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
