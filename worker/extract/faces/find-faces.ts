import cascade from './cascade.json' with { type: 'json' };

/** A rectangle in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Each window is this much larger than the one before. */
const SCALE_STEP = 1.12;
/** Windows that must agree on a face: one alone is often a pattern of leaves. */
const MIN_AGREEING = 3;

/**
 * Faces seen from the front in a plane of luminance, the surest first, by a cascade of local binary patterns (Liao et
 * al. 2007, as OpenCV evaluates it). Windows from `least` pixels to the whole picture. Whole-number arithmetic on the
 * pixels, so the same picture has the same faces everywhere. Cost grows with the pixels: some 50 ms for 480 by 360.
 */
export function findFaces(luminance: Uint8Array, width: number, height: number, least: number): Area[] {
  const sums = integral(luminance, width, height);
  const found: Area[] = [];
  for (
    let side = Math.max(least, cascade.side);
    side <= Math.min(width, height);
    side = Math.ceil(side * SCALE_STEP)
  ) {
    const tests = scaled(side, width + 1);
    const stride = Math.max(2, Math.round(side / 18));
    for (let y = 0; y + side <= height; y += stride) {
      for (let x = 0; x + side <= width; x += stride) {
        if (passes(tests, sums, y * (width + 1) + x)) found.push({ x, y, width: side, height: side });
      }
    }
  }
  return grouped(found);
}

/** Sums of everything above and to the left; one column and one row more than the picture. */
function integral(luminance: Uint8Array, width: number, height: number): Int32Array {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0, i = 0; y < height; y++) {
    let row = 0;
    for (let x = 0, at = (y + 1) * (width + 1) + 1; x < width; x++, i++, at++) {
      row += luminance[i]!;
      sums[at] = sums[at - width - 1]! + row;
    }
  }
  return sums;
}

interface Stage {
  threshold: number;
  weak: { corners: Int32Array; subset: Int32Array; inside: number; outside: number }[];
}

/** The cascade for windows of a side: each feature's sixteen corners as offsets into the sums. */
function scaled(side: number, stride: number): Stage[] {
  const factor = side / cascade.side;
  return cascade.stages.map(({ threshold, weak }) => ({
    threshold,
    weak: weak.map(({ block, subset, inside, outside }) => {
      const [x = 0, y = 0, w = 1, h = 1] = block;
      const blockWidth = Math.max(1, Math.floor(w * factor));
      const blockHeight = Math.max(1, Math.floor(h * factor));
      const left = Math.floor(x * factor);
      const top = Math.floor(y * factor);
      const corners = Int32Array.from(
        { length: 16 },
        (_, i) => (top + (i >> 2) * blockHeight) * stride + left + (i & 3) * blockWidth,
      );
      return { corners, subset: Int32Array.from(subset), inside, outside };
    }),
  }));
}

function passes(stages: Stage[], sums: Int32Array, at: number): boolean {
  for (const { threshold, weak } of stages) {
    let total = 0;
    for (const { corners, subset, inside, outside } of weak) {
      const pattern = patternAt(sums, at, corners);
      total += (subset[pattern >> 5]! >> (pattern & 31)) & 1 ? inside : outside;
    }
    if (total < threshold) return false;
  }
  return true;
}

/** Which of the eight blocks around the middle one are at least as bright, clockwise from the upper left, highest bit first. */
function patternAt(sums: Int32Array, at: number, corners: Int32Array): number {
  const block = (corner: number) =>
    sums[at + corners[corner]!]! -
    sums[at + corners[corner + 1]!]! -
    sums[at + corners[corner + 4]!]! +
    sums[at + corners[corner + 5]!]!;
  const middle = block(5);
  return (
    (block(0) >= middle ? 128 : 0) |
    (block(1) >= middle ? 64 : 0) |
    (block(2) >= middle ? 32 : 0) |
    (block(6) >= middle ? 16 : 0) |
    (block(10) >= middle ? 8 : 0) |
    (block(9) >= middle ? 4 : 0) |
    (block(8) >= middle ? 2 : 0) |
    (block(4) >= middle ? 1 : 0)
  );
}

/** Windows that lie over one another are one face: their mean, if enough of them agree. */
function grouped(windows: Area[]): Area[] {
  const groups: Area[][] = [];
  for (const window of windows) {
    const group = groups.find((each) => each.some((one) => areAlike(one, window)));
    if (group) group.push(window);
    else groups.push([window]);
  }
  return groups
    .filter((group) => group.length >= MIN_AGREEING)
    .sort((a, b) => b.length - a.length)
    .map((group) => {
      const mean = (side: keyof Area) =>
        Math.round(group.reduce((sum, one) => sum + one[side], 0) / group.length);
      return { x: mean('x'), y: mean('y'), width: mean('width'), height: mean('height') };
    });
}

function areAlike(a: Area, b: Area): boolean {
  const least = Math.min(a.width, b.width);
  const near = 0.3 * least;
  const apart = (from: number, to: number) => Math.abs(from - to) > near;
  const middles =
    apart(a.x + a.width / 2, b.x + b.width / 2) || apart(a.y + a.height / 2, b.y + b.height / 2);
  return !middles && Math.max(a.width, b.width) < 1.6 * least;
}
