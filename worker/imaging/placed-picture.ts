import type { Planes } from './colour-areas.ts';
import type { Raster } from './decode.ts';
import { placeInside } from './draw-image.ts';
import type { Frame } from './scene.ts';
import { luma } from './tone.ts';

/** A picture's position on a page and its luminance there, with transparency on white. */
export interface PlacedPicture {
  /** The same for several parts of one picture. */
  fileId: string;
  x: number;
  y: number;
  width: number;
  height: number;
  luminance: Uint8Array;
  /** A `scan` is a scanned or photographed sheet of paper. Null if the kind must be found out from the pixels. */
  kind: 'drawing' | 'scan' | null;
  /** Its number among the elements of the page: later ones are drawn over it. */
  element: number;
  /** For drawings and scans: colours of equal luminance must stay distinct in few tones, and yellow is ink on grey paper. */
  colours?: Planes;
}

/** `raster` has 4 channels. */
export function placePicture(
  element: number,
  frame: Frame,
  fileId: string,
  raster: Raster,
  kind: PlacedPicture['kind'],
): PlacedPicture {
  const { width, height, data } = raster;
  const luminance = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < luminance.length; i++, p += 4) {
    const code = luma(data[p]!, data[p + 1]!, data[p + 2]!);
    const alpha = data[p + 3]!;
    luminance[i] = alpha === 255 ? code : Math.floor((code * alpha + 255 * (255 - alpha) + 127) / 255);
  }
  const placed = { fileId, ...placeInside(frame, raster), width, height, luminance, kind, element };
  return kind !== null ? { ...placed, colours: coloursOf(raster) } : placed;
}

function coloursOf({ data, width, height }: Raster): Planes {
  const pixels = width * height;
  const [red, green, blue] = [new Uint8Array(pixels), new Uint8Array(pixels), new Uint8Array(pixels)];
  const onWhite = (code: number, alpha: number) =>
    alpha === 255 ? code : Math.floor((code * alpha + 255 * (255 - alpha) + 127) / 255);
  for (let i = 0, p = 0; i < pixels; i++, p += 4) {
    const alpha = data[p + 3]!;
    red[i] = onWhite(data[p]!, alpha);
    green[i] = onWhite(data[p + 1]!, alpha);
    blue[i] = onWhite(data[p + 2]!, alpha);
  }
  return [red, green, blue];
}
