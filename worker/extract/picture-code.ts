import type { Picture } from '../sandbox/tasks.ts';
import type { Digest } from './digest.ts';
import { readCode } from './read-code.ts';
import { greyCopy } from './reduce-picture.ts';

/** Longest side at which a code is looked for at first: what is smaller in it is not what the picture is about. */
const QUICK_SIDE = 900;
/** Share of the picture that a code takes at least to be drawn again beside it. */
const LEAST_SHARE = 0.006;

/** The code for machines that a picture shows; null where there is none, or one too small to matter. */
export async function codeIn(picture: Picture, photographic: boolean): Promise<Digest['code']> {
  const found =
    (await readCode(greyCopy(picture, QUICK_SIDE), 'quick')) ??
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
