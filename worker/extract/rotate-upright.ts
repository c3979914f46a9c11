import type { Picture } from '../sandbox/task-result.ts';
import { inkProfile } from './ink-profile.ts';
import type { Allowance, Ocr, PrintedText } from './ocr.ts';
import { cropRows } from './trim-margins.ts';

/** Unevenness of ink over columns in percent of that over rows from which lines may be vertical. */
const MIN_SIDEWAYS_PERCENT = 140;
/** Longest side of the part of a sheet that is read. A part is cropped because reduced type is not legible. */
const PART_SIDE = 800;
/** Number of certain words from which a sheet is upright, and the number by which a rotated one must exceed it. */
const MIN_CERTAIN_WORDS = 20;
const MIN_MORE_WORDS = 5;

/** Whether the lines of a sheet may be vertical: they leave gaps between columns of pixels. */
export function isSideways(luminance: Uint8Array, width: number, height: number): boolean {
  const { rows, columns } = inkProfile(luminance, width, height);
  return 100 * unevenness(columns) * height > MIN_SIDEWAYS_PERCENT * unevenness(rows) * width;
}

const unevenness = (counts: Int32Array) =>
  counts.reduce((sum, count, at) => sum + (at > 0 ? (count - counts[at - 1]!) ** 2 : 0), 0);

/**
 * Rotates a sheet by a quarter to the side on which its middle is legible. Null if neither is, and at the time limit, so that an
 * upright sheet is not rotated for lack of time.
 */
export async function rotateUpright(sheet: Picture, ocr: Ocr): Promise<Picture | null> {
  const middle = middleOf(sheet);
  const allowance: Allowance = {};
  const lying = await ocr.read(middle, allowance);
  if (lying.late || isCertain(lying)) return null;
  let most = wordsOf(lying) + MIN_MORE_WORDS;
  let best: boolean | null = null;
  for (const clockwise of [true, false]) {
    const reading = await ocr.read(quarterTurned(middle, clockwise), allowance);
    if (reading.late) return null;
    if (!reading.certain || wordsOf(reading) <= most) continue;
    most = wordsOf(reading);
    best = clockwise;
    if (isCertain(reading)) break;
  }
  return best === null ? null : quarterTurned(sheet, best);
}

const wordsOf = ({ lines }: PrintedText) => lines.reduce((sum, { words }) => sum + words, 0);
/** Whether words are certain. Rotated type may be recognised as many words, but not with certainty. */
const isCertain = (reading: PrintedText) => reading.certain && wordsOf(reading) >= MIN_CERTAIN_WORDS;

function middleOf(sheet: Picture): Picture {
  const size = { width: Math.min(PART_SIDE, sheet.width), height: Math.min(PART_SIDE, sheet.height) };
  const place = { left: (sheet.width - size.width) >> 1, top: (sheet.height - size.height) >> 1 };
  return { data: cropRows(sheet, { ...place, ...size }), ...size };
}

function quarterTurned({ data, width, height }: Picture, clockwise: boolean): Picture {
  const to = new Uint8Array(data.length);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 3) {
      const at = 3 * (clockwise ? x * height + (height - 1 - y) : (width - 1 - x) * height + y);
      to[at] = data[from]!;
      to[at + 1] = data[from + 1]!;
      to[at + 2] = data[from + 2]!;
    }
  }
  return { data: to, width: height, height: width };
}
