import sharp from 'sharp';
import { type Raster, release } from './decode.ts';

/** Turns a raster around its middle, clockwise, by hundredths of a degree; what comes into view is white. Uses it up. */
export async function turnRaster(raster: Raster, turn: number): Promise<Raster> {
  const { data, width, height, channels } = raster;
  const turned = await sharp(data, { raw: { width, height, channels } })
    .rotate(turn / 100, { background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  release(data);
  const { info } = turned;
  const left = Math.max(0, (info.width - width) >> 1);
  const top = Math.max(0, (info.height - height) >> 1);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const cut = await sharp(turned.data, { raw }).extract({ left, top, width, height }).raw().toBuffer();
  release(turned.data);
  return { data: cut, width, height, channels };
}
