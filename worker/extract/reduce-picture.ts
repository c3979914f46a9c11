import type { Picture } from '../sandbox/task-result.ts';

export interface ReducedPicture {
  luminance: Uint8Array;
  /** How far each pixel's colour is from grey. */
  colour: Uint8Array;
  width: number;
  height: number;
}

/** Averages square blocks of pixels, the smallest with which the longer side is at most `side`. */
export function reducePicture({ data, width, height }: Picture, side: number): ReducedPicture {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / side));
  const columns = Math.max(1, Math.floor(width / step));
  const rows = Math.max(1, Math.floor(height / step));
  const luminance = new Uint8Array(columns * rows);
  const colour = new Uint8Array(columns * rows);
  for (let row = 0, to = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = row * step; y < (row + 1) * step; y++) {
        for (let p = 3 * (y * width + column * step), end = p + 3 * step; p < end; p += 3) {
          red += data[p]!;
          green += data[p + 1]!;
          blue += data[p + 2]!;
        }
      }
      const count = step * step;
      luminance[to] = Math.floor((54 * red + 183 * green + 19 * blue) / (256 * count));
      colour[to] = Math.floor((Math.max(red, green, blue) - Math.min(red, green, blue)) / count);
    }
  }
  return { luminance, colour, width: columns, height: rows };
}

/** The luminance of a reduced picture as a grey picture, for readers that need no colours. */
export function greyPicture({ luminance, width, height }: ReducedPicture): Picture {
  const data = new Uint8Array(3 * luminance.length);
  for (let i = 0, to = 0; i < luminance.length; i++, to += 3) {
    data[to] = luminance[i]!;
    data[to + 1] = luminance[i]!;
    data[to + 2] = luminance[i]!;
  }
  return { data, width, height };
}
