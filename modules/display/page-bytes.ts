import { RAW_FORMAT_BITS } from '#shared/picture-formats.ts';
import { type OutputProfile, PANEL_VIEWPORT } from './output-profile.ts';

/** Bytes of a PNG per pixel: for noise in colour and in grey, and an upper limit of measurements for text. */
const COLOR_PICTURE = 3.05;
const GREY_PICTURE = 1.05;
const LETTERING = 0.25;
/** Bytes of all raw frames per pixel. */
const RAW_FRAMES = Object.values(RAW_FORMAT_BITS).reduce((sum, bits) => sum + bits / 8, 0);

/**
 * The largest stored size of a page in bytes: its PNG and, for a panel (`output` null), its raw frames. A page without
 * pictures is expected to compress like text.
 */
export function pageBytes(
  output: Pick<OutputProfile, 'viewport' | 'colorMode'> | null,
  { pictures }: { pictures: boolean },
): number {
  const { width, height } = output?.viewport ?? PANEL_VIEWPORT;
  const picture = (output?.colorMode ?? 'color') === 'color' ? COLOR_PICTURE : GREY_PICTURE;
  return Math.ceil(width * height * ((pictures ? picture : LETTERING) + (output ? 0 : RAW_FRAMES)));
}
