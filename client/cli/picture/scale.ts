import type { Picture } from './decode-png.ts';

/** The picture in another, smaller size: each pixel is the mean of those that it covers. */
export function scaleDown({ width, height, rgb }: Picture, toWidth: number, toHeight: number): Picture {
  const scaled = new Uint8Array(toWidth * toHeight * 3);
  for (let y = 0; y < toHeight; y++) {
    const [top, bottom] = span(y, toHeight, height);
    for (let x = 0; x < toWidth; x++) {
      const [left, right] = span(x, toWidth, width);
      const sums = [0, 0, 0];
      for (let row = top; row < bottom; row++)
        for (let i = (row * width + left) * 3; i < (row * width + right) * 3; i++)
          sums[(i - row * width * 3) % 3] = (sums[(i - row * width * 3) % 3] ?? 0) + (rgb[i] ?? 0);
      const count = (bottom - top) * (right - left);
      for (const [channel, sum] of sums.entries())
        scaled[(y * toWidth + x) * 3 + channel] = Math.round(sum / count);
    }
  }
  return { width: toWidth, height: toHeight, rgb: scaled };
}

/** Which of `from` pixels the pixel `at` of `to` covers: at least one. */
function span(at: number, to: number, from: number): [number, number] {
  const start = Math.floor((at * from) / to);
  return [start, Math.max(start + 1, Math.floor(((at + 1) * from) / to))];
}

/**
 * The picture with nothing but `levels` (ascending) in each channel, the error spread to the neighbours (Floyd and
 * Steinberg, 1976). Grey pictures stay grey.
 */
export function dither({ width, height, rgb }: Picture, levels: number[]): Picture {
  const wanted = Float32Array.from(rgb);
  const dithered = new Uint8Array(rgb.length);
  const spread = (x: number, y: number, i: number, error: number) => {
    if (x >= 0 && x < width && y < height) wanted[i] = (wanted[i] ?? 0) + error;
  };
  for (let i = 0; i < rgb.length; i++) {
    const x = Math.floor(i / 3) % width;
    const y = Math.floor(i / (3 * width));
    const value = wanted[i] ?? 0;
    const level = levels.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
    dithered[i] = level;
    const error = value - level;
    spread(x + 1, y, i + 3, (error * 7) / 16);
    spread(x - 1, y + 1, i + width * 3 - 3, (error * 3) / 16);
    spread(x, y + 1, i + width * 3, (error * 5) / 16);
    spread(x + 1, y + 1, i + width * 3 + 3, error / 16);
  }
  return { width, height, rgb: dithered };
}

/** The luminance of each pixel in all three channels (Rec. 709). */
export function toGrey({ width, height, rgb }: Picture): Picture {
  const grey = new Uint8Array(rgb.length);
  for (let i = 0; i < rgb.length; i += 3) {
    const light = 0.2126 * (rgb[i] ?? 0) + 0.7152 * (rgb[i + 1] ?? 0) + 0.0722 * (rgb[i + 2] ?? 0);
    grey.fill(Math.round(light), i, i + 3);
  }
  return { width, height, rgb: grey };
}
