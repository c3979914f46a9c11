import type { SKRSContext2D } from './canvas.ts';

/** How far a text reaches above and below its baseline, in ems. */
export interface LineExtent {
  ascent: number;
  descent: number;
}

/** Of Noto Sans, on whose lines the other faces are set; its accented capitals and descenders stay within. */
const LATIN: LineExtent = { ascent: 1.069, descent: 0.293 };
/** Scripts that stack marks on letters, or letters on one another, and marks that a text may stack without end. */
const STACKING_SCRIPT =
  /[\p{Mn}\p{Mc}]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;
/** Beyond it marks are decoration, and a line of them would leave no room for others. */
const MAX_EXTENT = 1.6;
/** Characters that are looked at: an alphabet's worth. */
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

/** Lines of the usual extent may be set as close as is wished; of others each needs its own room. */
export function minLineHeight(extent: LineExtent): number {
  return extent === LATIN ? 0 : Math.min(3.2, extent.ascent + extent.descent);
}
