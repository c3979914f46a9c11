import { graphicLook } from './graphic-look.ts';
import type { Box, Page } from './page.ts';
import type { PictureParameter } from './template.ts';

/** Pixels of type that a wide drawing must not fall below for it to stay whole, and the least gain of two rows. */
const LEGIBLE_TYPE = 14;
const MIN_GAIN = 1.2;
/** Greatest distance of the seam from the middle, in thousandths. */
const MAX_DISTANCE = 150;
/** Space between the rows, as a share of the frame's height. */
const GAP_SHARE = 0.03;

/** Shows a wide drawing with small type in two rows, cut between its columns, if that makes it larger; false otherwise. */
export function putRows(page: Page, id: string, image: PictureParameter, frame: Box): boolean {
  const { seams = [], width, height, line } = image;
  const [seam] = seams.toSorted((a, b) => Math.abs(a - 500) - Math.abs(b - 500));
  if (seam === undefined || !line || Math.abs(seam - 500) > MAX_DISTANCE) return false;
  const whole = Math.min(frame.width / width, frame.height / height);
  if ((whole * line * height) / 1000 >= LEGIBLE_TYPE) return false;
  const gap = Math.round(GAP_SHARE * frame.height);
  const longest = (Math.max(seam, 1000 - seam) * width) / 1000;
  const scale = Math.min(frame.width / longest, (frame.height - gap) / (2 * height));
  if (scale < MIN_GAIN * whole) return false;
  const row = Math.floor(scale * height);
  const left = frame.x + ((frame.width - Math.floor(scale * longest)) >> 1);
  const top = frame.y + ((frame.height - 2 * row - gap) >> 1);
  for (const [at, [from, to]] of (
    [
      [0, seam],
      [seam, 1000],
    ] as const
  ).entries()) {
    const size = { width: Math.floor((scale * width * (to - from)) / 1000), height: row };
    const shown = image.part ?? { x: 0, y: 0, width: 1000, height: 1000 };
    const [start, end] = [from, to].map((place) => shown.x + Math.round((place * shown.width) / 1000));
    const part = { ...shown, x: start!, width: end! - start! };
    const place = { x: left, y: top + at * (row + gap), ...size };
    page.image(at === 0 ? id : `${id}-${at}`, image.fileId, place, 'contain', {
      ...graphicLook(image, size),
      part,
    });
  }
  return true;
}
