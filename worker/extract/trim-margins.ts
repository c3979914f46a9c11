import type { Picture } from '../sandbox/tasks.ts';

/** Codes above which a pixel is paper. */
const PAPER = 240;
/** Share of the longer side that is left around what is printed. */
const BORDER = 0.012;

/** A part of a picture, in its pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is printed on a page, and where it begins on it, in pixels. */
export interface Trimmed extends Picture {
  left: number;
  top: number;
}

/** Codes of a light ground that fills a page, and by how much those of its corners differ at most. */
const LIGHT = 200;
const ALIKE = 3;
/** Pixels of an edge that are partly outside the page. */
const INSET = 4;

/** The darkest codes that are paper: a page may lie on a light ground of one tone. */
function paperOf({ data, width, height }: Picture): number[] {
  const [right, below] = [Math.max(0, width - 1 - INSET), Math.max(0, height - 1 - INSET) * width];
  const corners = [Math.min(INSET, right) * (width + 1), INSET * width + right, below + INSET, below + right];
  return [0, 1, 2].map((channel) => {
    const codes = corners.map((at) => data[3 * at + channel]!);
    const darkest = Math.min(...codes);
    const isGround = darkest > LIGHT && Math.max(...codes) - darkest <= ALIKE;
    return isGround ? Math.min(PAPER, darkest - ALIKE) : PAPER;
  });
}

/** A page without most of its empty margins, so that what is printed can be larger. Null for an empty page. */
export function trimMargins({ data, width, height }: Picture): Trimmed | null {
  const [red = PAPER, green = PAPER, blue = PAPER] = paperOf({ data, width, height });
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      if (data[at]! > red && data[at + 1]! > green && data[at + 2]! > blue) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return null;
  const border = Math.round(BORDER * Math.max(width, height));
  left = Math.max(0, left - border);
  top = Math.max(0, top - border);
  right = Math.min(width - 1, right + border);
  bottom = Math.min(height - 1, bottom + border);
  const size = { width: right - left + 1, height: bottom - top + 1 };
  return { data: cropRows({ data, width, height }, { left, top, ...size }), ...size, left, top };
}

/** The pixels of a part of a picture. */
export function cropRows({ data, width }: Picture, part: Part): Uint8Array {
  const cropped = new Uint8Array(3 * part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    const from = 3 * ((part.top + y) * width + part.left);
    cropped.set(data.subarray(from, from + 3 * part.width), 3 * y * part.width);
  }
  return cropped;
}
