/** A panel's report of its battery. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  percent: number;
}

/** A larger rise is a charge; a smaller one comes from temperature, load and rounding. Medians of readings on both sides are compared. */
const CHARGE_RISE_PERCENT = 10;
const READINGS_BESIDE_CHARGE = 6;
/** Readings since the last charge, and percent used since then, that a forecast needs. */
const MIN_READINGS = 12;
const MIN_DROP_PERCENT = 5;
/** From twice as many readings on they are grouped, because the slopes between all pairs would take too long. */
const MIN_POINTS = 40;

/**
 * Forecasts when a battery will be empty, in milliseconds since 1970, from its use since the last charge; null while there
 * are too few readings. The slope is the median of the slopes between all pairs of readings (Theil-Sen estimator), which is
 * robust against single wrong readings. It assumes that the percentage is proportional to the charge.
 */
export function forecastEmpty(readings: readonly Reading[]): number | null {
  const sinceLastCharge = sinceCharge(readings);
  if (sinceLastCharge.length < MIN_READINGS) return null;
  const discharge = groupReadings(sinceLastCharge);
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
 * Reduces many readings to at most `2 * MIN_POINTS - 1`: each is the median of a group of successive readings. A median,
 * unlike a mean, is not distorted by the curve from volts to percent.
 */
function groupReadings(readings: Reading[]): Reading[] {
  const size = Math.floor(readings.length / MIN_POINTS);
  if (size < 2) return readings;
  const rest = readings.length % size;
  return Array.from({ length: Math.floor(readings.length / size) }, (_, group) => {
    const members = readings.slice(rest + group * size, rest + (group + 1) * size);
    return {
      at: median(members.map(({ at }) => at)),
      percent: median(members.map(({ percent }) => percent)),
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
