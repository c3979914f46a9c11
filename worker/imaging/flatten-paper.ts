/** Side of a block in pixels. Each block contains some paper, unless it is within a picture. */
const BLOCK_PIXELS = 16;
/** Percentage of the pixels of a block that are darker than its paper. */
const PAPER_PERCENTILE = 90;

/**
 * The luminance of a sheet as if it were lit evenly: each pixel is divided by the paper around it, which becomes white.
 * Integer arithmetic. Returns a new plane.
 */
export function flattenPaper(luminance: Uint8Array, width: number, height: number): Uint8Array {
  const { paper, columns, rows } = paperOf(luminance, width, height);
  const flat = new Uint8Array(luminance.length);
  for (let y = 0, i = 0; y < height; y++) {
    // The position between the middles of the blocks, in 32nds of a block.
    const down = Math.min((rows - 1) * 32, Math.max(0, 2 * y + 1 - BLOCK_PIXELS));
    const top = (down >> 5) * columns;
    const bottom = Math.min(rows - 1, (down >> 5) + 1) * columns;
    const low = down & 31;
    for (let x = 0; x < width; x++, i++) {
      const across = Math.min((columns - 1) * 32, Math.max(0, 2 * x + 1 - BLOCK_PIXELS));
      const left = across >> 5;
      const right = Math.min(columns - 1, left + 1);
      const far = across & 31;
      const above = paper[top + left]! * (32 - far) + paper[top + right]! * far;
      const below = paper[bottom + left]! * (32 - far) + paper[bottom + right]! * far;
      const local = (above * (32 - low) + below * low) >> 10;
      flat[i] = Math.min(255, Math.floor((255 * luminance[i]!) / Math.max(1, local)));
    }
  }
  return flat;
}

/** The tone of the paper in each block, at least half as light as the lightest of its neighbours. */
export function paperOf(luminance: Uint8Array, width: number, height: number) {
  const columns = Math.ceil(width / BLOCK_PIXELS);
  const rows = Math.ceil(height / BLOCK_PIXELS);
  const own = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      own[row * columns + column] = percentileOf(
        luminance,
        width,
        height,
        column * BLOCK_PIXELS,
        row * BLOCK_PIXELS,
      );
    }
  }
  const paper = own.map((code, block) => {
    let sum = 0;
    let count = 0;
    const row = Math.floor(block / columns);
    const column = block % columns;
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        // A block full of ink uses the paper of its neighbours.
        if (own[y * columns + x]! * 4 < code * 3) continue;
        sum += own[y * columns + x]!;
        count++;
      }
    }
    return Math.floor(sum / count);
  });
  return { paper, columns, rows };
}

function percentileOf(
  luminance: Uint8Array,
  width: number,
  height: number,
  left: number,
  top: number,
): number {
  const histogram = new Uint16Array(256);
  let count = 0;
  for (let y = top; y < Math.min(height, top + BLOCK_PIXELS); y++) {
    for (let x = left; x < Math.min(width, left + BLOCK_PIXELS); x++, count++)
      histogram[luminance[y * width + x]!]!++;
  }
  let left100 = Math.ceil((count * (100 - PAPER_PERCENTILE)) / 100);
  for (let code = 255; code > 0; code--) {
    left100 -= histogram[code]!;
    if (left100 <= 0) return code;
  }
  return 0;
}
