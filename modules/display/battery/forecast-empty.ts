/** What a panel reported of its battery, and when. */
export interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  percent: number;
}

/** A rise of more percent is a charge; less is warmth, load and rounding. Told from some readings before and after it. */
const CHARGE_RISE_PERCENT = 10;
const READINGS_BESIDE_CHARGE = 4;
/** Readings since the last charge, and percent used since then, before a forecast is worth telling. */
const MIN_READINGS = 12;
const MIN_DROP_PERCENT = 5;

/**
 * When a battery will be empty, in milliseconds since 1970, if it goes on as since its last charge; null while that is
 * too short to tell. The slope is the median of those between all pairs of readings (Theil and Sen), which single wrong
 * readings don't move. It is right for percents that are proportional to the charge.
 */
export function forecastEmpty(readings: readonly Reading[]): number | null {
  const discharge = sinceCharge(readings);
  const [first] = discharge;
  const last = discharge.at(-1);
  if (!first || !last || discharge.length < MIN_READINGS) return null;
  const slope = median(
    discharge.flatMap((from, index) =>
      discharge.slice(index + 1).map((to) => (to.percent - from.percent) / (to.at - from.at)),
    ),
  );
  if (slope * (last.at - first.at) > -MIN_DROP_PERCENT) return null;
  const atFirst = median(discharge.map(({ at, percent }) => percent - slope * (at - first.at)));
  return Math.round(first.at - atFirst / slope);
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
