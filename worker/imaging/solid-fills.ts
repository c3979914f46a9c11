/** Lightest code of what may be type or an area that type stands on, and darkest of paper and of type on a dark area. */
const MAX_INK = 184;
const MIN_PAPER = 200;
/** Widest stroke of type, in pixels. What is wider is an area. */
const MAX_STROKE = 8;
/** Pixels of an area that type may stand on, at least. */
const MIN_AREA = 500;
/** Codes around its commonest one that belong to one tint, and the percent of an area that has to be of it. */
const TINT = 12;
const TINT_PERCENT = 70;
/** Lightest code of an area that is black whatever stands on it, and the code of one that black type stands on. */
const NEAR_BLACK = 56;
const PALE = 190;
/** Percent of an area that strokes on it touch, at least. Fewer are a picture's. */
const TYPE_PERCENT = 2;

/** What a pixel is part of, besides areas. */
export const INK_STROKE = 1;
const LIGHT_STROKE = 2;
const BLACK_STROKE = 3;

const Tone = { Black: 0, Middle: 1, Between: 2, Paper: 3 } as const;

/**
 * Makes areas of the darkest tint black where light type stands on them, and areas pale where black type does: dots beside
 * strokes make type hard to read. Changes the codes.
 * @returns for each pixel whether it is part of a stroke of ink on paper (`INK_STROKE`), which dots would break up
 */
export function solidFills(codes: Uint8Array, width: number, height: number): Uint8Array {
  const strokes = new Uint8Array(codes.length);
  markStrokes(codes, strokes, { length: width, step: 1, lines: height, stride: width });
  markStrokes(codes, strokes, { length: height, step: width, lines: width, stride: 1 });
  fillAreas(codes, strokes, width);
  return strokes;
}

/** One of `Tone`, from dark to light. */
function toneOf(code: number): number {
  if (code === 0) return Tone.Black;
  return code <= MAX_INK ? Tone.Middle : code < MIN_PAPER ? Tone.Between : Tone.Paper;
}

/** Marks short runs: of ink between paper, of paper between ink, of black between a middle tone. */
function markStrokes(
  codes: Uint8Array,
  strokes: Uint8Array,
  { length, step, lines, stride }: { length: number; step: number; lines: number; stride: number },
): void {
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    // Where the last paper, ink and middle tone were seen.
    let paper = -1;
    let ink = -1;
    let middle = -1;
    const mark = (from: number, to: number, kind: number) => {
      if (from < 0 || to - from < 2 || to - from > MAX_STROKE + 1) return;
      for (let at = from + 1; at < to; at++) {
        const i = start + at * step;
        const tone = toneOf(codes[i]!);
        const fits =
          kind === LIGHT_STROKE
            ? tone === Tone.Paper
            : kind === BLACK_STROKE
              ? tone === Tone.Black
              : tone <= Tone.Middle;
        if (fits) strokes[i] = kind;
      }
    };
    for (let at = 0; at < length; at++) {
      const tone = toneOf(codes[start + at * step]!);
      if (tone === Tone.Paper) {
        if (ink > paper) mark(paper, at, INK_STROKE);
        paper = at;
      } else if (tone <= Tone.Middle) {
        if (paper > ink) mark(ink, at, LIGHT_STROKE);
        ink = at;
        if (tone === Tone.Middle) {
          if (middle > paper) mark(middle, at, BLACK_STROKE);
          middle = at;
        }
      }
    }
  }
}

/** An area of one tint that type stands on: its pixels are a part of a list of all. */
interface Typed {
  from: number;
  to: number;
  tint: number;
  becomes: number;
}

function fillAreas(codes: Uint8Array, strokes: Uint8Array, width: number): void {
  const pixels = new Int32Array(codes.length);
  const areas = typedAreas(codes, strokes, width, pixels);
  // Bars of a chart are told apart by their tints: of several, the darkest alone is black.
  const dark = areas.filter(({ becomes }) => becomes === 0).map(({ tint }) => Math.max(tint, NEAR_BLACK));
  const darkest = Math.min(...dark);
  for (const { from, to, tint, becomes } of areas) {
    if (becomes === 0 && tint > darkest + 2 * TINT) continue;
    for (let n = from; n < to; n++) codes[pixels[n]!] = becomes;
  }
}

function typedAreas(codes: Uint8Array, strokes: Uint8Array, width: number, pixels: Int32Array): Typed[] {
  const areas: Typed[] = [];
  const seen = new Uint8Array(codes.length);
  const tints = new Uint32Array(256);
  let to = 0;
  for (let first = 0; first < codes.length; first++) {
    if (seen[first] || toneOf(codes[first]!) !== Tone.Middle) continue;
    const from = to;
    let [light, black] = [0, 0];
    const visit = (i: number) => {
      if (strokes[i] === LIGHT_STROKE) light++;
      else if (strokes[i] === BLACK_STROKE) black++;
      if (seen[i] || toneOf(codes[i]!) !== Tone.Middle) return;
      seen[i] = 1;
      pixels[to++] = i;
    };
    tints.fill(0);
    visit(first);
    for (let done = from; done < to; done++) {
      const i = pixels[done]!;
      tints[codes[i]!]!++;
      const x = i % width;
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i + width < codes.length) visit(i + width);
    }
    const size = to - from;
    const tint = size < MIN_AREA ? null : tintOf(tints, size);
    if (tint === null || (100 * Math.max(light, black) < TYPE_PERCENT * size && tint > NEAR_BLACK)) continue;
    areas.push({ from, to, tint, becomes: tint <= NEAR_BLACK || light >= black ? 0 : PALE });
  }
  return areas;
}

/** The commonest code of an area that is of one tint; null of others. */
function tintOf(tints: Uint32Array, size: number): number | null {
  const tint = tints.indexOf(Math.max(...tints));
  let own = 0;
  for (let code = Math.max(0, tint - TINT); code <= Math.min(255, tint + TINT); code++) own += tints[code]!;
  return 100 * own >= TINT_PERCENT * size ? tint : null;
}
