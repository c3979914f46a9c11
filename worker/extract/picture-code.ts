import type { Picture } from '../sandbox/task-result.ts';
import type { Digest } from './digest.ts';
import { readCode } from './read-code.ts';
import { greyPicture, type ReducedPicture } from './reduce-picture.ts';

/** Least share of the picture for a code to be drawn again beside it. */
const LEAST_SHARE = 0.006;
/** Least percentage of the box around all ink for a code that is alone in the picture. */
const ALONE_PERCENT = 93;
/** Inaccuracy of the position of a code, in pixels per side. */
const INEXACT = 3;
/** Ink is darker than this luminance; the ink of a lone code is at most this far from grey. */
const LIGHTEST_INK = 200;
const GREY = 48;

/**
 * The machine-readable code in a picture; null without one, and for a very small one. The reduced picture is searched first,
 * then the picture itself unless it is a photograph, in which a finer code does not matter.
 */
export async function codeIn(
  picture: Picture,
  reduced: ReducedPicture,
  photographic: boolean,
): Promise<Digest['code']> {
  const found =
    (await readCode(greyPicture(reduced), 'quick')) ??
    (photographic ? null : await readCode(picture, 'thorough'));
  if (!found || found.share < LEAST_SHARE) return null;
  const { format, text, modules } = found;
  return {
    format,
    text,
    modules: { ...packModules(modules), ...(isAlone(found.share, reduced) && { alone: true }) },
  };
}

/** Whether a picture shows only a black code: no words below it, no logo in colour. */
function isAlone(share: number, { luminance, colour, width, height }: ReducedPicture): boolean {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < luminance.length; i++) {
    if (luminance[i]! >= LIGHTEST_INK) continue;
    if (colour[i]! > GREY) return false;
    const x = i % width;
    const y = (i - x) / width;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const [across, down] = [right - left + 1, bottom - top + 1];
  const exact = (Math.max(0, across - INEXACT) * Math.max(0, down - INEXACT)) / (across * down);
  return share * width * height >= Math.min(ALONE_PERCENT / 100, exact) * across * down;
}

function packModules({ data, width, height }: Picture) {
  const bits = new Uint8Array(Math.ceil((width * height) / 8));
  for (let i = 0; i < width * height; i++) if (data[3 * i]! < 128) bits[i >> 3]! |= 128 >> (i & 7);
  return { width, height, bits: Buffer.from(bits).toString('base64') };
}
