/** The areas of one colour in a drawing, and the pixels that lie on each of them. */

/** Red, green and blue of a picture; three times the same plane where it has no colours. */
export type Planes = readonly [Uint8Array, Uint8Array, Uint8Array];

export interface ColourArea {
  /** A pixel of its colour. */
  seed: number;
  /** Pixels of its colour. */
  size: number;
}

export interface ColourAreas {
  areas: ColourArea[];
  /** For each pixel the number of its own area, or else of the nearest one; -1 if none is near. */
  owner: Int32Array;
  /** Distance in pixels from the area that owns the pixel; 0 within the area. */
  depth: Uint8Array;
}

/** Largest difference of a channel within an area, and between the neighbouring pixels at which an area may begin. */
export const MAX_AREA_DIFFERENCE = 14;
const MAX_SEED_DIFFERENCE = 4;
/** Smallest area, in pixels. */
const MIN_AREA_PIXELS = 160;
/** Largest distance of a pixel from the area that it lies on: half of a stroke. */
const MAX_REACH_PIXELS = 9;
/** Depth of pixels that no area owns, and of those whose area is too small. */
const UNOWNED_DEPTH = 255;
const TOO_SMALL_DEPTH = 254;

/** The largest difference between two pixels in any channel. */
export function channelDifference([red, green, blue]: Planes, a: number, b: number): number {
  return Math.max(
    Math.abs(red[a]! - red[b]!),
    Math.abs(green[a]! - green[b]!),
    Math.abs(blue[a]! - blue[b]!),
  );
}

/** Least share of a drawing, in percent, that the areas of a colour take together to be one of its grounds. */
const MIN_GROUND_PERCENT = 2;

/** The first area of each colour that fills much of a drawing, also in many pieces: the ground of a map and its streets. */
export function groundColours(areas: ColourArea[], [red, green, blue]: Planes): ColourArea[] {
  const sums = new Map<number, { area: ColourArea; size: number }>();
  for (const area of areas) {
    const key = (red[area.seed]! >> 3) | ((green[area.seed]! >> 3) << 5) | ((blue[area.seed]! >> 3) << 10);
    const sum = sums.get(key) ?? { area, size: 0 };
    sums.set(key, { ...sum, size: sum.size + area.size });
  }
  const least = (MIN_GROUND_PERCENT * red.length) / 100;
  return [...sums.values()].filter(({ size }) => size >= least).map(({ area }) => area);
}

/** Finds the areas of one colour, and assigns the pixels between them to the nearest one. `width` and `height` are those of the planes. */
export function colourAreas(planes: Planes, width: number, height: number): ColourAreas {
  const pixels = width * height;
  const owner = new Int32Array(pixels).fill(-1);
  const depth = new Uint8Array(pixels).fill(UNOWNED_DEPTH);
  const areas: ColourArea[] = [];
  const first = new Int32Array(MIN_AREA_PIXELS);
  for (let seed = 0; seed + width < pixels; seed++) {
    if (owner[seed] !== -1 || depth[seed] === TOO_SMALL_DEPTH || seed % width === width - 1) continue;
    if (
      channelDifference(planes, seed, seed + 1) > MAX_SEED_DIFFERENCE ||
      channelDifference(planes, seed, seed + width) > MAX_SEED_DIFFERENCE
    )
      continue;
    const size = floodFill(planes, width, seed, owner, areas.length, first);
    if (size >= MIN_AREA_PIXELS) areas.push({ seed, size });
    else {
      for (const i of first.subarray(0, size)) {
        owner[i] = -1;
        depth[i] = TOO_SMALL_DEPTH;
      }
    }
  }
  for (let i = 0; i < pixels; i++) if (owner[i] !== -1) depth[i] = 0;
  assignNearestArea(owner, depth, width);
  return { areas, owner, depth };
}

/** Assigns all connected pixels of the seed's colour to an area, run by run. Returns their number, and writes the first ones to `first`. */
function floodFill(
  [red, green, blue]: Planes,
  width: number,
  seed: number,
  owner: Int32Array,
  area: number,
  first: Int32Array,
): number {
  const [ownRed, ownGreen, ownBlue] = [red[seed]!, green[seed]!, blue[seed]!];
  const isOf = (i: number) =>
    owner[i] === -1 &&
    Math.abs(red[i]! - ownRed) <= MAX_AREA_DIFFERENCE &&
    Math.abs(green[i]! - ownGreen) <= MAX_AREA_DIFFERENCE &&
    Math.abs(blue[i]! - ownBlue) <= MAX_AREA_DIFFERENCE;
  const runs = [seed];
  const findRuns = (from: number, to: number) => {
    for (let i = from; i <= to; i++) if (isOf(i) && (i === from || !isOf(i - 1))) runs.push(i);
  };
  let size = 0;
  for (let next = runs.pop(); next !== undefined; next = runs.pop()) {
    if (owner[next] !== -1) continue;
    const start = next - (next % width);
    let left = next;
    while (left > start && isOf(left - 1)) left--;
    let right = next;
    while (right + 1 < start + width && isOf(right + 1)) right++;
    for (let i = left; i <= right; i++, size++) {
      owner[i] = area;
      if (size < first.length) first[size] = i;
    }
    if (start > 0) findRuns(left - width, right - width);
    if (start + width < owner.length) findRuns(left + width, right + width);
  }
  return size;
}

/** Assigns pixels without an area to the nearest one, up to `MAX_REACH_PIXELS` away. */
function assignNearestArea(owner: Int32Array, depth: Uint8Array, width: number): void {
  let outline: number[] = [];
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] === -1) continue;
    // At the ends of rows this takes a pixel of the next row for a neighbour, which the loop below leaves out.
    if (owner[i - 1] === -1 || owner[i + 1] === -1 || owner[i - width] === -1 || owner[i + width] === -1)
      outline.push(i);
  }
  for (let reach = 1; reach <= MAX_REACH_PIXELS; reach++) {
    const next: number[] = [];
    for (const from of outline) {
      const visit = (i: number) => {
        if (owner[i] !== -1) return;
        owner[i] = owner[from]!;
        depth[i] = reach;
        next.push(i);
      };
      const x = from % width;
      if (x > 0) visit(from - 1);
      if (x < width - 1) visit(from + 1);
      if (from >= width) visit(from - width);
      if (from + width < owner.length) visit(from + width);
    }
    outline = next;
  }
}
