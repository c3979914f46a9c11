import { ALIKE, type ColourAreas } from './colour-areas.ts';
import { localMean } from './local-mean.ts';
import { largestNearby } from './nearby.ts';

/** Pixels beside a letter's pixel that say how much ink is there. */
const REACH = 3;
/** Least difference from its ground, in a channel, of the strongest pixel of type nearby. What is fainter is noise. */
const FAINT_TYPE = 20;
/** A pixel of type is at least this far from its ground to the strongest one nearby, and at most, in 256ths. */
const LEAST_SHARE = 64;
const MOST_SHARE = 150;
/** How far the threshold is from the mean nearby to the strongest pixel, as a power of two. */
const ABOVE_MEAN = 3;

/** Highest mark that is type, in pixels. */
const MAX_HEIGHT = 40;
/** What is this many times as wide as high, or more, is a rule; words whose letters touch are less. */
const RULE_TIMES = 20;
/** Widest strokes of a mark on the average, with their soft edges: pixels to each two of its outline. What is thicker is an icon. */
const MAX_STROKE = 8;
/** Strokes up to here would be lost in dots. */
const THIN_STROKE = 4;
/** What a pixel is of: nothing, a mark of thin strokes, or one of thick ones. */
export const THIN_MARK = 1;
export const THICK_MARK = 2;

/**
 * 1 where a pixel of type is ink. Its contrast is that of the letters around it, whose ground is known: faint type comes out as
 * whole as black type (after Wolf and Jolion 2004). `distance` is each pixel's difference from the area that it is on.
 */
export function inkOfType(distance: Uint8Array, width: number, height: number): Uint8Array {
  const strongest = largestNearby(distance, width, height, REACH);
  const mean = localMean(distance, width, height, REACH);
  const ink = new Uint8Array(distance.length);
  for (let i = 0; i < ink.length; i++) {
    const most = strongest[i]!;
    if (most < FAINT_TYPE || distance[i] === 0) continue;
    const threshold = mean[i]! + ((most - mean[i]!) >> ABOVE_MEAN);
    const bounded = Math.max((most * LEAST_SHARE) >> 8, Math.min((most * MOST_SHARE) >> 8, threshold));
    if (distance[i]! > bounded) ink[i] = 1;
  }
  return ink;
}

/** `THIN_MARK` or `THICK_MARK` where something as high as type stands by itself on an area of one colour, with its soft edges. */
export function typeMarks({ owner, depth }: ColourAreas, distance: Uint8Array, width: number): Uint8Array {
  const marks = new Uint8Array(owner.length);
  const seen = new Uint8Array(owner.length);
  const isMark = (i: number) => depth[i]! > 0 && owner[i] !== -1 && distance[i]! > ALIKE;
  for (let seed = 0; seed < owner.length; seed++) {
    if (seen[seed] || !isMark(seed)) continue;
    const { found, outline } = takeMark(seed, isMark, seen, owner, width);
    const stroke = (2 * found.length) / outline;
    // The echo of an edge beside it is fainter than type: the edge itself is the strongest pixel there.
    if (stroke > MAX_STROKE || !found.some((i) => distance[i]! >= FAINT_TYPE)) continue;
    for (const i of found) marks[i] = stroke > THIN_STROKE ? THICK_MARK : THIN_MARK;
  }
  return marks;
}

/** What hangs together with a pixel, and the edges along it; nothing unless it stands by itself and is as high as type. */
function takeMark(
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
  const isRule = right - left >= RULE_TIMES * rows;
  return { found: isAlone && !isRule && rows <= MAX_HEIGHT ? found : [], outline };
}
