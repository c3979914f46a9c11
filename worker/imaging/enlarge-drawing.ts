import type { Raster } from './decode.ts';
import { luma } from './tone.ts';

/** Least difference between the two neighbours of a pixel on an edge, and of a soft pixel from both of them. */
const MIN_EDGE_STEP = 48;
const MIN_SOFT_STEP = 16;
/** A drawing has soft edges if at least one in so many of them is soft. */
const MAX_EDGES_PER_SOFT = 6;

/**
 * Enlarges a small drawing (4 channels) by the largest whole number that a box has room for. Pixels become squares, unless
 * its edges are soft: then its outlines stay round and become sharp. Integer arithmetic. Returns the same raster if the box is too
 * small.
 */
export function enlargeDrawing(raster: Raster, box: { width: number; height: number }): Raster {
  const times = Math.floor(Math.min(box.width / raster.width, box.height / raster.height));
  if (times < 2) return raster;
  return hasSoftEdges(raster) ? enlargeSmoothly(raster, times) : enlargeAsSquares(raster, times);
}

function hasSoftEdges({ data, width, height }: Raster): boolean {
  const codes = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < codes.length; i++, p += 4) {
    const alpha = data[p + 3]!;
    codes[i] = Math.floor(
      (luma(data[p]!, data[p + 1]!, data[p + 2]!) * alpha + 255 * (255 - alpha) + 127) / 255,
    );
  }
  let [edges, soft] = [0, 0];
  const countEdge = (before: number, code: number, after: number) => {
    if (Math.abs(before - after) < MIN_EDGE_STEP) return;
    edges++;
    if (code - Math.min(before, after) >= MIN_SOFT_STEP && Math.max(before, after) - code >= MIN_SOFT_STEP)
      soft++;
  };
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      countEdge(codes[i - 1]!, codes[i]!, codes[i + 1]!);
      countEdge(codes[i - width]!, codes[i]!, codes[i + width]!);
    }
  }
  return soft > 0 && MAX_EDGES_PER_SOFT * soft >= edges;
}

function enlargeAsSquares({ data, width, height }: Raster, times: number): Raster {
  const to = new Uint8Array(data.length * times * times);
  const row = 4 * width * times;
  for (let y = 0; y < height; y++) {
    const start = y * times * row;
    for (let x = 0, at = start; x < width; x++) {
      const from = 4 * (y * width + x);
      for (let n = 0; n < times; n++, at += 4) to.set(data.subarray(from, from + 4), at);
    }
    for (let n = 1; n < times; n++) to.copyWithin(start + n * row, start, start + row);
  }
  return { data: to, width: width * times, height: height * times, channels: 4 };
}

/** Interpolates linearly, and then moves each value towards the lightest or darkest one around it, whichever is nearer. */
function enlargeSmoothly({ data, width, height }: Raster, times: number): Raster {
  const to = new Uint8Array(data.length * times * times);
  const colors = premultiplied(data);
  const columns = sourcePositions(width, times);
  const rows = sourcePositions(height, times);
  for (let channel = 0; channel < 4; channel++) {
    const plane = Uint8Array.from({ length: width * height }, (_, i) => colors[4 * i + channel]!);
    const { least, most } = extremesAround(plane, width, height);
    let at = channel;
    for (const row of rows) {
      const [own, low, high] = [plane, least, most].map((one) =>
        interpolateRow(one, width, row, columns, times),
      );
      for (let x = 0; x < columns.length; x++, at += 4) {
        const middle = (low![x]! + high![x]!) >> 1;
        const steep = middle + (own![x]! - middle) * times;
        to[at] = Math.min(high![x]!, Math.max(low![x]!, steep));
      }
    }
  }
  for (let p = 0; p < to.length; p += 4) {
    const alpha = to[p + 3]!;
    for (let c = p; c < p + 3 && alpha > 0; c++) to[c] = Math.min(255, Math.floor((to[c]! * 255) / alpha));
  }
  return { data: to, width: width * times, height: height * times, channels: 4 };
}

function premultiplied(data: Uint8Array): Uint8Array {
  return data.map((code, at) => ((at & 3) === 3 ? code : Math.floor((code * data[at | 3]! + 127) / 255)));
}

/** The source pixels before and after an enlarged pixel, and the distance from the first, in parts of twice the enlargement. */
interface SourcePosition {
  before: number;
  after: number;
  far: number;
}

/** The source positions of the pixels of an enlarged line. */
function sourcePositions(length: number, times: number): SourcePosition[] {
  return Array.from({ length: length * times }, (_, at) => {
    const place = Math.min(2 * times * (length - 1), Math.max(0, 2 * at + 1 - times));
    const before = Math.floor(place / (2 * times));
    return { before, after: Math.min(length - 1, before + 1), far: place - before * 2 * times };
  });
}

/** A row of the enlarged plane, interpolated between the nearest source pixels. */
function interpolateRow(
  plane: Uint8Array,
  width: number,
  row: SourcePosition,
  columns: SourcePosition[],
  times: number,
): Uint8Array {
  const whole = 2 * times;
  const [above, below] = [row.before * width, row.after * width];
  const sums = new Int32Array(width);
  for (let x = 0; x < width; x++)
    sums[x] = plane[above + x]! * (whole - row.far) + plane[below + x]! * row.far;
  const to = new Uint8Array(columns.length);
  for (let x = 0; x < to.length; x++) {
    const { before, after, far } = columns[x]!;
    to[x] = Math.floor((sums[before]! * (whole - far) + sums[after]! * far) / (whole * whole));
  }
  return to;
}

/** The least and the greatest value of the 3 by 3 pixels around each pixel. */
function extremesAround(plane: Uint8Array, width: number, height: number) {
  const least = plane.slice();
  const most = plane.slice();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (
          let at = row * width + Math.max(0, x - 1);
          at <= row * width + Math.min(width - 1, x + 1);
          at++
        ) {
          least[i] = Math.min(least[i]!, plane[at]!);
          most[i] = Math.max(most[i]!, plane[at]!);
        }
      }
    }
  }
  return { least, most };
}
