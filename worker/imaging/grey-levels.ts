/**
 * Values stay within 0 - 128 to 255 + 128 (the weights sum to one); they are kept 128 too high, as places in tables. A look-up
 * is shorter than counting thresholds, and the time of dithering is that of the chain from one pixel's error to the next.
 */
const OFFSET = 128;

/** What a value in sixteenths has beside its code and its errors: half of one to round, and the offset. */
export const GREY_ENTERING = 8 + 16 * OFFSET;

const PLACES = Array.from({ length: 512 }, (_, place) => place - OFFSET);

/** The nearest of `count` evenly spaced levels of each value, 0 black. Ties cannot happen: the steps are odd. */
export function levelsOf(count: number): Uint8Array {
  const step = 255 / (count - 1);
  return Uint8Array.from(PLACES, (value) => Math.min(count - 1, Math.max(0, Math.round(value / step))));
}

/** What each value is above its level. */
export function errorsOf(count: number): Int32Array {
  const levels = levelsOf(count);
  return Int32Array.from(PLACES, (value, place) => value - (255 / (count - 1)) * levels[place]!);
}
