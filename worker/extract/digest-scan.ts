import { turnRaster } from '../imaging/turn-raster.ts';
import type { Picture } from '../sandbox/task-result.ts';
import type { Digest } from './digest.ts';
import { type PictureReaders, readPicture } from './digest-picture.ts';
import { findScan } from './find-scan.ts';
import { inkProfile } from './ink-profile.ts';
import { type PageLine, pageCuts } from './page-cuts.ts';
import { tonesOf } from './read-image.ts';
import { reducePicture } from './reduce-picture.ts';
import { lineOf } from './shown-page.ts';
import { isSideways, stoodUp } from './stand-up.ts';
import { cropRows } from './trim-margins.ts';

/** Longest side of the copy in which lines of type are searched. */
const SEARCH_SIDE = 800;

/**
 * Digests a scanned page of a PDF: levels it, removes its margins, and finds where it can be cut between its lines. `stamped`:
 * it has further type on it, also at its edges.
 */
export async function digestScan(
  picture: Picture,
  readers: PictureReaders,
  { stamped = false } = {},
): Promise<{ digest: Digest; picture: Picture }> {
  const { luminance, width, height } = reducePicture(picture, SEARCH_SIDE);
  const scan = findScan(luminance, width, height);
  const isLoose = scan !== null && !stamped;
  const straight = isLoose ? trimScan(scan.turn ? await turned(picture, scan.turn) : picture) : picture;
  const upright =
    isLoose && isSideways(luminance, width, height) ? await stoodUp(straight, readers.ocr) : null;
  const level = upright ?? straight;
  const size = { width: level.width, height: level.height, tones: tonesOf(level) };
  const { digest, lines } = await readPicture(level, size, readers);
  const { image } = digest;
  const sorted = lines.map((line) => line.height).toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1];
  if (!image || image.photographic || image.scan?.sheet || !middle) return { digest, picture: level };
  const read = lines.map(({ y, height: own, words }) => ({ top: y, bottom: y + own, words }));
  const cuts = pageCuts([...read, ...unreadLines(level, middle)], level.height);
  const facts = {
    ...image,
    scan: { turn: 0, ...image.scan },
    cuts,
    line: lineOf(middle, level),
    guessed: true,
  };
  return { digest: cuts.length > 0 ? { ...digest, image: facts } : digest, picture: level };
}

async function turned({ data, width, height }: Picture, turn: number): Promise<Picture> {
  const raster = await turnRaster({ data: Uint8Array.from(data), width, height, channels: 3 }, turn);
  return { data: new Uint8Array(raster.data), width, height };
}

/** A band of ink that is higher than this many lines is a picture. Lower ones may be lines that OCR did not read. */
const MAX_LINES = 3;
/** Thousandths of ink in a row below which it has only frames and stains. */
const MIN_TYPE_INK = 12;

/** Bands of ink with about the height of a line of type, which must not be cut. */
function unreadLines(page: Picture, line: number): PageLine[] {
  const { luminance, width, height } = reducePicture(page, SEARCH_SIDE);
  const { rows } = inkProfile(luminance, width, height);
  const times = page.height / height;
  const lines: PageLine[] = [];
  let from = -1;
  for (let y = 0; y <= height; y++) {
    const ink = rows[y] ?? 0;
    if (1000 * ink > MIN_TYPE_INK * width) {
      if (from < 0) from = y;
    } else if (from >= 0) {
      const band = { top: from * times, bottom: y * times, words: 0 };
      if (band.bottom - band.top < MAX_LINES * line) lines.push(band);
      from = -1;
    }
  }
  return lines;
}

/** Thousandths of ink in a row or column below which it has only specks. */
const MIN_INK = 3;
/** Shares of the sides: the dark edge of scans, and the border of paper that is kept. */
const EDGE_SHARE = 0.02;
const BORDER_SHARE = 0.02;

/** Removes the margins of a scan, ignoring specks in them. */
function trimScan(picture: Picture): Picture {
  const { luminance, width, height } = reducePicture(picture, SEARCH_SIDE);
  const { rows, columns } = inkProfile(luminance, width, height);
  const across = inked(columns, height);
  const down = inked(rows, width);
  if (!across || !down) return picture;
  const times = picture.width / width;
  const left = Math.floor(across.from * times);
  const top = Math.floor(down.from * times);
  const size = {
    width: Math.min(picture.width - left, Math.ceil((across.to - across.from) * times)),
    height: Math.min(picture.height - top, Math.ceil((down.to - down.from) * times)),
  };
  return { data: cropRows(picture, { left, top, ...size }), ...size };
}

/** The range with ink, with a border. */
function inked(counts: Int32Array, length: number): { from: number; to: number } | null {
  const edge = Math.ceil(EDGE_SHARE * counts.length);
  const isInk = (count: number, at: number) =>
    count * 1000 > MIN_INK * length && at >= edge && at < counts.length - edge;
  const [from, to] = [counts.findIndex(isInk), counts.findLastIndex(isInk)];
  if (from < 0) return null;
  const border = Math.ceil(BORDER_SHARE * Math.max(counts.length, length));
  return { from: Math.max(0, from - border), to: Math.min(counts.length, to + 1 + border) };
}
