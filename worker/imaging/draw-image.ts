import { createCanvas, ImageData, type SKRSContext2D } from './canvas.ts';
import type { Raster } from './decode.ts';
import type { Frame } from './scene.ts';

/** Draws decoded pixels (4 channels), already scaled, in the middle of a frame. */
export function drawImage(context: SKRSContext2D, frame: Frame, raster: Raster): void {
  const { width, height, data } = raster;
  const { x, y } = placeInside(frame, raster);
  // putImageData replaces what is there; only drawing a canvas blends.
  const canvas = createCanvas(width, height);
  canvas
    .getContext('2d')
    .putImageData(
      new ImageData(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height),
      0,
      0,
    );
  context.drawImage(canvas, x, y);
}

/** The upper left corner of a raster that is centred in a frame. */
export function placeInside(frame: Frame, { width, height }: { width: number; height: number }) {
  return { x: frame.x + ((frame.width - width) >> 1), y: frame.y + ((frame.height - height) >> 1) };
}
