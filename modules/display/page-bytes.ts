import { type OutputProfile, PANEL_VIEWPORT } from './output-profile.ts';

/** Bytes of a PNG per pixel: for noise in colour and in grey, and an upper limit of measurements for text. */
const COLOR_PICTURE = 3.05;
const GREY_PICTURE = 1.05;
const LETTERING = 0.25;
/** raw1, raw2 and raw4. */
const RAW_FRAMES = (1 + 2 + 4) / 8;

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
