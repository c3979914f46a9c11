import sharp from 'sharp';
import { decodeImage, freeBytes, type Input, type Raster } from './decode.ts';

/** The picture is first reduced to this many columns, which leaves light and dark areas only. */
const BLUR_COLUMNS = 12;
const BLUR_ROWS = 8;
/** How far every tone is moved towards white, in 256ths. */
const WHITE_SHARE = 168;

/** A backdrop for another picture: the picture itself, strongly blurred and paled. 4 channels. */
export async function decodeBackdrop(
  input: Input,
  contentType: string,
  { width, height }: { width: number; height: number },
): Promise<Raster> {
  const options = { width: BLUR_COLUMNS, height: BLUR_ROWS, fit: 'fill', alpha: false } as const;
  const small = await decodeImage(input, contentType, options);
  const pale = small.data.map((code) => code + (((255 - code) * WHITE_SHARE) >> 8));
  const raw = { width: BLUR_COLUMNS, height: BLUR_ROWS, channels: 3 } as const;
  const { data } = await sharp(pale, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  freeBytes(small.data);
  return { data, width, height, channels: 4 };
}
