/** Filters of planes with one byte per pixel. Their time does not depend on the number of pixels that are set. */

/** Sets each pixel that is at most `beside` columns and `above` rows from a set one. Returns a new plane of 0 and 1. */
export function dilate(
  plane: Uint8Array,
  width: number,
  height: number,
  beside: number,
  above: number,
): Uint8Array {
  const rows = new Uint8Array(plane.length);
  for (let start = 0; start < plane.length; start += width) {
    // The row is done up to here, so no pixel is set twice.
    let done = start;
    for (let i = start; i < start + width; i++) {
      if (plane[i] === 0) continue;
      const end = Math.min(start + width, i + beside + 1);
      for (let at = Math.max(done, i - beside); at < end; at++) rows[at] = 1;
      done = end;
    }
  }
  const all = new Uint8Array(plane.length);
  const doneRows = new Int32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (rows[i] === 0) continue;
      const end = Math.min(height, y + above + 1);
      for (let row = Math.max(doneRows[x]!, y - above); row < end; row++) all[row * width + x] = 1;
      doneRows[x] = end;
    }
  }
  return all;
}

/** The largest code within `reach` pixels of each pixel, across and down. Returns a new plane. */
export function maxFilter(plane: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const rows = new Uint8Array(plane.length);
  for (let start = 0; start < plane.length; start += width) {
    for (let i = start; i < start + width; i++) {
      const code = plane[i]!;
      if (code === 0) continue;
      const end = Math.min(start + width - 1, i + reach);
      for (let at = Math.max(start, i - reach); at <= end; at++) if (rows[at]! < code) rows[at] = code;
    }
  }
  const largest = new Uint8Array(plane.length);
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
    for (let x = 0; x < width; x++, i++) {
      const code = rows[i]!;
      if (code === 0) continue;
      for (let at = top * width + x; at <= bottom * width + x; at += width)
        if (largest[at]! < code) largest[at] = code;
    }
  }
  return largest;
}
