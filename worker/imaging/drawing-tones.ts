import type { Planes } from './colour-areas.ts';

/** Percent of a drawing that a tone must fill to be its paper, if it is light, or its black. */
const MIN_GROUND_PERCENT = 12;
/** The codes of paper and of black if no tone fills enough of the drawing. */
const PAPER_CODE = 236;
const BLACK_CODE = 44;
/** Lightest code of a large dark area that becomes black. */
const MAX_BLACK_GROUND = 80;
/** Darkest code of paper. */
const MIN_PAPER = 190;
/** The codes at which middle and light tones begin. A drawing on a dark ground has at least so many percent of darker tones, and at most so many of light ones. */
const MIDDLE_TONES_START = 96;
const MIN_DARK_PERCENT = 62;
const LIGHT_TONES_START = 170;
const MAX_LIGHT_PERCENT = 22;
/** Least value of the largest channel of a strong colour. */
const MIN_STRONG_CHANNEL = 130;
/** A drawing with more than this percentage of shaded middle tones contains a picture, which inversion would turn into a negative. */
const MAX_SHADED_PERCENT = 5;
/** Least and largest difference over some pixels that is shading: a smaller one is an even area, a larger one the edge of type. */
const SHADING_STEPS = [4, 40] as const;
const SHADING_PIXELS = 6;

/** A drawing, or a part of one that is placed separately on the page. */
export interface DrawnPart {
  luminance: Uint8Array;
  width: number;
  height: number;
  colours?: Planes;
}

/** How the codes of a drawing are mapped before type and lines are searched. */
export interface DrawingTones {
  /** Whether its ground is dark, so that it is inverted. */
  isDark: boolean;
  levels: Uint8Array;
}

/** Reads all parts of a drawing together, so that a tone is mapped alike in each of them. */
export function drawingTones(parts: DrawnPart[]): DrawingTones {
  const histogram = new Uint32Array(256);
  for (const { luminance } of parts) for (const code of luminance) histogram[code]!++;
  const pixels = parts.reduce((sum, { luminance }) => sum + luminance.length, 0);
  const isDark = haveDarkGround(parts, pixels) && !containPicture(parts, pixels);
  if (isDark) histogram.reverse();
  return { isDark, levels: levelsOf(histogram, pixels) };
}

/** Whether so much of a dark drawing is shaded that it contains a picture. */
function containPicture(parts: DrawnPart[], pixels: number): boolean {
  return 100 * parts.reduce((sum, part) => sum + shadedPixels(part), 0) > MAX_SHADED_PERCENT * pixels;
}

function shadedPixels({ luminance, width }: DrawnPart): number {
  const [least, most] = SHADING_STEPS;
  const isMiddle = (code: number) => code >= MIDDLE_TONES_START && code < LIGHT_TONES_START;
  const differs = (one: number, other: number) => {
    const step = Math.abs(one - other);
    return isMiddle(one) && isMiddle(other) && step >= least && step <= most;
  };
  const [across, down] = [SHADING_PIXELS, SHADING_PIXELS * width];
  let shaded = 0;
  for (let i = down; i + down < luminance.length; i++) {
    const isShaded =
      differs(luminance[i - across]!, luminance[i + across]!) ||
      differs(luminance[i - down]!, luminance[i + down]!);
    if (isMiddle(luminance[i]!) && isShaded) shaded++;
  }
  return shaded;
}

/** Whether a drawing is a window or a map in dark colours. A page with much white contains a dark picture instead. Strong colours do not count as dark. */
function haveDarkGround(parts: DrawnPart[], pixels: number): boolean {
  let [dark, light] = [0, 0];
  for (const { luminance, colours } of parts) {
    const [red, green, blue] = colours ?? [luminance, luminance, luminance];
    for (let i = 0; i < luminance.length; i++) {
      if (luminance[i]! >= LIGHT_TONES_START) light++;
      else if (
        luminance[i]! < MIDDLE_TONES_START &&
        Math.max(red[i]!, green[i]!, blue[i]!) < MIN_STRONG_CHANNEL
      )
        dark++;
    }
  }
  return 100 * dark >= MIN_DARK_PERCENT * pixels && 100 * light <= MAX_LIGHT_PERCENT * pixels;
}

/** Stretches tones between black and the paper, which is the most frequent light tone, to the whole range. */
function levelsOf(histogram: Uint32Array, pixels: number): Uint8Array {
  let paper = 0;
  let most = (pixels * MIN_GROUND_PERCENT) / 100;
  for (let code = MIN_PAPER; code < 256; code++) {
    if (histogram[code]! < most) continue;
    most = histogram[code]!;
    paper = code;
  }
  const white = paper === 0 ? PAPER_CODE : Math.min(PAPER_CODE, paper - 3);
  let black = BLACK_CODE;
  for (let code = 0; code < MAX_BLACK_GROUND; code++) {
    if (histogram[code]! >= (pixels * MIN_GROUND_PERCENT) / 100) black = Math.max(black, code + 3);
  }
  return Uint8Array.from({ length: 256 }, (_, code) =>
    code >= white ? 255 : code <= black ? 0 : Math.floor((255 * (code - black)) / (white - black)),
  );
}
