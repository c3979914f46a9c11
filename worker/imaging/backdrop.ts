import sharp from 'sharp';
import { decodeImage, type Input, type Raster, release } from './decode.ts';

/** The picture is first reduced to this many columns, which leaves light and dark areas only. */
const COLUMNS = 12;
const ROWS = 8;
/** How far every tone is moved towards white, of 256. */
const PALE = 168;

/** A backdrop for another picture: the picture itself, strongly blurred and paled. 4 channels. */
export async function decodeBackdrop(
  input: Input,
  contentType: string,
  { width, height }: { width: number; height: number },
): Promise<Raster> {
  const options = { width: COLUMNS, height: ROWS, fit: 'fill', alpha: false } as const;
  const small = await decodeImage(input, contentType, options);
  const pale = small.data.map((code) => code + (((255 - code) * PALE) >> 8));
  const raw = { width: COLUMNS, height: ROWS, channels: 3 } as const;
  const { data } = await sharp(pale, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  release(small.data);
  return { data, width, height, channels: 4 };
}
