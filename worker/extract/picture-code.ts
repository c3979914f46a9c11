import type { Picture } from '../sandbox/tasks.ts';
import type { Digest } from './digest.ts';
import { readCode } from './read-code.ts';
import { greyPicture, type ReducedPicture } from './reduce-picture.ts';

/** Share of the picture that a code takes at least to be drawn again beside it. */
const LEAST_SHARE = 0.006;

/**
 * The machine-readable code in a picture; null without one, and for a very small one. The reduced picture is searched first;
 * codes in photographs that are too fine for it do not matter.
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
  return { format, text, modules: packModules(modules) };
}

function packModules({ data, width, height }: Picture) {
  const bits = new Uint8Array(Math.ceil((width * height) / 8));
  for (let i = 0; i < width * height; i++) if (data[3 * i]! < 128) bits[i >> 3]! |= 128 >> (i & 7);
  return { width, height, bits: Buffer.from(bits).toString('base64') };
}
