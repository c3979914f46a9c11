/** Least difference of neighbouring pixels in a row at an edge. */
export const MIN_EDGE_STEP = 20;
/** Least ratio of height to width: other pictures are never shown in columns. */
const MIN_HEIGHT_RATIO = 1.1;
/** Height of the empty band around a cut, as a share of the height. */
const CLEAR_BAND_SHARE = 0.008;
/** Limit of the share of edge pixels in that band: a stain, or the side of a speech bubble. */
const MAX_EDGE_SHARE = 0.012;
/** Least difference of a pixel from the one above it, and the share of a row that differs so at a rule or at the end of a card. */
const MIN_RULE_STEP = 8;
const MIN_RULE_SHARE = 0.4;
/** Least number of rows of a cut between two rules. */
const MIN_OPEN_ROWS = 2;
/** Limit of the cuts. */
const MAX_CUTS = 100;

/** A place where a picture can be cut, and the band around it that has no type, in thousandths of its height. */
export interface Cut {
  at: number;
  from: number;
  to: number;
}

/**
 * Where a tall picture can be cut into columns, between the lines of a sheet, or the bubbles of a chat; empty if it has no
 * such places or is not tall. Cards are cut between two of them where there is room.
 */
export function findCuts(luminance: Uint8Array, width: number, height: number): Cut[] {
  if (height < MIN_HEIGHT_RATIO * width || height < 60) return [];
  const clear = Math.max(3, Math.round(CLEAR_BAND_SHARE * height));
  const rows = Array.from({ length: height }, (_, y) => readRow(luminance, width, y));
  const cuts: Cut[] = [];
  const thousandths = (pixels: number) => Math.round((1000 * pixels) / height);
  let start = 0;
  for (let y = 0; y <= height; y++) {
    if (y < height && rows[y]!.edges <= MAX_EDGE_SHARE * width) continue;
    if (start > 0 && y < height && y - start >= clear)
      cuts.push({
        at: thousandths(placeOfCut(rows, start, y)),
        from: thousandths(start),
        to: thousandths(y),
      });
    start = y + 1;
  }
  return cuts.slice(0, MAX_CUTS);
}

interface Row {
  edges: number;
  /** Whether most of the row differs from the one above it. */
  isRule: boolean;
}

function readRow(luminance: Uint8Array, width: number, y: number): Row {
  const from = y * width;
  let [edges, changed] = [0, 0];
  for (let i = from; i < from + width; i++) {
    if (i > from && Math.abs(luminance[i]! - luminance[i - 1]!) > MIN_EDGE_STEP) edges++;
    if (y > 0 && Math.abs(luminance[i]! - luminance[i - width]!) >= MIN_RULE_STEP) changed++;
  }
  return { edges, isRule: changed >= MIN_RULE_SHARE * width };
}

/**
 * The middle of a part of a band without rules and with the fewest edges: of one between two rules, which are the ends of cards
 * or bubbles, or else of the one nearest to the middle.
 */
function placeOfCut(rows: Row[], start: number, end: number): number {
  const fewest = Math.min(...rows.slice(start, end).map(({ edges }) => edges));
  const middle = (start + end) / 2;
  let [from, place, least] = [start, middle, Number.POSITIVE_INFINITY];
  for (let y = start; y <= end; y++) {
    const isOpen = y < end && rows[y]!.edges === fewest && !rows[y]!.isRule;
    if (isOpen) continue;
    const isBetween = from > start && y < end;
    const distance = Math.abs((from + y) / 2 - middle) + (isBetween ? 0 : rows.length);
    if (y - from >= MIN_OPEN_ROWS && distance < least) [place, least] = [(from + y) / 2, distance];
    from = y + 1;
  }
  return place;
}
