/** Lightest code of ink, and darkest of paper. */
const MAX_INK = 184;
const MIN_PAPER = 236;
/** Greatest width of a stroke of type, in pixels. Wider runs are areas. */
const MAX_STROKE = 8;

/** Returns 1 for each pixel of a stroke of ink on paper, which dots would break up. */
export function inkStrokes(codes: Uint8Array, width: number, height: number): Uint8Array {
  const strokes = new Uint8Array(codes.length);
  markStrokes(codes, strokes, { length: width, step: 1, lines: height, stride: width });
  markStrokes(codes, strokes, { length: height, step: width, lines: width, stride: 1 });
  return strokes;
}

/** Marks short runs of ink between paper. */
function markStrokes(
  codes: Uint8Array,
  strokes: Uint8Array,
  { length, step, lines, stride }: { length: number; step: number; lines: number; stride: number },
): void {
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    // The last positions of paper and of ink.
    let paper = -1;
    let ink = -1;
    for (let at = 0; at < length; at++) {
      const code = codes[start + at * step]!;
      if (code >= MIN_PAPER) {
        if (ink > paper && paper >= 0 && at - paper <= MAX_STROKE + 1) {
          for (let between = paper + 1; between < at; between++) {
            const i = start + between * step;
            if (codes[i]! <= MAX_INK) strokes[i] = 1;
          }
        }
        paper = at;
      } else if (code <= MAX_INK) ink = at;
    }
  }
}
