import type { Picture } from '../sandbox/task-result.ts';
import type { Cell } from './pdf-cell.ts';

/** Luminance below which a pixel may be part of a rule, and least width of a rule in percent of its cell. */
const RULE_LUMINANCE = 200;
const MIN_WIDTH_PERCENT = 96;
/** Depth of letters below their baseline, and height above it, in ems. */
const DESCENDER_EMS = 0.3;
const ASCENDER_EMS = 0.95;

/** Marks the cells with a rule between them and the row above, by the picture of their page. `points` is its height. */
export function markRules(rows: Cell[][], picture: Picture, points: number): void {
  const scale = picture.height / points;
  const toRow = (y: number) => Math.round((points - y) * scale);
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]?.[0];
    if (!above) continue;
    for (const cell of row) {
      const top = toRow(above.y - DESCENDER_EMS * above.size);
      const bottom = toRow(cell.y + ASCENDER_EMS * cell.size);
      cell.ruled = hasRule(picture, cell.x * scale, cell.right * scale, top, bottom + 1);
    }
  }
}

/** Whether a dark line crosses a part of a picture from left to right. */
function hasRule({ data, width, height }: Picture, left: number, right: number, top: number, bottom: number) {
  const from = Math.max(0, Math.floor(left));
  const to = Math.min(width, Math.ceil(right));
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
    let dark = 0;
    for (let x = from; x < to; x++) if (data[3 * (y * width + x) + 1]! < RULE_LUMINANCE) dark++;
    if (to > from && 100 * dark >= MIN_WIDTH_PERCENT * (to - from)) return true;
  }
  return false;
}
