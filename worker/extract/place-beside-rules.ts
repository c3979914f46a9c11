import type { Picture } from '../sandbox/task-result.ts';
import type { PlaceOfCut } from './page-cuts.ts';

/** Greatest tone of ink, and the least share of the width that a rule, or the edge of a box, has more of it than other rows. */
const MAX_INK_TONE = 160;
const MIN_RULE_SHARE = 0.3;

/**
 * Finds the row below the first rule between two lines of a page, so that a table or a box that is cut there is closed; null without a
 * rule. Between boxes, this is a row that no box crosses.
 */
export function placeBesideRules({ data, width, height }: Picture): PlaceOfCut {
  const inkIn = (y: number) => {
    let ink = 0;
    for (let at = 3 * y * width; at < 3 * (y + 1) * width; at += 3) if (data[at + 1]! <= MAX_INK_TONE) ink++;
    return ink;
  };
  return (bottom, top) => {
    const from = Math.max(0, Math.ceil(bottom));
    const rows = Array.from({ length: Math.max(0, Math.min(height, Math.floor(top)) - from) }, (_, y) =>
      inkIn(from + y),
    );
    const least = Math.min(...rows);
    const rule = rows.findIndex((ink) => ink >= least + MIN_RULE_SHARE * width);
    const calm = rule < 0 ? -1 : rows.findIndex((ink, y) => y > rule && ink === least);
    return calm < 0 ? null : from + calm;
  };
}
