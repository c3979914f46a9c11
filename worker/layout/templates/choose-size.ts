export interface Columns {
  /** Pixels of type. */
  size: number;
  columns: number;
}

/**
 * The largest whole size from `most` down to `least` at which everything fits, in as few columns as it takes there.
 * If nothing fits, the least size and the most columns. What fits at one size is taken to fit at every smaller one.
 */
export function chooseSize(
  least: number,
  most: number,
  mostColumns: number,
  fits: (setting: Columns) => boolean,
): Columns {
  const at = (size: number): Columns | undefined => {
    for (let columns = 1; columns <= mostColumns; columns++)
      if (fits({ size, columns })) return { size, columns };
  };
  let best = at(most);
  if (best) return best;
  let low = Math.min(least, most);
  let high = most;
  best = at(low) ?? { size: low, columns: mostColumns };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const found = at(middle);
    if (found) [best, low] = [found, middle];
    else high = middle;
  }
  return best;
}

/** How many columns of at least `least` pixels there is room for; one at least, three at most. */
export function columnsIn(width: number, least: number): number {
  return Math.max(1, Math.min(3, Math.floor(width / least)));
}
