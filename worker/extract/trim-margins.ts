import type { Picture } from '../sandbox/task-result.ts';

/** Tone above which a pixel is paper. */
const MIN_PAPER_TONE = 240;
/** Border around the printed area, as a share of the longer side. */
const BORDER_SHARE = 0.012;

/** A part of a picture, in its pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The printed area of a page, with its position on the page in pixels. */
export interface Trimmed extends Picture {
  left: number;
  top: number;
}

/** Least tone of tinted paper, and greatest difference between the corners of a page. */
const MIN_TINT = 200;
const TOLERANCE = 3;
/** Number of pixels at an edge that may be partly outside the page. */
const EDGE_PIXELS = 4;

/** The darkest value of paper in each channel; a page may have a light tint. */
function paperOf({ data, width, height }: Picture): number[] {
  const [right, below] = [
    Math.max(0, width - 1 - EDGE_PIXELS),
    Math.max(0, height - 1 - EDGE_PIXELS) * width,
  ];
  const corners = [
    Math.min(EDGE_PIXELS, right) * (width + 1),
    EDGE_PIXELS * width + right,
    below + EDGE_PIXELS,
    below + right,
  ];
  return [0, 1, 2].map((channel) => {
    const codes = corners.map((at) => data[3 * at + channel]!);
    const darkest = Math.min(...codes);
    const isGround = darkest > MIN_TINT && Math.max(...codes) - darkest <= TOLERANCE;
    return isGround ? Math.min(MIN_PAPER_TONE, darkest - TOLERANCE) : MIN_PAPER_TONE;
  });
}

/** Removes most of the empty margins of a page, so that its content can be larger. Null for an empty page. */
export function trimMargins({ data, width, height }: Picture): Trimmed | null {
  const [red = MIN_PAPER_TONE, green = MIN_PAPER_TONE, blue = MIN_PAPER_TONE] = paperOf({
    data,
    width,
    height,
  });
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
  const border = Math.round(BORDER_SHARE * Math.max(width, height));
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
