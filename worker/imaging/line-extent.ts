import type { SKRSContext2D } from './canvas.ts';

/** How far a text reaches above and below its baseline, in ems. */
export interface LineExtent {
  ascent: number;
  descent: number;
}

/** The extent of Noto Sans, including its accented capitals and descenders. The other faces are set on its lines. */
const LATIN: LineExtent = { ascent: 1.069, descent: 0.293 };
/** Scripts that stack marks or letters, and combining marks, of which a text may stack any number. */
const STACKING_SCRIPT =
  /[\p{Mn}\p{Mc}]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;
/** Limit of the extent. Marks beyond it are decoration, and their line would leave no room for others. */
const MAX_EXTENT = 1.6;
/** Number of characters that are measured. */
const MAX_SAMPLED_CHARACTERS = 4000;

/** The usual extent, or that of the text's own glyphs where they reach further. `measure` measures in the text's font at `size`. */
export function lineExtent(
  measure: (text: string) => ReturnType<SKRSContext2D['measureText']>,
  text: string,
  size: number,
): LineExtent {
  if (!STACKING_SCRIPT.test(text)) return LATIN;
  const words = new Set(text.slice(0, MAX_SAMPLED_CHARACTERS).split(/\s+/u));
  const measured = measure([...words].join(' '));
  const reach = (pixels: number) => Math.min(MAX_EXTENT, pixels / size);
  return {
    ascent: Math.max(LATIN.ascent, reach(measured.actualBoundingBoxAscent)),
    descent: Math.max(LATIN.descent, reach(measured.actualBoundingBoxDescent)),
  };
}

/** Least line height. Lines of the usual extent may be set at any distance; others must not overlap. */
export function minLineHeight(extent: LineExtent): number {
  return extent === LATIN ? 0 : Math.min(3.2, extent.ascent + extent.descent);
}
