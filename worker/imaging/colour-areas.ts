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

/** The largest difference of two pixels in a channel. */
export function differenceOf([red, green, blue]: Planes, a: number, b: number): number {
  return Math.max(
    Math.abs(red[a]! - red[b]!),
    Math.abs(green[a]! - green[b]!),
    Math.abs(blue[a]! - blue[b]!),
  );
}

export function colourAreas(planes: Planes, width: number, height: number): ColourAreas {
  const pixels = width * height;
  const owner = new Int32Array(pixels).fill(-1);
  const depth = new Uint8Array(pixels).fill(255);
  const areas: ColourArea[] = [];
  const tried = new Uint8Array(pixels);
  const queue = new Int32Array(pixels);
  for (let seed = 0; seed + width < pixels; seed++) {
    if (tried[seed] || seed % width === width - 1) continue;
    if (differenceOf(planes, seed, seed + 1) > SAME || differenceOf(planes, seed, seed + width) > SAME)
      continue;
    const size = flood(planes, width, seed, owner, areas.length, queue);
    for (let n = 0; n < size; n++) {
      const i = queue[n]!;
      tried[i] = 1;
      if (size < MIN_AREA) owner[i] = -1;
      else depth[i] = 0;
    }
    if (size >= MIN_AREA) areas.push({ seed, size });
  }
  spread(owner, depth, width, queue);
  return { areas, owner, depth };
}

/** Gives an area all pixels of its seed's colour that hang together; how many, and which in `queue`. */
function flood(
  planes: Planes,
  width: number,
  seed: number,
  owner: Int32Array,
  area: number,
  queue: Int32Array,
): number {
  let size = 1;
  queue[0] = seed;
  owner[seed] = area;
  const visit = (i: number) => {
    if (owner[i] !== -1 || differenceOf(planes, seed, i) > ALIKE) return;
    owner[i] = area;
    queue[size++] = i;
  };
  for (let done = 0; done < size; done++) {
    const i = queue[done]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < owner.length) visit(i + width);
  }
  return size;
}

/** Gives what is of no area to the nearest one, as far as `REACH`. */
function spread(owner: Int32Array, depth: Uint8Array, width: number, queue: Int32Array): void {
  let end = 0;
  for (let i = 0; i < owner.length; i++) if (owner[i] !== -1) queue[end++] = i;
  for (let done = 0; done < end; done++) {
    const from = queue[done]!;
    const next = depth[from]! + 1;
    if (next > REACH) break;
    const visit = (i: number) => {
      if (owner[i] !== -1) return;
      owner[i] = owner[from]!;
      depth[i] = next;
      queue[end++] = i;
    };
    const x = from % width;
    if (x > 0) visit(from - 1);
    if (x < width - 1) visit(from + 1);
    if (from >= width) visit(from - width);
    if (from + width < owner.length) visit(from + width);
  }
}
