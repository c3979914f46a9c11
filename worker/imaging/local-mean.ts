/** The mean of the pixels within `reach` of each pixel, across and down, rounded down, from running sums. Returns a new plane. */
export function localMean(plane: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const to = new Uint8Array(plane.length);
  const columns = new Uint16Array(width);
  for (let y = -reach; y < height; y++) {
    const [below, above] = [(y + reach) * width, (y - reach - 1) * width];
    if (y + reach < height) for (let x = 0; x < width; x++) columns[x]! += plane[below + x]!;
    if (above >= 0) for (let x = 0; x < width; x++) columns[x]! -= plane[above + x]!;
    if (y < 0) continue;
    const rows = Math.min(height, y + reach + 1) - Math.max(0, y - reach);
    let sum = 0;
    for (let x = -reach; x < width; x++) {
      if (x + reach < width) sum += columns[x + reach]!;
      if (x > reach) sum -= columns[x - reach - 1]!;
      if (x < 0) continue;
      const across = Math.min(width, x + reach + 1) - Math.max(0, x - reach);
      to[y * width + x] = Math.floor(sum / (across * rows));
    }
  }
  return to;
}
