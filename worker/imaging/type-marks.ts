import { type ColourAreas, MAX_AREA_DIFFERENCE } from './colour-areas.ts';
import { localMean } from './local-mean.ts';
import { maxFilter } from './plane-filters.ts';

/** Pixels to each side of a pixel of a letter that determine its threshold. */
const NEIGHBOURHOOD_PIXELS = 3;
/** Least contrast to the ground, in a channel, of the strongest pixel nearby. Fainter marks are noise. */
const MIN_TYPE_CONTRAST = 20;
/** Bounds of the threshold of ink between the ground and the strongest pixel nearby, in 256ths. */
const MIN_THRESHOLD_SHARE = 64;
const MAX_THRESHOLD_SHARE = 150;
/** The threshold is above the mean nearby by the distance to the strongest pixel, shifted right by this. */
const THRESHOLD_SHIFT = 3;

/** Greatest height of a mark that is type, in pixels. */
const MAX_MARK_HEIGHT = 40;
/** Least ratio of width to height of a rule. Words whose letters touch are narrower. */
const MIN_RULE_RATIO = 20;
/** Greatest mean width of the strokes of type, soft edges included: twice the pixels of a mark over those of its outline. Marks with thicker strokes are icons. */
const MAX_STROKE_WIDTH = 8;
/** Greatest width of strokes that would be lost among dots. */
const MAX_THIN_STROKE_WIDTH = 4;
/** Values of a pixel of a mark with thin strokes, and of one with thick strokes; 0 for others. */
export const THIN_MARK = 1;
const THICK_MARK = 2;

/**
 * Returns 1 for each pixel of type that is ink. The threshold follows the contrast of the letters around it to their known
 * ground, so faint type is as complete as black type (after Wolf and Jolion 2004).
 * @param distance the difference of each pixel from the area that it lies on
 */
export function findTypeInk(distance: Uint8Array, width: number, height: number): Uint8Array {
  const strongest = maxFilter(distance, width, height, NEIGHBOURHOOD_PIXELS);
  const mean = localMean(distance, width, height, NEIGHBOURHOOD_PIXELS);
  const ink = new Uint8Array(distance.length);
  for (let i = 0; i < ink.length; i++) {
    const most = strongest[i]!;
    if (most < MIN_TYPE_CONTRAST || distance[i] === 0) continue;
    const threshold = mean[i]! + ((most - mean[i]!) >> THRESHOLD_SHIFT);
    const bounded = Math.max(
      (most * MIN_THRESHOLD_SHARE) >> 8,
      Math.min((most * MAX_THRESHOLD_SHARE) >> 8, threshold),
    );
    if (distance[i]! > bounded) ink[i] = 1;
  }
  return ink;
}

/** Returns `THIN_MARK` or `THICK_MARK` for the pixels of each separate mark as high as type on an area of one colour, soft edges included. */
export function findTypeMarks(
  { owner, depth }: ColourAreas,
  distance: Uint8Array,
  width: number,
): Uint8Array {
  const marks = new Uint8Array(owner.length);
  const seen = new Uint8Array(owner.length);
  const isMark = (i: number) => depth[i]! > 0 && owner[i] !== -1 && distance[i]! > MAX_AREA_DIFFERENCE;
  for (let seed = 0; seed < owner.length; seed++) {
    if (seen[seed] || !isMark(seed)) continue;
    const { found, outline } = extractMark(seed, isMark, seen, owner, width);
    const stroke = (2 * found.length) / outline;
    // The echo that resampling leaves beside an edge is fainter than type.
    if (stroke > MAX_STROKE_WIDTH || !found.some((i) => distance[i]! >= MIN_TYPE_CONTRAST)) continue;
    for (const i of found) marks[i] = stroke > MAX_THIN_STROKE_WIDTH ? THICK_MARK : THIN_MARK;
  }
  return marks;
}

/** Returns the connected pixels of a mark and the length of its outline; no pixels if it touches another area, is a rule or is too high. */
function extractMark(
  seed: number,
  isMark: (i: number) => boolean,
  seen: Uint8Array,
  owner: Int32Array,
  width: number,
): { found: number[]; outline: number } {
  const found = [seed];
  let [isAlone, outline, left, right, bottom] = [true, 0, width, 0, seed];
  seen[seed] = 1;
  const visit = (i: number) => {
    if (owner[i] !== owner[seed]) isAlone = false;
    else if (!isMark(i)) outline++;
    else if (!seen[i]) {
      seen[i] = 1;
      found.push(i);
    }
  };
  for (let at = 0; at < found.length; at++) {
    const i = found[at]!;
    const x = i % width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.max(bottom, i);
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < owner.length) visit(i + width);
  }
  const rows = Math.floor(bottom / width) - Math.floor(seed / width) + 1;
  const isRule = right - left >= MIN_RULE_RATIO * rows;
  return { found: isAlone && !isRule && rows <= MAX_MARK_HEIGHT ? found : [], outline };
}
