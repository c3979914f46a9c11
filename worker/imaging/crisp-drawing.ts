/** A tone that fills at least this share of a drawing is its paper (light) or its dark ground. In percent. */
const GROUND_PERCENT = 20;
/** Lightest and darkest codes that pass for paper and for black where no ground is found. */
const PAPER = 236;
const BLACK = 44;
/** On a dark ground, type is white from here on. */
const LIGHT_INK = 190;
/** Difference within 3 by 3 pixels that makes an edge of type or line. */
const EDGE = 56;
/** An edge's pixel is ink when its tone is this far, in 256ths, from the light side to the dark one. */
const INK_SHARE = 96;

/**
 * A drawing as black and white shows it best: paper and near-white tints become white, a dark ground black, and what
 * stands on them as type or line is black or white without a grey between. Larger areas of colour keep their tone, to
 * be dithered. Returns a new plane.
 */
export function crispDrawing(luminance: Uint8Array, width: number, height: number): Uint8Array {
  const levels = levelsOf(luminance);
  const codes = new Uint8Array(luminance.length);
  for (let i = 0; i < codes.length; i++) codes[i] = levels[luminance[i]!]!;
  const { lightest, darkest } = extremes(codes, width, height);
  const to = codes.slice();
  for (let i = 0; i < to.length; i++) {
    const light = lightest[i]!;
    const dark = darkest[i]!;
    if (light - dark < EDGE || (light < 255 && dark > 0)) continue;
    const threshold =
      light === 255
        ? light - (((light - dark) * INK_SHARE) >> 8)
        : dark + (((light - dark) * INK_SHARE) >> 8);
    to[i] = codes[i]! > threshold ? 255 : 0;
  }
  return to;
}

/** Stretches what is between the grounds to the whole range. */
function levelsOf(luminance: Uint8Array): Uint8Array {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < luminance.length; i++) histogram[luminance[i]!]!++;
  const enough = (luminance.length * GROUND_PERCENT) / 100;
  let white = PAPER;
  let black = BLACK;
  for (let code = 190; code < 256; code++) if (histogram[code]! >= enough) white = Math.min(white, code - 3);
  for (let code = 0; code < 80; code++) {
    if (histogram[code]! < enough) continue;
    black = Math.max(black, code + 3);
    white = Math.min(white, LIGHT_INK);
  }
  return Uint8Array.from({ length: 256 }, (_, code) =>
    code >= white ? 255 : code <= black ? 0 : Math.floor((255 * (code - black)) / (white - black)),
  );
}

/** The lightest and the darkest of 3 by 3 pixels around each. */
function extremes(codes: Uint8Array, width: number, height: number) {
  const rowLightest = new Uint8Array(codes.length);
  const rowDarkest = new Uint8Array(codes.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = codes[i]!;
      const left = x > 0 ? codes[i - 1]! : own;
      const right = x + 1 < width ? codes[i + 1]! : own;
      rowLightest[i] = Math.max(Math.max(left, right), own);
      rowDarkest[i] = Math.min(Math.min(left, right), own);
    }
  }
  const lightest = rowLightest.slice();
  const darkest = rowDarkest.slice();
  for (let i = 0; i < codes.length; i++) {
    const above = i >= width ? i - width : i;
    const below = i + width < codes.length ? i + width : i;
    lightest[i] = Math.max(Math.max(rowLightest[above]!, rowLightest[below]!), rowLightest[i]!);
    darkest[i] = Math.min(Math.min(rowDarkest[above]!, rowDarkest[below]!), rowDarkest[i]!);
  }
  return { lightest, darkest };
}
