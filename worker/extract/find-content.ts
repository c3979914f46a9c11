import type { PictureArea } from '../imaging/scene.ts';
import { inkedArea } from './inked-area.ts';
import type { Part } from './trim-margins.ts';

/** Difference in luminance up to which a pixel belongs to an empty margin. */
const ALIKE = 8;
/** Border that is kept around the content, as a share of the longer side. */
const BORDER = 0.015;
/** Greatest share of a side that the content takes where the margins are worth cutting off, and the least of both. */
const MAX_SHARE = 0.94;
const MIN_SHARE = 0.1;

/** The area of a drawing within its empty margins, in thousandths; null when there are none. */
export function contentOfDrawing(luminance: Uint8Array, width: number, height: number): PictureArea | null {
  const calmRow = (y: number, ground: number) => {
    for (let i = y * width; i < (y + 1) * width; i++)
      if (Math.abs(luminance[i]! - ground) > ALIKE) return false;
    return true;
  };
  const calmColumn = (x: number, ground: number, [from, to]: [number, number]) => {
    for (let y = from; y < to; y++) if (Math.abs(luminance[y * width + x]! - ground) > ALIKE) return false;
    return true;
  };
  let [top, bottom, left, right] = [0, height, 0, width];
  while (top < bottom && calmRow(top, luminance[0]!)) top++;
  while (bottom > top && calmRow(bottom - 1, luminance.at(-1)!)) bottom--;
  const rows: [number, number] = [top, bottom];
  while (left < right && calmColumn(left, luminance[top * width]!, rows)) left++;
  while (right > left && calmColumn(right - 1, luminance[(top + 1) * width - 1]!, rows)) right--;
  const border = Math.round(BORDER * Math.max(width, height));
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
