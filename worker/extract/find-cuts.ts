/** Difference of neighbouring pixels in a row from which there is an edge. */
const EDGE = 20;
/** Least ratio of height to width: other pictures are never shown in columns. */
const MIN_SHAPE = 1.1;
/** Height of the band around a cut that must be empty, as a share of the height. */
const CLEAR = 0.008;
/** Share of the pixels in that band that may be edges: a stain, or the side of a bubble. */
const MAX_CROSSED = 0.012;
/** Limit of the cuts. */
const MAX_CUTS = 100;

/**
 * Where a tall picture can be cut into columns, between the lines of a sheet or the bubbles of a chat, in thousandths of its
 * height; empty without such places, and for pictures that are not tall.
 */
export function findCuts(luminance: Uint8Array, width: number, height: number): number[] {
  if (height < MIN_SHAPE * width || height < 60) return [];
  const clear = Math.max(3, Math.round(CLEAR * height));
  const most = MAX_CROSSED * width;
  const cuts: number[] = [];
  let start = 0;
  for (let y = 0; y <= height; y++) {
    if (y < height && edgesIn(luminance.subarray(y * width, (y + 1) * width)) <= most) continue;
    if (start > 0 && y < height && y - start >= clear) cuts.push(Math.round((500 * (start + y)) / height));
    start = y + 1;
  }
  return cuts.slice(0, MAX_CUTS);
}

function edgesIn(row: Uint8Array): number {
  let edges = 0;
  for (let x = 1; x < row.length; x++) if (Math.abs(row[x]! - row[x - 1]!) > EDGE) edges++;
  return edges;
}
