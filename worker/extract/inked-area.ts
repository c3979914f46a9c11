import { inkProfile } from './ink-profile.ts';
import type { Part } from './trim-margins.ts';

/** A row or column with fewer pixels of ink than this, in thousandths, has only specks. */
const MAX_SPECK_THOUSANDTHS = 3;
/** Shares of the sides: the edge that scanners leave dark, and the paper that is kept around the print. */
const EDGE_SHARE = 0.02;
const BORDER_SHARE = 0.02;

/** The area of a sheet of paper that is printed, with a border; null for an empty sheet. Specks and dark edges do not count. */
export function inkedArea(luminance: Uint8Array, width: number, height: number): Part | null {
  const { rows, columns } = inkProfile(luminance, width, height);
  const across = inked(columns, height);
  const down = inked(rows, width);
  if (!across || !down) return null;
  return { left: across.from, top: down.from, width: across.to - across.from, height: down.to - down.from };
}

/** The range that has ink, with a border. */
function inked(counts: Int32Array, length: number): { from: number; to: number } | null {
  const edge = Math.ceil(EDGE_SHARE * counts.length);
  const isInk = (count: number, at: number) =>
    count * 1000 > MAX_SPECK_THOUSANDTHS * length && at >= edge && at < counts.length - edge;
  const [from, to] = [counts.findIndex(isInk), counts.findLastIndex(isInk)];
  if (from < 0) return null;
  const border = Math.ceil(BORDER_SHARE * Math.max(counts.length, length));
  return { from: Math.max(0, from - border), to: Math.min(counts.length, to + 1 + border) };
}
