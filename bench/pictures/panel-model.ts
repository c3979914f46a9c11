/**
 * Models the lightness that an eye sees on a black and white panel, to compare it with the lightness that it should
 * see. Uses floating point, because no shown picture depends on it.
 * The panel: black reflects 8% of the light that white reflects. A black dot extends a tenth of a pixel into each
 * neighbour, so half of the pixels black cover 68% of the panel. The eye: a Gaussian filter over light, `EYE_SIGMA`
 * pixels wide. Lightness: CIE L*, 0 to 100.
 * The target: the original's luminance, seen by the same eye, with its L* scaled linearly to the range between the
 * panel's black and white, because a panel shows nothing darker than its black.
 */
const BLACK_REFLECTANCE = 0.08;
const DOT_REACH = 0.1;
const EYE_SIGMA = 1.5;

/** The lightness that a panel shows, from its pixels (0 black, anything else white), one byte each. */
export function shownLightness(pixels: Uint8Array, width: number, height: number): Float32Array {
  const light = new Float32Array(width * height);
  const isBlack = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] === 0 ? 1 : 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const across = 1 - DOT_REACH * (isBlack(x - 1, y) + isBlack(x + 1, y));
      const down = 1 - DOT_REACH * (isBlack(x, y - 1) + isBlack(x, y + 1));
      const white = pixels[i] === 0 ? 0 : across * down;
      light[i] = BLACK_REFLECTANCE + (1 - BLACK_REFLECTANCE) * white;
    }
  }
  return blur(light, width, height).map(lightness);
}

/** The lightness that a panel should show for sRGB luminance codes. */
export function wantedLightness(codes: Uint8Array, width: number, height: number): Float32Array {
  const darkest = lightness(BLACK_REFLECTANCE);
  const light = Float32Array.from(codes, linear);
  return blur(light, width, height).map((each) => darkest + ((100 - darkest) * lightness(each)) / 100);
}

/** IEC 61966-2-1. */
function linear(code: number): number {
  const share = code / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** CIE 15: L* of a luminance relative to white. */
function lightness(light: number): number {
  return light > 216 / 24389 ? 116 * Math.cbrt(light) - 16 : (24389 / 27) * light;
}

function blur(plane: Float32Array, width: number, height: number): Float32Array {
  const reach = Math.ceil(3 * EYE_SIGMA);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * EYE_SIGMA ** 2)),
  );
  const sum = weights.reduce((a, b) => a + b);
  const along = (
    from: Float32Array,
    step: number,
    length: number,
    starts: (line: number) => number,
    lines: number,
  ) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < lines; line++) {
      const start = starts(line);
      for (let at = 0; at < length; at++) {
        let total = 0;
        for (let k = -reach; k <= reach; k++) {
          const near = Math.min(length - 1, Math.max(0, at + k));
          total += weights[k + reach]! * from[start + near * step]!;
        }
        to[start + at * step] = total / sum;
      }
    }
    return to;
  };
  const rows = along(plane, 1, width, (y) => y * width, height);
  return along(rows, width, height, (x) => x, width);
}
