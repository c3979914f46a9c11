import type { Picture } from '../sandbox/task-result.ts';
import type { Digest } from './digest.ts';
import { readCode } from './read-code.ts';
import { greyPicture, type ReducedPicture } from './reduce-picture.ts';

/** Least share of the picture for a code to be drawn again beside it. */
const MIN_SHARE = 0.006;
/** Least percentage of the box around all ink that a code fills if it is alone in the picture. */
const MIN_ALONE_PERCENT = 93;
/** Inaccuracy of the position of a code, in pixels per side. */
const TOLERANCE_PIXELS = 3;
/** Limits of ink: its luminance, and the distance from grey of a lone code's ink. */
const MAX_INK_LUMINANCE = 200;
const MAX_INK_COLOUR = 48;

/**
 * The machine-readable code in a picture; null if there is none, or only a very small one. The reduced picture is searched
 * first, then the picture itself unless it is a photograph, in which a finer code does not matter.
 */
export async function findPictureCode(
  picture: Picture,
  reduced: ReducedPicture,
  photographic: boolean,
): Promise<Digest['code']> {
  const found =
    (await readCode(greyPicture(reduced), 'quick')) ??
    (photographic ? null : await readCode(picture, 'thorough'));
  if (!found || found.share < MIN_SHARE) return null;
  const { format, text, modules } = found;
  return {
    format,
    text,
    modules: { ...packModules(modules), ...(isAlone(found.share, reduced) && { alone: true }) },
  };
}

/** Whether a picture has only a black code: no words below it, no logo in colour. */
function isAlone(share: number, { luminance, colour, width, height }: ReducedPicture): boolean {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < luminance.length; i++) {
    if (luminance[i]! >= MAX_INK_LUMINANCE) continue;
    if (colour[i]! > MAX_INK_COLOUR) return false;
    const x = i % width;
    const y = (i - x) / width;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const [across, down] = [right - left + 1, bottom - top + 1];
  const exact =
    (Math.max(0, across - TOLERANCE_PIXELS) * Math.max(0, down - TOLERANCE_PIXELS)) / (across * down);
  return share * width * height >= Math.min(MIN_ALONE_PERCENT / 100, exact) * across * down;
}

function packModules({ data, width, height }: Picture) {
  const bits = new Uint8Array(Math.ceil((width * height) / 8));
  for (let i = 0; i < width * height; i++) if (data[3 * i]! < 128) bits[i >> 3]! |= 128 >> (i & 7);
  return { width, height, bits: Buffer.from(bits).toString('base64') };
}
