import sharp from 'sharp';
import { freeBytes, type Raster } from './decode.ts';

/**
 * Turns a raster around its middle, clockwise, by hundredths of a degree. Its edge pixels are repeated in the new corners, because
 * beside white the grey paper would count as ink. Overwrites the raster.
 */
export async function turnRaster(raster: Raster, turn: number): Promise<Raster> {
  const { data, width, height, channels } = raster;
  const side = Math.ceil((Math.max(width, height) * Math.sin((Math.abs(turn) * Math.PI) / 18_000)) / 2) + 1;
  const extended = await sharp(data, { raw: { width, height, channels } })
    .extend({ top: side, bottom: side, left: side, right: side, extendWith: 'copy' })
    .raw()
    .toBuffer();
  freeBytes(data);
  const size = { width: width + 2 * side, height: height + 2 * side };
  const turned = await sharp(extended, { raw: { ...size, channels } })
    .rotate(turn / 100, { background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  freeBytes(extended);
  const { info } = turned;
  const left = Math.max(0, (info.width - width) >> 1);
  const top = Math.max(0, (info.height - height) >> 1);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const cut = await sharp(turned.data, { raw }).extract({ left, top, width, height }).raw().toBuffer();
  freeBytes(turned.data);
  return { data: cut, width, height, channels };
}
