/** What a panel reported of its battery, and when. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  percent: number;
}

/** A rise of more percent is a charge; less is warmth, load and rounding. Told from some readings before and after it. */
const CHARGE_RISE_PERCENT = 10;
const READINGS_BESIDE_CHARGE = 6;
/** Readings since the last charge, and percent used since then, before a forecast is worth telling. */
const MIN_READINGS = 12;
const MIN_DROP_PERCENT = 5;
/** Twice as many readings and more are put together: the slopes between all pairs would take too long. */
const MIN_POINTS = 40;

/**
 * When a battery will be empty, in milliseconds since 1970, if it goes on as since its last charge; null while that is
 * too short to tell. The slope is the median of those between all pairs of readings (Theil and Sen), which single wrong
 * readings don't move. It is right for percents that are proportional to the charge.
 */
export function forecastEmpty(readings: readonly Reading[]): number | null {
  const sinceThen = sinceCharge(readings);
  if (sinceThen.length < MIN_READINGS) return null;
  const discharge = putTogether(sinceThen);
  const [first, last] = [discharge[0] as Reading, discharge.at(-1) as Reading];
  const slope = median(
    discharge.flatMap((from, index) =>
      discharge.slice(index + 1).map((to) => (to.percent - from.percent) / (to.at - from.at)),
    ),
  );
  if (slope * (last.at - first.at) > -MIN_DROP_PERCENT) return null;
  const atFirst = median(discharge.map(({ at, percent }) => percent - slope * (at - first.at)));
  return Math.round(first.at - atFirst / slope);
}

/**
 * At most `2 * MIN_POINTS - 1` readings for many, each the median of as many that follow each other. The median of
 * percents is that of the volts they were read from: it is not moved by the bends of a cell's curve, as a mean is.
 */
function putTogether(readings: Reading[]): Reading[] {
  const size = Math.floor(readings.length / MIN_POINTS);
  if (size < 2) return readings;
  const from = readings.length % size;
  return Array.from({ length: Math.floor(readings.length / size) }, (_, group) => {
    const together = readings.slice(from + group * size, from + (group + 1) * size);
    return {
      at: median(together.map(({ at }) => at)),
      percent: median(together.map(({ percent }) => percent)),
    };
  });
}

/** The readings since the last charge, oldest first. */
function sinceCharge(readings: readonly Reading[]): Reading[] {
  const percents = readings.map(({ percent }) => percent);
  const start = percents.findLastIndex((_, index) => {
    if (index === 0) return true;
    const before = percents.slice(Math.max(0, index - READINGS_BESIDE_CHARGE), index);
    const after = percents.slice(index, index + READINGS_BESIDE_CHARGE);
    return median(after) > median(before) + CHARGE_RISE_PERCENT;
  });
  return readings.slice(start);
}

function median(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
