/** Whole-number facts about a luminance plane that tell drawings from photographs. */

/** Share of pixels, in percent, that equal their left neighbour: drawings are flat, camera noise is not. */
const FLAT_PERCENT = 55;
/** Share of pixels, in percent, that the eight most frequent codes hold. */
const FEW_CODES_PERCENT = 60;
/** The same among pixels that are not nearly black: a night sky is few codes too, what shines in it is many. */
const FEW_LIGHT_CODES_PERCENT = 35;
const NEARLY_BLACK = 24;
/** A picture of which one code fills this much, in percent, is drawn, however faint the rest. */
const ONE_CODE_PERCENT = 95;
/**
 * A picture of many flat areas is drawn, too: this share of the pixels between white and black, in percent, equals both
 * neighbours, and few of the others differ a little. A sky is as flat, but all of its steps are small.
 */
const MIN_AREAS_PERCENT = 50;
const MAX_SMALL_STEPS_PERCENT = 12;
const SMALL_STEP = 6;
const NEARLY_WHITE = 244;
/** Percent of the picture that lies between, at least. */
const MIN_BETWEEN_PERCENT = 20;
/** A picture whose tones span less than this is faint, whatever it shows; few codes say nothing then. */
const MIN_RANGE = 90;
/** What differs from a white ground by more than this, from a ground at least this light. */
const FAINT = 6;
const MIN_GROUND = 232;
/** Steps between neighbours that are shading: less is flat, more is the edge of type or line. */
const MAX_SHADE = 24;
/** Percent of the pixels outside the ground: the least that is shaded in a photograph, and the most that is flat. */
const MIN_SHADED_PERCENT = 50;
const MAX_FLAT_PERCENT = 12;
/** Percent of the picture that a subject before a white ground fills at least. */
const MIN_SUBJECT_PERCENT = 15;
/** Percent of an edge of the picture: a bust stands on the lower one, clear of the upper one and of most of the sides. */
const MIN_FOOT_PERCENT = 15;
const MAX_HEAD_PERCENT = 3;
const MAX_SIDE_PERCENT = 50;

/**
 * Whether a picture was drawn (chart, screenshot, icon, QR code, page of type) rather than photographed: most of it
 * is flat, few codes hold nearly all pixels, and light and dark are far apart.
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
  if (100 * Math.max(...histogram) >= ONE_CODE_PERCENT * pixels) return true;
  if (100 * equal < FLAT_PERCENT * pixels) return false;
  if (rangeOf(histogram, pixels) < MIN_RANGE) return false;
  if (100 * mostFrequent(histogram) < FEW_CODES_PERCENT * pixels) return isOfAreas(luminance, width);
  const light = histogram.subarray(NEARLY_BLACK);
  const lightPixels = light.reduce((sum, count) => sum + count, 0);
  if (100 * mostFrequent(light) < FEW_LIGHT_CODES_PERCENT * lightPixels) return false;
  return !isBust(luminance, width, histogram);
}

/** Whether what is neither white nor black consists of even areas with sharp edges: a heat map, a poster of many colours. */
function isOfAreas(luminance: Uint8Array, width: number): boolean {
  let [between, even, small] = [0, 0, 0];
  for (let i = width; i < luminance.length; i++) {
    const code = luminance[i]!;
    if (i % width === 0 || code < NEARLY_BLACK || code > NEARLY_WHITE) continue;
    between++;
    const step = Math.max(Math.abs(code - luminance[i - 1]!), Math.abs(code - luminance[i - width]!));
    if (step === 0) even++;
    else if (step <= SMALL_STEP) small++;
  }
  return (
    100 * between >= MIN_BETWEEN_PERCENT * luminance.length &&
    100 * even >= MIN_AREAS_PERCENT * between &&
    100 * small <= MAX_SMALL_STEPS_PERCENT * between
  );
}

/** Whether a picture shows a person photographed before white: the ground is flat and one code, the person is not. */
function isBust(luminance: Uint8Array, width: number, histogram: Uint32Array): boolean {
  const ground = histogram.lastIndexOf(Math.max(...histogram.subarray(MIN_GROUND)));
  if (ground < MIN_GROUND) return false;
  const height = luminance.length / width;
  const isSubject = (i: number) => luminance[i]! < ground - FAINT;
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

/** From the code that a five-hundredth of the pixels is below to the one that as many are above. */
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

/** Pixels in the eight fullest places of a histogram. */
function mostFrequent(histogram: Uint32Array): number {
  return histogram
    .toSorted((a, b) => b - a)
    .subarray(0, 8)
    .reduce((sum, count) => sum + count, 0);
}
