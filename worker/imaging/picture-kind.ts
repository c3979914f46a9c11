/** Integer measures of a luminance plane that distinguish drawings from photographs. */

/** Least percentage of pixels that equal their left neighbour: drawings are flat, camera noise is not. */
const MIN_FLAT_PERCENT = 55;
/** Least percentage of pixels that have one of the eight most frequent codes. */
const MIN_FEW_CODES_PERCENT = 60;
/** The same among pixels that are not nearly black: a night sky has few codes too, but its lights have many. */
const MIN_FEW_LIGHT_CODES_PERCENT = 35;
const NEARLY_BLACK = 24;
/** A picture is drawn if one code fills at least this percentage of it, however faint the rest is. */
const MIN_ONE_CODE_PERCENT = 95;
/**
 * A picture of many flat areas is drawn, too: at least this percentage of its pixels between white and black equals both
 * neighbours, and few of the others differ only a little. A sky is as flat, but all of its steps are small.
 */
const MIN_EVEN_PERCENT = 50;
const MAX_SMALL_STEPS_PERCENT = 12;
const MAX_SMALL_STEP = 6;
const NEARLY_WHITE = 244;
/** Least percentage of the picture between white and black. */
const MIN_BETWEEN_PERCENT = 20;
/** Least range of tones. In a fainter picture few codes do not show that it is drawn. */
const MIN_RANGE = 90;
/** Greatest difference of the ground from its own code, and the least code of a white ground. */
const MIN_SUBJECT_DIFFERENCE = 6;
const MIN_GROUND = 232;
/** Greatest difference between neighbours that is shading. A larger one is the edge of type or a line. */
const MAX_SHADE = 24;
/** Of the pixels outside the ground, the least percentage that is shaded in a photograph, and the greatest that is flat. */
const MIN_SHADED_PERCENT = 50;
const MAX_FLAT_PERCENT = 12;
/** Least percentage of a picture that its ground of one code fills if the rest is type, and the greatest percentage of that rest that is shaded. */
const MIN_TYPE_GROUND_PERCENT = 50;
const MAX_SHADED_TYPE_PERCENT = 40;
/** Least percentage of pixels that equal their left neighbour on a gradient, which has no noise; least step of an edge, and thousandths of the picture that are edges of type. */
const MIN_GRADIENT_FLAT_PERCENT = 80;
const MIN_EDGE_STEP = 40;
const MIN_EDGES_PERMILLE = 3;
/** Least percentage of the picture that a subject before a white ground fills. */
const MIN_SUBJECT_PERCENT = 15;
/** Percentages of the edges of a picture that a person covers: part of the lower one, none of the upper one, not most of the sides. */
const MIN_FOOT_PERCENT = 15;
const MAX_HEAD_PERCENT = 3;
const MAX_SIDE_PERCENT = 50;

/**
 * Whether a picture was drawn (chart, screenshot, icon, QR code, page of type) rather than photographed: most of it
 * is flat, nearly all pixels have one of a few codes, and light and dark are far apart.
 */
export function isDrawn(luminance: Uint8Array, width: number): boolean {
  const histogram = new Uint32Array(256);
  let equal = 0;
  for (let start = 0; start < luminance.length; start += width) {
    let before = -1;
    for (let i = start; i < start + width; i++) {
      const code = luminance[i]!;
      histogram[code]!++;
      if (code === before) equal++;
      before = code;
    }
  }
  const pixels = luminance.length;
  if (100 * Math.max(...histogram) >= MIN_ONE_CODE_PERCENT * pixels) return true;
  if (100 * equal < MIN_FLAT_PERCENT * pixels) return false;
  if (rangeOf(histogram, pixels) < MIN_RANGE) return false;
  if (100 * mostFrequent(histogram) < MIN_FEW_CODES_PERCENT * pixels)
    return consistsOfEvenAreas(luminance, width) || isTypeOnGradient(luminance, width, equal);
  const light = histogram.subarray(NEARLY_BLACK);
  const lightPixels = light.reduce((sum, count) => sum + count, 0);
  if (100 * mostFrequent(light) < MIN_FEW_LIGHT_CODES_PERCENT * lightPixels)
    return isTypeOnGround(luminance, width, histogram);
  return !isPersonOnWhite(luminance, width, histogram);
}

/** Whether the pixels between white and black form even areas with sharp edges: a heat map, a poster of many colours. */
function consistsOfEvenAreas(luminance: Uint8Array, width: number): boolean {
  let [between, even, small] = [0, 0, 0];
  for (let i = width; i < luminance.length; i++) {
    const code = luminance[i]!;
    if (i % width === 0 || code < NEARLY_BLACK || code > NEARLY_WHITE) continue;
    between++;
    const step = Math.max(Math.abs(code - luminance[i - 1]!), Math.abs(code - luminance[i - width]!));
    if (step === 0) even++;
    else if (step <= MAX_SMALL_STEP) small++;
  }
  return (
    100 * between >= MIN_BETWEEN_PERCENT * luminance.length &&
    100 * even >= MIN_EVEN_PERCENT * between &&
    100 * small <= MAX_SMALL_STEPS_PERCENT * between
  );
}

/** Whether a picture is type on a ground of one code, as of a dark window: strokes have edges, lights and a moon are shaded. */
function isTypeOnGround(luminance: Uint8Array, width: number, histogram: Uint32Array): boolean {
  const most = Math.max(...histogram);
  if (100 * most < MIN_TYPE_GROUND_PERCENT * luminance.length) return false;
  const ground = histogram.indexOf(most);
  let [rest, shaded] = [0, 0];
  for (let i = width; i < luminance.length; i++) {
    const code = luminance[i]!;
    if (Math.abs(code - ground) < MIN_SUBJECT_DIFFERENCE) continue;
    rest++;
    const step = Math.max(Math.abs(code - luminance[i - 1]!), Math.abs(code - luminance[i - width]!));
    if (step > 0 && step <= MAX_SHADE) shaded++;
  }
  return 100 * shaded <= MAX_SHADED_TYPE_PERCENT * rest;
}

/** Whether a picture is type on a gradient, as of a screen that is locked: nearly all is flat, and has sharp edges besides. */
function isTypeOnGradient(luminance: Uint8Array, width: number, equal: number): boolean {
  if (100 * equal < MIN_GRADIENT_FLAT_PERCENT * luminance.length) return false;
  let edges = 0;
  for (let i = 1; i < luminance.length; i++)
    if (i % width !== 0 && Math.abs(luminance[i]! - luminance[i - 1]!) >= MIN_EDGE_STEP) edges++;
  return 1000 * edges >= MIN_EDGES_PERMILLE * luminance.length;
}

/** Whether a picture shows a person photographed before white: the ground is flat and has one code, the person is not flat. */
function isPersonOnWhite(luminance: Uint8Array, width: number, histogram: Uint32Array): boolean {
  const ground = histogram.lastIndexOf(Math.max(...histogram.subarray(MIN_GROUND)));
  if (ground < MIN_GROUND) return false;
  const height = luminance.length / width;
  const isSubject = (i: number) => luminance[i]! < ground - MIN_SUBJECT_DIFFERENCE;
  const percentAlong = (from: number, step: number, count: number) => {
    let subject = 0;
    for (let k = 0; k < count; k++) if (isSubject(from + k * step)) subject++;
    return (100 * subject) / count;
  };
  if (percentAlong(0, 1, width) > MAX_HEAD_PERCENT) return false;
  if (percentAlong((height - 1) * width, 1, width) < MIN_FOOT_PERCENT) return false;
  if (percentAlong(0, width, height) > MAX_SIDE_PERCENT) return false;
  if (percentAlong(width - 1, width, height) > MAX_SIDE_PERCENT) return false;
  let [subject, flat, shaded] = [0, 0, 0];
  for (let y = 1; y < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width; i++) {
      if (!isSubject(i)) continue;
      subject++;
      if (!isSubject(i - 1) || !isSubject(i - width)) continue;
      const across = Math.abs(luminance[i]! - luminance[i - 1]!);
      const step = Math.max(across, Math.abs(luminance[i]! - luminance[i - width]!));
      if (step === 0) flat++;
      else if (step <= MAX_SHADE) shaded++;
    }
  }
  return (
    100 * subject >= MIN_SUBJECT_PERCENT * luminance.length &&
    100 * shaded >= MIN_SHADED_PERCENT * subject &&
    100 * flat <= MAX_FLAT_PERCENT * subject
  );
}

/** The range of codes without the darkest and the lightest five-hundredth of the pixels. */
function rangeOf(histogram: Uint32Array, pixels: number): number {
  const end = (codes: Iterable<number>) => {
    let seen = 0;
    for (const code of codes) {
      seen += histogram[code]!;
      if (seen * 500 >= pixels) return code;
    }
    return 0;
  };
  return end([...histogram.keys()].reverse()) - end(histogram.keys());
}

/** Number of pixels with one of the eight most frequent codes. */
function mostFrequent(histogram: Uint32Array): number {
  return histogram
    .toSorted((a, b) => b - a)
    .subarray(0, 8)
    .reduce((sum, count) => sum + count, 0);
}
