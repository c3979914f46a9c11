/**
 * The kernel for black and white, widths of whole bytes. The time is that of the serial chain from one pixel's
 * error to the next one's value, so everything else is kept off it: the rolling row already holds the codes of the
 * row below (times 16, with the rounding 8), the threshold is taken on the unscaled value, and the eight pixels of
 * a byte are written out, because the compiler does not unroll the loop (0.9 ms a frame rolled, 0.7 unrolled).
 */
export function ditherBytes(codes: Uint8Array, width: number, height: number, out: Uint8Array): void {
  // One code of padding on either side and a row below, so that every pixel is alike.
  const padded = new Uint8Array(width * (height + 1) + 2);
  padded.set(codes, 1);
  const row = new Int32Array(width + 2);
  enterRow(row, codes, 0, width);
  for (let y = 0; y < height; y++) {
    const start = (y * width) >> 3;
    if (isWhite(row, width)) {
      out.fill(255, start, start + (width >> 3));
      if (y + 1 < height) enterRow(row, codes, (y + 1) * width, width);
      continue;
    }
    const walk = (y & 1) === 0 ? walkRight : walkLeft;
    walk(padded, (y + 1) * width, row, width, out, start);
  }
}

function enterRow(row: Int32Array, codes: Uint8Array, start: number, width: number): void {
  for (let x = 0; x < width; x++) row[x + 1] = (codes[start + x]! << 4) + 8;
}

/** White without any error from above: it comes out white and hands nothing on. Most rows of a page are like that. */
function isWhite(row: Int32Array, width: number): boolean {
  for (let x = 1; x <= width; x++) if (row[x] !== 255 * 16 + 8) return false;
  return true;
}

// A pixel a line. u: sixteen times its value; m: all ones if white; v: its value; e: its error; t: what goes ahead.
// kept: what the pixel behind-below has from its other two neighbours. n: where the row below starts, less one.

// biome-ignore format: alike lines show what differs
function walkRight(codes: Uint8Array, below: number, row: Int32Array, width: number, out: Uint8Array, start: number): void {
  let u = 0, m = 0, v = 0, e = 0, t = 0, last = 0, kept = 8, n = below, o = start;
  for (let x = 0; x < width; x += 8) {
    let byte = 0;
    u = row[x + 1]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 128; row[x] = (codes[n]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 2]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 64; row[x + 1] = (codes[n + 1]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 3]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 32; row[x + 2] = (codes[n + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 4]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 16; row[x + 3] = (codes[n + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 5]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 8; row[x + 4] = (codes[n + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 6]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 4; row[x + 5] = (codes[n + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 7]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 2; row[x + 6] = (codes[n + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 8]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 1; row[x + 7] = (codes[n + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    out[o++] = byte;
    n += 8;
  }
  row[width] = (codes[n]! << 4) + kept;
}

// biome-ignore format: alike lines show what differs
function walkLeft(codes: Uint8Array, below: number, row: Int32Array, width: number, out: Uint8Array, start: number): void {
  let u = 0, m = 0, v = 0, e = 0, t = 0, last = 0, kept = 8, n = below + width - 8, o = start + (width >> 3) - 1;
  for (let x = width - 8; x >= 0; x -= 8) {
    let byte = 0;
    u = row[x + 8]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 1; row[x + 9] = (codes[n + 9]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 7]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 2; row[x + 8] = (codes[n + 8]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 6]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 4; row[x + 7] = (codes[n + 7]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 5]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 8; row[x + 6] = (codes[n + 6]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 4]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 16; row[x + 5] = (codes[n + 5]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 3]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 32; row[x + 4] = (codes[n + 4]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 2]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 64; row[x + 3] = (codes[n + 3]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    u = row[x + 1]! + t; m = (2047 - u) >> 31; v = u >> 4; e = v - (255 & m); t = (v << 3) - v - (1785 & m); byte |= m & 128; row[x + 2] = (codes[n + 2]! << 4) + kept + 3 * e; kept = last + 5 * e + 8; last = e;
    out[o--] = byte;
    n -= 8;
  }
  row[1] = (codes[below + 1]! << 4) + kept;
}
