/** A part of a side of a picture, in pixels. */
export interface Span {
  start: number;
  length: number;
}

/** Share of what rises above the texture of the whole strip that the part must have. */
const MIN_SHARE = 0.75;
/** Least share of the length. */
const MIN_LENGTH_SHARE = 0.6;
/** Most interest of a gap, as a share of the mean of the strip. */
const GAP_SHARE = 0.25;

/**
 * The shortest part of a strip that has most of its interest, of equal ones the one with most, ended where little is cut
 * through; null when nothing stands out. What all of the strip has, such as waves, does not count.
 */
export function findDensestSpan(interest: Float64Array): Span | null {
  const { length } = interest;
  const texture = interest.toSorted()[length >> 2]!;
  const above = interest.map((each) => Math.max(0, each - texture));
  const total = above.reduce((sum, each) => sum + each, 0);
  if (total < length) return null;
  const least = Math.ceil(MIN_LENGTH_SHARE * length);
  let best = { start: 0, length, sum: total };
  let [start, sum] = [0, 0];
  for (let end = 0; end < length; end++) {
    sum += above[end]!;
    while (end + 1 - start > least && sum - above[start]! >= MIN_SHARE * total) sum -= above[start++]!;
    const own = end + 1 - start;
    if (own < least || sum < MIN_SHARE * total) continue;
    if (own < best.length || (own === best.length && sum > best.sum)) best = { start, length: own, sum };
  }
  return upToGaps(above, best, GAP_SHARE * (total / length));
}

/** The span with the rest of what lies across its ends. */
function upToGaps(above: Float64Array, { start, length }: Span, most: number): Span {
  let [from, to] = [start, start + length];
  while (from > 0 && above[from - 1]! > most) from--;
  while (to < above.length && above[to]! > most) to++;
  return { start: from, length: to - from };
}
