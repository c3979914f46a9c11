import type { PictureArea } from '../imaging/scene.ts';
import { inkedArea } from './inked-area.ts';
import type { Part } from './trim-margins.ts';

/** Difference in luminance up to which a pixel belongs to an empty margin. */
const MAX_MARGIN_DIFFERENCE = 8;
/** Border that is kept around the content, as a share of the longer side. */
const BORDER_SHARE = 0.015;
/** Greatest share of a side that the content takes where the margins are worth cutting off, and the least of both. */
const MAX_SHARE = 0.94;
const MIN_SHARE = 0.1;

/** Most changes of tone along an edge whose neighbours repeat it: the panes and bars of a window. */
const MAX_CHANGES = 6;

/**
 * The area of a drawing within its empty margins, in thousandths; null when there are none. A margin repeats the edge of the drawing,
 * which may cross panes or a bar of other tones.
 */
export function contentOfDrawing(luminance: Uint8Array, width: number, height: number): PictureArea | null {
  const differ = (one: number, other: number) =>
    Math.abs(luminance[one]! - luminance[other]!) > MAX_MARGIN_DIFFERENCE;
  /** Whether `count` pixels from `at` on are as those from `edge` on. */
  const repeats = (at: number, edge: number, count: number, step: number) => {
    for (let i = 0; i < count; i++) if (differ(at + i * step, edge + i * step)) return false;
    return true;
  };
  const isPlain = (edge: number, count: number, step: number) => {
    let changes = 0;
    for (let i = 1; i < count; i++) if (differ(edge + i * step, edge + (i - 1) * step)) changes++;
    return changes <= MAX_CHANGES;
  };
  let [top, bottom, left, right] = [0, height, 0, width];
  const last = (height - 1) * width;
  if (isPlain(0, width, 1)) while (top < bottom && repeats(top * width, 0, width, 1)) top++;
  if (isPlain(last, width, 1)) while (bottom > top && repeats((bottom - 1) * width, last, width, 1)) bottom--;
  const from = top * width;
  const rows = bottom - top;
  if (isPlain(from, rows, width)) while (left < right && repeats(from + left, from, rows, width)) left++;
  const end = from + width - 1;
  if (isPlain(end, rows, width)) while (right > left && repeats(from + right - 1, end, rows, width)) right--;
  const border = Math.round(BORDER_SHARE * Math.max(width, height));
  [left, top] = [Math.max(0, left - border), Math.max(0, top - border)];
  const part = {
    left,
    top,
    width: Math.min(width, right + border) - left,
    height: Math.min(height, bottom + border) - top,
  };
  return areaOf(part, width, height);
}

/** The same for a level sheet of paper, which is lit unevenly. */
export function contentOfSheet(luminance: Uint8Array, width: number, height: number): PictureArea | null {
  const part = inkedArea(luminance, width, height);
  return part && areaOf(part, width, height);
}

function areaOf(part: Part, width: number, height: number): PictureArea | null {
  const shares = [part.width / width, part.height / height];
  if (Math.min(...shares) > MAX_SHARE || shares.some((share) => share < MIN_SHARE)) return null;
  const [x, y] = [Math.floor((1000 * part.left) / width), Math.floor((1000 * part.top) / height)];
  return {
    x,
    y,
    width: Math.min(1000 - x, Math.ceil(1000 * shares[0]!)),
    height: Math.min(1000 - y, Math.ceil(1000 * shares[1]!)),
  };
}
