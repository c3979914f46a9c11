import { decodeImage, freeBytes, type Input, type Raster } from './decode.ts';
import type { Frame, ImageProperties, PictureArea } from './scene.ts';
import { sheetSize, warpSheet } from './warp-sheet.ts';

const WHOLE: PictureArea = { x: 0, y: 0, width: 1000, height: 1000 };
/** Greatest side of a picture that is decoded for one of its parts. */
const MAX_DECODED_SIDE = 4000;
/** Decoded pixels for each pixel of a sheet, because its lines are thin and it may be turned. */
const SHEET_DETAIL = 1.25;

/**
 * Decodes the part of a picture, or of the sheet of paper in it, that is to be shown, as large as it fits the frame. 4 channels.
 * @throws {InvalidImageError}
 */
export async function decodePart(
  { input, contentType }: { input: Input; contentType: string },
  frame: Pick<Frame, 'width' | 'height'>,
  { sheet, part = WHOLE }: Pick<ImageProperties, 'sheet' | 'part'>,
): Promise<Raster> {
  const across = sheet ? extent(sheet.map(([x]) => x)) : 1;
  const down = sheet ? extent(sheet.map(([, y]) => y)) : 1;
  const detail = sheet ? SHEET_DETAIL : 1;
  const side = (length: number, share: number, ofPart: number) =>
    Math.min(
      MAX_DECODED_SIDE,
      Math.ceil((detail * length * 1000) / (Math.max(0.05, share) * Math.max(1, ofPart))),
    );
  const width = side(frame.width, across, part.width);
  const height = side(frame.height, down, part.height);
  const raster = await decodeImage(input, contentType, { width, height, fit: 'inside', alpha: true });
  if (!sheet) return cutRaster(raster, part);
  const own = sheetSize(sheet, raster);
  const scale = Math.min(
    (1000 * frame.width) / (own.width * part.width),
    (1000 * frame.height) / (own.height * part.height),
  );
  const flat = warpSheet(raster, sheet, {
    width: Math.max(1, Math.floor(own.width * scale)),
    height: Math.max(1, Math.floor(own.height * scale)),
  });
  freeBytes(raster.data);
  return cutRaster(flat, part);
}

const extent = (places: number[]) => (Math.max(...places) - Math.min(...places)) / 1000;

function cutRaster(raster: Raster, { x, y, width, height }: PictureArea): Raster {
  if (width === 1000 && height === 1000) return raster;
  const { data, channels } = raster;
  const left = Math.floor((x * raster.width) / 1000);
  const top = Math.floor((y * raster.height) / 1000);
  const size = {
    width: Math.max(1, Math.floor(((x + width) * raster.width) / 1000) - left),
    height: Math.max(1, Math.floor(((y + height) * raster.height) / 1000) - top),
  };
  const cut = new Uint8Array(size.width * size.height * channels);
  for (let row = 0; row < size.height; row++) {
    const from = ((top + row) * raster.width + left) * channels;
    cut.set(data.subarray(from, from + size.width * channels), row * size.width * channels);
  }
  freeBytes(data);
  return { data: cut, ...size, channels };
}
