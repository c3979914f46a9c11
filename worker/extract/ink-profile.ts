import { flattenPaper } from '../imaging/flatten-paper.ts';

/** Greatest tone of ink on a sheet whose paper is 255. */
export const INK = 150;

/** Number of ink pixels in each row and each column of a sheet, independent of its lighting. */
export interface InkProfile {
  rows: Int32Array;
  columns: Int32Array;
}

export function inkProfile(luminance: Uint8Array, width: number, height: number): InkProfile {
  const flat = flattenPaper(luminance, width, height);
  const rows = new Int32Array(height);
  const columns = new Int32Array(width);
  for (let i = 0; i < flat.length; i++) {
    if (flat[i]! > INK) continue;
    rows[Math.floor(i / width)]!++;
    columns[i % width]!++;
  }
  return { rows, columns };
}
