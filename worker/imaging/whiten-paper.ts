import type { Planes } from './colour-areas.ts';
import { flattenPaper } from './flatten-paper.ts';
import { applyTable } from './panel-tone.ts';

/** Least code of paper and greatest code of ink, when the paper around them is 255. */
const PAPER_CODE = 205;
const INK_CODE = 90;

const CONTRAST = Uint8Array.from({ length: 256 }, (_, code) =>
  Math.min(255, Math.max(0, Math.floor((255 * (code - INK_CODE)) / (PAPER_CODE - INK_CODE)))),
);

/** Makes the paper of a scanned sheet white and its ink black, however it was lit. Returns a new plane. */
export function whitenPaper(luminance: Uint8Array, width: number, height: number): Uint8Array {
  return applyTable(flattenPaper(luminance, width, height), CONTRAST);
}

/**
 * The mean of luminance and of the darkest channel: a yellow crayon on grey paper has the luminance of the paper, and type
 * below a highlighter is darker than the highlighter in both.
 */
export function colouredInk(luminance: Uint8Array, [red, green, blue]: Planes): Uint8Array {
  return luminance.map((code, i) => (code + Math.min(red[i]!, green[i]!, blue[i]!)) >> 1);
}
