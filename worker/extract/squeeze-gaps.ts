import type { Trimmed } from './trim-margins.ts';

/** Tone above which a pixel is paper. */
const MIN_PAPER_TONE = 240;

/** Limit of the percentage of a row that vertical rules take. */
const MAX_RULE_PERCENT = 2;

/** Reduces the empty bands of a page to at most `most` pixels, also between vertical rules. `rows`: new row of each old one. */
export function squeezeGaps(page: Trimmed, most: number): { page: Trimmed; rows: Int32Array } {
  const { data, width, height } = page;
  const bytes = 3 * width;
  const rows = new Int32Array(height + 1);
  const kept = new Uint8Array(data.length);
  let [to, empty, ink] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    rows[y] = to;
    const row = data.subarray(y * bytes, (y + 1) * bytes);
    const isAsAbove = y > 0 && Buffer.compare(row, data.subarray((y - 1) * bytes, y * bytes)) === 0;
    if (!isAsAbove) ink = inkIn(row);
    empty = ink === 0 || (isAsAbove && 100 * ink <= MAX_RULE_PERCENT * bytes) ? empty + 1 : 0;
    if (empty > most) continue;
    kept.set(row, to * bytes);
    to++;
  }
  rows[height] = to;
  return { page: { ...page, data: kept.slice(0, to * bytes), height: to }, rows };
}

/** A loop, because a callback for each of some million codes takes an eighth of the time of the child that reads a page. */
function inkIn(row: Uint8Array): number {
  let ink = 0;
  for (let at = 0; at < row.length; at++) if (row[at]! <= MIN_PAPER_TONE) ink++;
  return ink;
}
