/** Areas of one colour in a drawing, and what lies on each of them. */

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
  /** For each pixel the number of the area that it is of or is nearest to; -1 where none is near. */
  owner: Int32Array;
  /** Pixels from the area that owns it, 0 for its own pixels. */
  depth: Uint8Array;
}

/** Most by which a channel differs within an area, and between neighbours from which one may begin. */
export const ALIKE = 14;
const SAME = 4;
/** Pixels of an area, at least. */
const MIN_AREA = 160;
/** Pixels that what lies on an area reaches from its nearest edge, at most: half of a stroke. */
const REACH = 9;
/** Depth of what no area owns; of what was found to be of too small a one. */
const NONE = 255;
const TRIED = 254;

/** The largest difference of two pixels in a channel. */
export function differenceOf([red, green, blue]: Planes, a: number, b: number): number {
  return Math.max(
    Math.abs(red[a]! - red[b]!),
    Math.abs(green[a]! - green[b]!),
    Math.abs(blue[a]! - blue[b]!),
  );
}

/** Finds the areas of one colour, and gives what lies between them to the nearest. `width` and `height` are of the planes. */
export function colourAreas(planes: Planes, width: number, height: number): ColourAreas {
  const pixels = width * height;
  const owner = new Int32Array(pixels).fill(-1);
  const depth = new Uint8Array(pixels).fill(NONE);
  const areas: ColourArea[] = [];
  const first = new Int32Array(MIN_AREA);
  for (let seed = 0; seed + width < pixels; seed++) {
    if (owner[seed] !== -1 || depth[seed] === TRIED || seed % width === width - 1) continue;
    if (differenceOf(planes, seed, seed + 1) > SAME || differenceOf(planes, seed, seed + width) > SAME)
      continue;
    const size = flood(planes, width, seed, owner, areas.length, first);
    if (size >= MIN_AREA) areas.push({ seed, size });
    else {
      for (const i of first.subarray(0, size)) {
        owner[i] = -1;
        depth[i] = TRIED;
      }
    }
  }
  for (let i = 0; i < pixels; i++) if (owner[i] !== -1) depth[i] = 0;
  spread(owner, depth, width);
  return { areas, owner, depth };
}

/** Gives an area all pixels of its seed's colour that hang together, run by run; how many, and the `first` of them. */
function flood(
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
    Math.abs(red[i]! - ownRed) <= ALIKE &&
    Math.abs(green[i]! - ownGreen) <= ALIKE &&
    Math.abs(blue[i]! - ownBlue) <= ALIKE;
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

/** Gives pixels without an area to the nearest one, as far as `REACH`. */
function spread(owner: Int32Array, depth: Uint8Array, width: number): void {
  let outline: number[] = [];
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] === -1) continue;
    // What is beyond the end of a row is a neighbour too many: it is left out below.
    if (owner[i - 1] === -1 || owner[i + 1] === -1 || owner[i - width] === -1 || owner[i + width] === -1)
      outline.push(i);
  }
  for (let reach = 1; reach <= REACH; reach++) {
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
