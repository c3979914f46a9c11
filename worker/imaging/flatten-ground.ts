import type { DrawnPart } from './drawing-tones.ts';
import { dilate, maxFilter } from './plane-filters.ts';

/** Greatest step between neighbours on a gradient, and the least and greatest difference over a distance in pixels. */
const MAX_STEP = 3;
const SHADED_PIXELS = 24;
const SHADED_DIFFERENCES = [2, 40] as const;
/** A drawing has a gradient as its ground if at least this percentage of it is shaded so. */
const MIN_SHADED_PERCENT = 40;
/** Least thousandths of a drawing that are type. Without type, its shades are the picture. */
const MIN_TYPE_PERMILLE = 4;
/** Half of the width in pixels that no stroke of type reaches. */
const STROKE_REACH = 9;
/** Least difference of the ground at the edge of a card on it, at the edge of a figure, and the tones in which they are drawn. */
const MIN_CARD_STEP = 6;
const MIN_FIGURE_STEP = 48;
const CARD_EDGE_TONE = 128;
/** Least range between a ground and white: on a lighter one, light marks are not legible. */
const MIN_RANGE = 32;
/** Pixels around type without outlines. */
const CLEARED_PIXELS = 3;
/**
 * Share in 256ths of the range between a ground and white from which a narrow mark is type and no edge of a card, and that of
 * full black.
 */
const MIN_TYPE_SHARE = 72;
const FULL_TYPE_SHARE = 150;

/**
 * The parts of a drawing whose ground is a gradient, as a locked screen or a weather app, with black type on white and the
 * outlines of its cards and figures, because type on dots cannot be read. Null for other drawings. Integer arithmetic.
 */
export function flattenGround(parts: DrawnPart[]): DrawnPart[] | null {
  const pixels = parts.reduce((sum, { luminance }) => sum + luminance.length, 0);
  if (100 * parts.reduce((sum, part) => sum + shadedPixels(part), 0) < MIN_SHADED_PERCENT * pixels)
    return null;
  const negatives = parts.map((part) => ({ ...part, luminance: part.luminance.map((code) => 255 - code) }));
  const [lighter, darker] = [parts, negatives].map((planes) => planes.map(lighterType));
  const [light, dark] = [typeIn(lighter!), typeIn(darker!)];
  if (1000 * Math.max(light, dark) < MIN_TYPE_PERMILLE * pixels) return null;
  const isLighter = light >= dark;
  return parts.map(({ width, height }, at) => ({
    luminance: drawOnWhite(parts[at]!, (isLighter ? lighter! : darker!)[at]!),
    width,
    height,
  }));
}

function shadedPixels({ luminance, width }: DrawnPart): number {
  const [least, most] = SHADED_DIFFERENCES;
  let shaded = 0;
  const isShaded = (i: number, step: number) => {
    const far = Math.abs(luminance[i]! - luminance[i - SHADED_PIXELS * step]!);
    return far >= least && far <= most && Math.abs(luminance[i]! - luminance[i - step]!) <= MAX_STEP;
  };
  for (let i = SHADED_PIXELS * width; i < luminance.length; i++)
    if (isShaded(i, width) || (i % width >= SHADED_PIXELS && isShaded(i, 1))) shaded++;
  return shaded;
}

/**
 * For each pixel of lighter type its share of the range between its ground and white, in 256ths; 0 for others. The plane is
 * opened: what is lighter than its surroundings and narrower than the reach is type.
 */
function lighterType({ luminance, width, height }: DrawnPart): Uint8Array {
  const negative = luminance.map((code) => 255 - code);
  const least = maxFilter(negative, width, height, STROKE_REACH).map((code) => 255 - code);
  const ground = maxFilter(least, width, height, STROKE_REACH);
  return luminance.map((code, i) => {
    const share = Math.floor((256 * (code - ground[i]!)) / Math.max(MIN_RANGE, 255 - ground[i]!));
    return share < MIN_TYPE_SHARE ? 0 : Math.min(255, share);
  });
}

const typeIn = (types: Uint8Array[]) =>
  types.reduce((sum, type) => sum + type.reduce((count, share) => count + (share >= 128 ? 1 : 0), 0), 0);

/** Type in black, and outlines at steps of the plane that are not of type. */
function drawOnWhite({ luminance, width, height }: DrawnPart, type: Uint8Array): Uint8Array {
  const nearType = dilate(type, width, height, CLEARED_PIXELS, CLEARED_PIXELS);
  const stepTo = (i: number, at: number) => Math.abs(luminance[i]! - luminance[at]!);
  return type.map((share, i) => {
    if (share > 0) return 255 - Math.min(255, Math.floor((255 * share) / FULL_TYPE_SHARE));
    if (nearType[i]) return 255;
    const step = Math.max(i % width > 0 ? stepTo(i, i - 1) : 0, i >= width ? stepTo(i, i - width) : 0);
    return step >= MIN_FIGURE_STEP ? 0 : step >= MIN_CARD_STEP ? CARD_EDGE_TONE : 255;
  });
}
