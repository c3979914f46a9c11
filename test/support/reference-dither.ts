/**
 * Floyd-Steinberg as the textbook draws it, written to be obviously right and nothing else: two-dimensional
 * arrays, one pixel at a time, every error added to its neighbour at once, in exact sixteenths.
 *
 *   even rows, to the right:      odd rows, to the left:
 *          *   7                        7   *
 *      3   5   1                        1   5   3
 *
 * Returns a level (0 black to `levels - 1` white) for every pixel, indexed `[y][x]`.
 */
export function referenceDither(
  codes: ArrayLike<number>,
  width: number,
  height: number,
  levels: number,
): number[][] {
  const step = 255 / (levels - 1);
  const sixteenths: number[][] = [];
  const result: number[][] = [];
  for (let y = 0; y < height; y++) {
    sixteenths.push([]);
    result.push([]);
    for (let x = 0; x < width; x++) sixteenths[y]!.push(16 * codes[y * width + x]!);
  }
  const add = (x: number, y: number, amount: number): void => {
    if (x >= 0 && x < width && y < height) sixteenths[y]![x]! += amount;
  };
  for (let y = 0; y < height; y++) {
    const direction = y % 2 === 0 ? 1 : -1;
    for (let i = 0; i < width; i++) {
      const x = direction === 1 ? i : width - 1 - i;
      const value = Math.floor((sixteenths[y]![x]! + 8) / 16);
      let level = 0;
      for (let candidate = 1; candidate < levels; candidate++) {
        if (Math.abs(value - candidate * step) < Math.abs(value - level * step)) level = candidate;
      }
      result[y]![x] = level;
      const error = value - level * step;
      add(x + direction, y, 7 * error);
      add(x - direction, y + 1, 3 * error);
      add(x, y + 1, 5 * error);
      add(x + direction, y + 1, error);
    }
  }
  return result;
}

/** Packs levels into a frame: leftmost pixel in the highest bits, rows padded to a whole byte. */
export function referencePack(levels: number[][], bits: number): Uint8Array {
  const bytes: number[] = [];
  for (const row of levels) {
    let text = row.map((level) => level.toString(2).padStart(bits, '0')).join('');
    while (text.length % 8 !== 0) text += '0';
    for (let i = 0; i < text.length; i += 8) bytes.push(Number.parseInt(text.slice(i, i + 8), 2));
  }
  return Uint8Array.from(bytes);
}
