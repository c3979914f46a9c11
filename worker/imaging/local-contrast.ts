/** Side of a cell in pixels. The base of a picture is computed on cells, which are sixty-four times fewer than pixels. */
const CELL_PIXELS = 8;
/** Variance around a cell, in squared codes, of which half counts as an edge that is not enhanced. */
const EDGE_VARIANCE = 400;

/**
 * Enhances detail in flat surroundings and leaves edges unchanged: `code + gain * (code - base)`, where the base is
 * that of the fast guided filter (He and Sun 2015), on cells of 8 by 8 pixels and their eight neighbours. Then
 * sharpens: `code + sharpen * (code - mean of 3 by 3)`. Both strengths are in 256ths. Integer arithmetic. Returns a new plane.
 */
export function localContrast(
  codes: Uint8Array,
  width: number,
  height: number,
  { gain, sharpen }: { gain: number; sharpen: number },
): Uint8Array {
  const lifted = gain > 0 ? boostDetail(codes, width, height, gain) : codes;
  return sharpen > 0 ? sharpened(lifted, width, height, sharpen) : lifted;
}

function boostDetail(codes: Uint8Array, width: number, height: number, gain: number): Uint8Array {
  const grid = guide(codes, width, height);
  const lifted = new Uint8ClampedArray(codes.length);
  const slopes = new Int32Array(width);
  const offsets = new Int32Array(width);
  for (let y = 0; y < height; y++) {
    interpolateRow(grid, y, width, slopes, offsets);
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const code = codes[i]!;
      // The base, in 1024ths of a code, is slope * code + offset.
      const detail = (code << 10) - slopes[x]! * code - offsets[x]!;
      lifted[i] = code + ((gain * (detail >> 4) + 8192) >> 14);
    }
  }
  return new Uint8Array(lifted.buffer);
}

interface Guide {
  columns: number;
  rows: number;
  /** Coefficients of the base in 1024ths: base = slope * code + offset. */
  slopes: Int32Array;
  offsets: Int32Array;
}

function guide(codes: Uint8Array, width: number, height: number): Guide {
  const columns = Math.ceil(width / CELL_PIXELS);
  const rows = Math.ceil(height / CELL_PIXELS);
  const sums = new Int32Array(columns * rows);
  const squares = new Float64Array(columns * rows);
  const counts = new Int32Array(columns * rows);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / CELL_PIXELS) * columns;
    for (let x = 0; x < width; x += CELL_PIXELS) {
      const cell = row + x / CELL_PIXELS;
      const end = Math.min(CELL_PIXELS, width - x);
      let sum = 0;
      let square = 0;
      for (let k = 0; k < end; k++, i++) {
        const code = codes[i]!;
        sum += code;
        square += code * code;
      }
      sums[cell]! += sum;
      squares[cell]! += square;
      counts[cell]! += end;
    }
  }
  const slopes = new Int32Array(columns * rows);
  const offsets = new Int32Array(columns * rows);
  eachNeighbourhood(columns, rows, (cell, near) => {
    let sum = 0;
    let square = 0;
    let count = 0;
    for (const one of near) {
      sum += sums[one]!;
      square += squares[one]!;
      count += counts[one]!;
    }
    const mean = Math.floor((16 * sum) / count);
    const variance = Math.max(0, Math.floor((256 * square) / count) - mean * mean) >> 8;
    const slope = Math.floor((1024 * variance) / (variance + EDGE_VARIANCE));
    slopes[cell] = slope;
    offsets[cell] = ((1024 - slope) * mean) >> 4;
  });
  return {
    columns,
    rows,
    slopes: smoothed(slopes, columns, rows),
    offsets: smoothed(offsets, columns, rows),
  };
}

function smoothed(plane: Int32Array, columns: number, rows: number): Int32Array {
  const to = new Int32Array(plane.length);
  eachNeighbourhood(columns, rows, (cell, near) => {
    let sum = 0;
    for (const one of near) sum += plane[one]!;
    to[cell] = Math.floor(sum / near.length);
  });
  return to;
}

function eachNeighbourhood(
  columns: number,
  rows: number,
  call: (cell: number, near: number[]) => void,
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const near: number[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          near.push(y * columns + x);
      }
      call(row * columns + column, near);
    }
  }
}

/** The coefficients for one row of pixels, interpolated between the middles of the cells. */
function interpolateRow(
  grid: Guide,
  y: number,
  width: number,
  slopes: Int32Array,
  offsets: Int32Array,
): void {
  const { columns, rows } = grid;
  // In sixteenths of a cell; the middle of cell 0 is at 8.
  const place = Math.max(0, 2 * y + 1 - CELL_PIXELS);
  const top = Math.min(rows - 1, place >> 4);
  const bottom = Math.min(rows - 1, top + 1);
  const down = place & 15;
  const at = (plane: Int32Array, column: number) =>
    plane[top * columns + column]! * (16 - down) + plane[bottom * columns + column]! * down;
  let left = 0;
  let slopeLeft = at(grid.slopes, 0);
  let offsetLeft = at(grid.offsets, 0);
  let slopeStep = 0;
  let offsetStep = 0;
  const enter = (column: number) => {
    const right = Math.min(columns - 1, column + 1);
    left = column;
    slopeLeft = at(grid.slopes, column);
    offsetLeft = at(grid.offsets, column);
    slopeStep = at(grid.slopes, right) - slopeLeft;
    offsetStep = at(grid.offsets, right) - offsetLeft;
  };
  enter(0);
  for (let x = 0; x < width; x++) {
    const across = Math.max(0, 2 * x + 1 - CELL_PIXELS);
    const column = Math.min(columns - 1, across >> 4);
    if (column !== left) enter(column);
    const share = across & 15;
    slopes[x] = (slopeLeft * 16 + slopeStep * share) >> 8;
    offsets[x] = (offsetLeft * 16 + offsetStep * share) >> 8;
  }
}

/** Sharpens against the binomial mean of 3 by 3 pixels. The outermost pixels are not changed. */
function sharpened(codes: Uint8Array, width: number, height: number, strength: number): Uint8Array {
  const to = new Uint8ClampedArray(codes);
  const column = new Int32Array(width);
  for (let y = 1; y < height - 1; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++)
      column[x] = codes[start - width + x]! + 2 * codes[start + x]! + codes[start + width + x]!;
    for (let x = 1; x < width - 1; x++) {
      const code = codes[start + x]!;
      const detail = (code << 4) - column[x - 1]! - 2 * column[x]! - column[x + 1]!;
      to[start + x] = code + ((strength * detail + 2048) >> 12);
    }
  }
  return new Uint8Array(to.buffer);
}
