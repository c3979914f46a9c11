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

/** Longest side of the copy in which the lines of type of a scan are looked for. */
const LOOK_SIDE = 800;

/**
 * A scanned page of a PDF, level and without its margins, with the places where it can be cut between its lines. `stamped`:
 * it has further type on it, also at its edges.
 */
export async function digestScan(
  picture: Picture,
  readers: PictureReaders,
  { stamped = false } = {},
): Promise<{ digest: Digest; picture: Picture }> {
  const { luminance, width, height } = reducePicture(picture, LOOK_SIDE);
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

/** Lines of type that OCR did not read must not be cut either. A band higher than this many lines is a picture. */
const MAX_LINES = 3;
/** A row with fewer pixels of ink than this, in thousandths, shows only frames and stains. */
const FRAME = 12;

/** Bands of ink that are about as high as a line of type. */
function unreadLines(page: Picture, line: number): PageLine[] {
  const { luminance, width, height } = reducePicture(page, LOOK_SIDE);
  const { rows } = inkProfile(luminance, width, height);
  const times = page.height / height;
  const lines: PageLine[] = [];
  let from = -1;
  for (let y = 0; y <= height; y++) {
    const ink = rows[y] ?? 0;
    if (1000 * ink > FRAME * width) {
      if (from < 0) from = y;
    } else if (from >= 0) {
      const band = { top: from * times, bottom: y * times, words: 0 };
      if (band.bottom - band.top < MAX_LINES * line) lines.push(band);
      from = -1;
    }
  }
  return lines;
}

/** A row or column with fewer pixels of ink than this, in thousandths, has only specks. */
const SPECKS = 3;
/** Shares of the sides: the edge that scanners leave dark, and the paper that is kept around the print. */
const EDGE = 0.02;
const BORDER = 0.02;

/** Cuts the margins off a scan, ignoring specks in them. */
function trimScan(picture: Picture): Picture {
  const { luminance, width, height } = reducePicture(picture, LOOK_SIDE);
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

/** The range that has ink, with a border. */
function inked(counts: Int32Array, length: number): { from: number; to: number } | null {
  const edge = Math.ceil(EDGE * counts.length);
  const isInk = (count: number, at: number) =>
    count * 1000 > SPECKS * length && at >= edge && at < counts.length - edge;
  const [from, to] = [counts.findIndex(isInk), counts.findLastIndex(isInk)];
  if (from < 0) return null;
  const border = Math.ceil(BORDER * Math.max(counts.length, length));
  return { from: Math.max(0, from - border), to: Math.min(counts.length, to + 1 + border) };
}
