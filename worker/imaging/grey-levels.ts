/**
 * Values are between 0 - 128 and 255 + 128, because the weights sum to one. They are stored 128 too high, as indexes of tables. A
 * look-up is faster than comparisons with thresholds.
 */
const OFFSET = 128;

/** Rounding and offset, in sixteenths, of a value that gets no errors from the row above. */
export const GREY_ENTERING = 8 + 16 * OFFSET;

const VALUES = Array.from({ length: 512 }, (_, index) => index - OFFSET);

/** The nearest of `count` evenly spaced levels of each value, 0 black. Ties cannot happen: the steps are odd. */
export function levelsOf(count: number): Uint8Array {
  const step = 255 / (count - 1);
  return Uint8Array.from(VALUES, (value) => Math.min(count - 1, Math.max(0, Math.round(value / step))));
}

/** The error of each value: its difference to the level. */
export function errorsOf(count: number): Int32Array {
  const levels = levelsOf(count);
  return Int32Array.from(VALUES, (value, index) => value - (255 / (count - 1)) * levels[index]!);
}
