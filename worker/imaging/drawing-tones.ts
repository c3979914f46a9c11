import type { Planes } from './colour-areas.ts';

/** A tone that fills at least this share of a drawing is its paper, where it is light, or its black. In percent. */
const GROUND_PERCENT = 12;
/** Lightest and darkest codes that pass for paper and for black where no ground is found. */
const PAPER = 236;
const BLACK = 44;
/** Lightest code of a dark area that is black where there is much of it. */
const MAX_BLACK = 80;
/** Darkest code that a paper can have. */
const MIN_PAPER = 190;
/** Percent of a drawing that is darker than this where its ground is dark, and lighter than that at most. */
const DARK = 96;
const DARK_PERCENT = 62;
const LIGHT = 170;
const LIGHT_PERCENT = 22;
/** The largest channel of a strong colour is at least this. */
const STRONG = 130;
/** What is neither and shaded is a picture, where it is more than this: it would become a negative. */
const SHADED_PERCENT = 5;
/** Differences across some pixels that are shading: less is an even area, more is the edge of type. */
const SHADE = [4, 40] as const;
const ACROSS = 6;

/** A drawing, or a part of one that stands in a place of its own on the page. */
export interface DrawnPart {
  luminance: Uint8Array;
  width: number;
  height: number;
  colours?: Planes;
}

/** What a drawing's codes become before type and lines are looked for. */
export interface DrawingTones {
  /** Whether its ground is dark, and it is inverted. */
  isDark: boolean;
  levels: Uint8Array;
}

/** Reads all parts of a drawing together: a tone is the same in each of them. */
export function drawingTones(parts: DrawnPart[]): DrawingTones {
  const histogram = new Uint32Array(256);
  for (const { luminance } of parts) for (const code of luminance) histogram[code]!++;
  const pixels = parts.reduce((sum, { luminance }) => sum + luminance.length, 0);
  const isDark = haveDarkGround(parts, pixels) && !haveShading(parts, pixels);
  if (isDark) histogram.reverse();
  return { isDark, levels: levelsOf(histogram, pixels) };
}

/** Whether a share of a dark drawing that counts is a picture. */
function haveShading(parts: DrawnPart[], pixels: number): boolean {
  return 100 * parts.reduce((sum, part) => sum + shadedPixels(part), 0) > SHADED_PERCENT * pixels;
}

function shadedPixels({ luminance, width }: DrawnPart): number {
  const [least, most] = SHADE;
  const isMiddle = (code: number) => code >= DARK && code < LIGHT;
  const differs = (one: number, other: number) => {
    const step = Math.abs(one - other);
    return isMiddle(one) && isMiddle(other) && step >= least && step <= most;
  };
  const [across, down] = [ACROSS, ACROSS * width];
  let shaded = 0;
  for (let i = down; i + down < luminance.length; i++) {
    const isShaded =
      differs(luminance[i - across]!, luminance[i + across]!) ||
      differs(luminance[i - down]!, luminance[i + down]!);
    if (isMiddle(luminance[i]!) && isShaded) shaded++;
  }
  return shaded;
}

/** A window or a map in dark colours. A page with much white has a dark picture in it instead. A strong colour is not dark. */
function haveDarkGround(parts: DrawnPart[], pixels: number): boolean {
  let [dark, light] = [0, 0];
  for (const { luminance, colours } of parts) {
    const [red, green, blue] = colours ?? [luminance, luminance, luminance];
    for (let i = 0; i < luminance.length; i++) {
      if (luminance[i]! >= LIGHT) light++;
      else if (luminance[i]! < DARK && Math.max(red[i]!, green[i]!, blue[i]!) < STRONG) dark++;
    }
  }
  return 100 * dark >= DARK_PERCENT * pixels && 100 * light <= LIGHT_PERCENT * pixels;
}

/** Stretches tones between black and the paper, which is the most frequent light tone, to the whole range. */
function levelsOf(histogram: Uint32Array, pixels: number): Uint8Array {
  let paper = 0;
  let most = (pixels * GROUND_PERCENT) / 100;
  for (let code = MIN_PAPER; code < 256; code++) {
    if (histogram[code]! < most) continue;
    most = histogram[code]!;
    paper = code;
  }
  const white = paper === 0 ? PAPER : Math.min(PAPER, paper - 3);
  let black = BLACK;
  for (let code = 0; code < MAX_BLACK; code++) {
    if (histogram[code]! >= (pixels * GROUND_PERCENT) / 100) black = Math.max(black, code + 3);
  }
  return Uint8Array.from({ length: 256 }, (_, code) =>
    code >= white ? 255 : code <= black ? 0 : Math.floor((255 * (code - black)) / (white - black)),
  );
}
