import type { Trimmed } from './trim-margins.ts';

/** Codes above which a pixel is paper. */
const PAPER = 240;

/** Reduces the empty bands of a page to at most `most` pixels. `rows`: the new row of each old one. */
export function squeezeGaps(page: Trimmed, most: number): { page: Trimmed; rows: Int32Array } {
  const { data, width, height } = page;
  const bytes = 3 * width;
  const rows = new Int32Array(height + 1);
  const kept = new Uint8Array(data.length);
  let [to, empty] = [0, 0];
  for (let y = 0; y < height; y++) {
    rows[y] = to;
    const row = data.subarray(y * bytes, (y + 1) * bytes);
    empty = row.every((code) => code > PAPER) ? empty + 1 : 0;
    if (empty > most) continue;
    kept.set(row, to * bytes);
    to++;
  }
  rows[height] = to;
  return { page: { ...page, data: kept.slice(0, to * bytes), height: to }, rows };
}
