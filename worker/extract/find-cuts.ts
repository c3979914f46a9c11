/** Least difference of neighbouring pixels in a row at an edge. */
const MIN_EDGE_STEP = 20;
/** Least ratio of height to width: other pictures are never shown in columns. */
const MIN_HEIGHT_RATIO = 1.1;
/** Height of the empty band around a cut, as a share of the height. */
const CLEAR_BAND_SHARE = 0.008;
/** Limit of the share of edge pixels in that band: a stain, or the side of a speech bubble. */
const MAX_EDGE_SHARE = 0.012;
/** Limit of the cuts. */
const MAX_CUTS = 100;

/**
 * Where a tall picture can be cut into columns, between the lines of a sheet or the bubbles of a chat, in thousandths of its
 * height; empty if it has no such places or is not tall.
 */
export function findCuts(luminance: Uint8Array, width: number, height: number): number[] {
  if (height < MIN_HEIGHT_RATIO * width || height < 60) return [];
  const clear = Math.max(3, Math.round(CLEAR_BAND_SHARE * height));
  const most = MAX_EDGE_SHARE * width;
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
  for (let x = 1; x < row.length; x++) if (Math.abs(row[x]! - row[x - 1]!) > MIN_EDGE_STEP) edges++;
  return edges;
}
