import type { DrawingTones, DrawnPart } from './drawing-tones.ts';
import { drawFaintRules } from './faint-rules.ts';
import { inkStrokes } from './ink-strokes.ts';
import { dilate } from './plane-filters.ts';
import { BLACK_INK, findSmallMarks, SHADED_INK } from './small-marks.ts';
import { setTypeOnColour } from './type-on-colour.ts';

/** Least difference within 3 by 3 pixels of an edge of type or of a line, and of an edge between two tints. */
const MIN_EDGE_STEP = 56;
const MIN_TINT_STEP = 18;
/** Least difference from paper of a faint edge or line, and the tone in which it is drawn: a row of dots. */
const MIN_FAINT_STEP = 6;
const FAINT_LINE_TONE = 128;
/** A pixel of an edge is ink if its tone is at least this far, in 256ths, from the light side to the dark one. */
const INK_SHARE = 96;
/** Darkest tint that gets a rim, and darkest one that counts as the light side of an edge. */
const MIDDLE_TINT = 140;
const LIGHT_TINT = 180;
/** Pixels beside type on a light tint, and above and below it, that become white. */
const CLEARED_COLUMNS = 6;
const CLEARED_ROWS = 4;

/**
 * Prepares a drawing, or a part of one, for black and white: a dark ground is inverted, paper and near-white tints become white, and type and
 * lines on them black, with white around them. Other areas keep their tone and are dithered, light ones with a rim, so that
 * the areas of a map, the series of a chart and the bubbles of a chat stay distinct. Returns a new plane.
 */
export function crispDrawing(
  { luminance, width, height, colours }: DrawnPart,
  { isDark, levels }: DrawingTones,
): Uint8Array {
  const light = isDark ? luminance.map((code) => 255 - code) : luminance;
  const codes = light.map((code) => levels[code]!);
  const strokes = inkStrokes(codes, width, height);
  const near = extremes(codes, width, height);
  const to = new Uint8Array(codes.length);
  for (let i = 0; i < to.length; i++) {
    const code = codes[i]!;
    const [lightest, darkest] = [near.lightest[i]!, near.darkest[i]!];
    if (strokes[i] && lightest - darkest < MIN_EDGE_STEP) to[i] = 0;
    else if (code >= MIDDLE_TINT && lightest - code >= MIN_FAINT_STEP && hasNoEdge(near, i, width))
      to[i] =
        lightest - code >= MIN_TINT_STEP
          ? 0
          : lightest === 255
            ? FAINT_LINE_TONE
            : sharpen(code, lightest, darkest);
    else to[i] = sharpen(code, lightest, darkest);
  }
  clearAround(to, codes, width, height);
  clearBehindType(to, codes, width, height);
  drawFaintRules(to, light, { width, height }, FAINT_LINE_TONE);
  setTypeOnColour(to, {
    planes: colours ?? [luminance, luminance, luminance],
    codes,
    isInverted: isDark,
    width,
    height,
  });
  return to;
}

function sharpen(code: number, light: number, dark: number): number {
  const step = light - dark;
  if (step >= MIN_EDGE_STEP && light >= LIGHT_TINT) return code > light - ((step * INK_SHARE) >> 8) ? 255 : 0;
  if (step >= MIN_EDGE_STEP && dark === 0) return code > (step * INK_SHARE) >> 8 ? 255 : 0;
  return code;
}

/** Whitens light tints next to ink, because specks beside a letter make it hard to read. */
function clearAround(to: Uint8Array, codes: Uint8Array, width: number, height: number): void {
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      if (to[i] !== 0 || codes[i]! >= MIDDLE_TINT) continue;
      for (let near = i - width; near <= i + width; near += width) {
        for (let at = near - 1; at <= near + 1; at++)
          if (to[at]! > 0 && codes[at]! >= MIDDLE_TINT) to[at] = 255;
      }
    }
  }
}

/** Whitens light tints around marks of the size of letters, because type on dots cannot be read. Lines and outlines keep the tint beside them. */
function clearBehindType(to: Uint8Array, codes: Uint8Array, width: number, height: number): void {
  const ink = to.map((code, i) =>
    codes[i]! >= MIDDLE_TINT || code === 255 ? 0 : code === 0 ? BLACK_INK : SHADED_INK,
  );
  const cleared = dilate(findSmallMarks(ink, width), width, height, CLEARED_COLUMNS, CLEARED_ROWS);
  for (let i = 0; i < to.length; i++) if (cleared[i] && to[i]! > 0 && codes[i]! >= MIDDLE_TINT) to[i] = 255;
}

interface Extremes {
  lightest: Uint8Array;
  darkest: Uint8Array;
}

/** The lightest and the darkest of the 3 by 3 pixels around each pixel. */
function extremes(codes: Uint8Array, width: number, height: number): Extremes {
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
  const lightest = new Uint8Array(codes.length);
  const darkest = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const above = i >= width ? i - width : i;
    const below = i + width < codes.length ? i + width : i;
    lightest[i] = Math.max(Math.max(rowLightest[above]!, rowLightest[below]!), rowLightest[i]!);
    darkest[i] = Math.min(Math.min(rowDarkest[above]!, rowDarkest[below]!), rowDarkest[i]!);
  }
  return { lightest, darkest };
}

/** Whether the 5 by 5 pixels around a pixel have no edge of type and no line. */
function hasNoEdge({ lightest, darkest }: Extremes, i: number, width: number): boolean {
  const x = i % width;
  const [left, right] = [x > 0 ? -1 : 0, x + 1 < width ? 1 : 0];
  let [light, dark] = [0, 255];
  for (let row = i - width; row <= i + width; row += width) {
    if (row < 0 || row >= lightest.length) continue;
    for (let at = row + left; at <= row + right; at++) {
      light = Math.max(light, lightest[at]!);
      dark = Math.min(dark, darkest[at]!);
    }
  }
  return light - dark < MIN_EDGE_STEP;
}
