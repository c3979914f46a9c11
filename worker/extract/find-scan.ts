import { flattenPaper, paperOf } from '../imaging/flatten-paper.ts';
import type { Sheet } from '../imaging/scene.ts';
import { INK } from './ink-profile.ts';

/** A sheet of paper that was scanned or photographed. */
export interface Scan {
  /** Clockwise rotation, in hundredths of a degree, that levels its lines. */
  turn: number;
  /** Height of its lines of type in thousandths of its own; absent if they could not be read with certainty. */
  line?: number;
  /** Its corners, if it lies on something else: only the area between them is the sheet. */
  sheet?: Sheet;
}

/** Darkest tone that counts as paper, where paper is 255. */
const MIN_PAPER_TONE = 205;
/** Limits in percent of the sheet: of paper, of ink, and of tones between them. */
const MIN_PAPER_PERCENT = 72;
const MIN_INK_PERCENT = 1;
const MAX_INK_PERCENT = 22;
const MAX_BETWEEN_PERCENT = 15;
/** Limit of the pixels of ink for each sharp edge, because type is thin. */
const MAX_INK_PER_EDGE = 12;
/** Least tone of the paper, in percent. A tenth of the picture may be darker, because it may show the table. */
const MIN_LIGHT_PERCENT = 70;
/** Least percentage of neighbouring blocks with about equally light paper: brightness changes slowly over a sheet. */
const MIN_EVEN_PERCENT = 90;

/** Measures a scan from its luminance; null when the picture shows no sheet with type or lines. */
export function findScan(luminance: Uint8Array, width: number, height: number): Scan | null {
  const { paper, columns } = paperOf(luminance, width, height);
  if (paper.toSorted()[Math.floor(paper.length / 10)]! < MIN_LIGHT_PERCENT || !isEven(paper, columns))
    return null;
  const flat = flattenPaper(luminance, width, height);
  let inks = 0;
  let papers = 0;
  for (const code of flat) {
    if (code <= INK) inks++;
    else if (code >= MIN_PAPER_TONE) papers++;
  }
  const percent = (count: number) => (100 * count) / flat.length;
  const between = 100 - percent(inks) - percent(papers);
  if (percent(papers) < MIN_PAPER_PERCENT || percent(inks) < MIN_INK_PERCENT) return null;
  if (percent(inks) > MAX_INK_PERCENT || between > MAX_BETWEEN_PERCENT) return null;
  if (inks > MAX_INK_PER_EDGE * hardEdges(flat, width)) return null;
  return { turn: levelTurn(flat, width, height) };
}

/** Number of places where paper turns to ink within three pixels, from left to right. */
function hardEdges(flat: Uint8Array, width: number): number {
  let edges = 0;
  for (let i = 3; i < flat.length; i++) {
    if (i % width >= 3 && flat[i]! <= INK && flat[i - 1]! > INK && flat[i - 3]! >= MIN_PAPER_TONE) edges++;
  }
  return edges;
}

function isEven(paper: Uint8Array, columns: number): boolean {
  let even = 0;
  let pairs = 0;
  for (let i = 1; i < paper.length; i++) {
    if (i % columns === 0) continue;
    pairs++;
    const [a, b] = [paper[i - 1]!, paper[i]!];
    if (8 * Math.abs(a - b) <= Math.max(a, b)) even++;
  }
  return 100 * even >= MIN_EVEN_PERCENT * pairs;
}

/** Number of steps of a quarter of a degree that are tried on either side. */
const TURN_STEPS = 40;
/** A smaller rotation, in quarters of a degree, counts as level. */
const MIN_TURN_STEPS = 2;
/** Percentage of the previous contrast between lines and gaps that a rotation must reach. */
const MIN_CONTRAST_PERCENT = 115;

/** The rotation at which ink is most unevenly distributed over the rows, because lines of type alternate with gaps. */
function levelTurn(flat: Uint8Array, width: number, height: number): number {
  const places: number[] = [];
  for (let i = 0; i < flat.length; i++) if (flat[i]! <= INK) places.push(i);
  const thin = Math.ceil(places.length / 20_000);
  let best = 0;
  let most = 0;
  let level = 0;
  for (let step = -TURN_STEPS; step <= TURN_STEPS; step++) {
    // The tangent of a few quarters of a degree, in 65,536ths.
    const slope = Math.round(65_536 * Math.tan((step * Math.PI) / 720));
    const rows = new Int32Array(3 * height + 2 * width);
    for (let i = 0; i < places.length; i += thin) {
      const x = places[i]! % width;
      const y = (places[i]! - x) / width;
      rows[height + width + y + ((x * slope) >> 16)]!++;
    }
    let squares = 0;
    for (let row = 1; row < rows.length; row++) squares += (rows[row]! - rows[row - 1]!) ** 2;
    if (step === 0) level = squares;
    if (squares > most) [most, best] = [squares, step];
  }
  return Math.abs(best) >= MIN_TURN_STEPS && 100 * most > MIN_CONTRAST_PERCENT * level ? 25 * best : 0;
}
