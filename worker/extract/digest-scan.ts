import { turnRaster } from '../imaging/turn-raster.ts';
import type { Picture } from '../sandbox/task-result.ts';
import type { Digest } from './digest.ts';
import { type PictureReaders, readPicture } from './digest-picture.ts';
import { findScan } from './find-scan.ts';
import { inkProfile } from './ink-profile.ts';
import { inkedArea } from './inked-area.ts';
import { type PageLine, pageCuts } from './page-cuts.ts';
import { tonesOf } from './read-image.ts';
import { reducePicture } from './reduce-picture.ts';
import { isSideways, rotateUpright } from './rotate-upright.ts';
import { lineOf } from './shown-page.ts';
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
    isLoose && isSideways(luminance, width, height) ? await rotateUpright(straight, readers.ocr) : null;
  const level = upright ?? straight;
  const size = { width: level.width, height: level.height, tones: tonesOf(level) };
  const { digest: read, lines, late } = await readPicture(level, size, readers);
  const digest = removeContentArea(read);
  const { image } = digest;
  const middle = middleOf(lines.map((line) => line.height)) ?? (late ? lineHeight(level) : null);
  if (!image || image.photographic || image.scan?.sheet || !middle) return { digest, picture: level };
  const known = lines.map(({ y, height: own, words }) => ({ top: y, bottom: y + own, words }));
  const cuts = pageCuts([...known, ...unreadLines(level, middle)], level.height);
  const facts = {
    ...image,
    scan: { turn: 0, ...image.scan },
    cuts,
    line: lineOf(middle, level),
    guessed: true,
  };
  return { digest: cuts.length > 0 ? { ...digest, image: facts } : digest, picture: level };
}

/** The margins of the page are cut off already. */
function removeContentArea(digest: Digest): Digest {
  if (!digest.image) return digest;
  const { content: _, ...image } = digest.image;
  return { ...digest, image };
}

const middleOf = (heights: number[]): number | null =>
  heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? null;

/** Least number of bands that are lines of type, their greatest height as a share of the page, and the least share of like heights. */
const MIN_BANDS = 8;
const MAX_BAND_SHARE = 0.04;
const MIN_ALIKE_SHARE = 0.6;

/** The height of the lines of a page that was not read in time, by its bands of ink; null if they are not like lines of type. */
function lineHeight(page: Picture): number | null {
  const heights = inkBands(page).map(({ top, bottom }) => bottom - top);
  const middle = middleOf(heights);
  if (middle === null || heights.length < MIN_BANDS || middle > MAX_BAND_SHARE * page.height) return null;
  const alike = heights.filter((height) => height > middle / 2 && height < 2 * middle);
  return alike.length >= MIN_ALIKE_SHARE * heights.length ? middle : null;
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
const unreadLines = (page: Picture, line: number) =>
  inkBands(page).filter(({ top, bottom }) => bottom - top < MAX_LINES * line);

/** Bands of rows with ink, between rows without. */
function inkBands(page: Picture): PageLine[] {
  const { luminance, width, height } = reducePicture(page, SEARCH_SIDE);
  const { rows } = inkProfile(luminance, width, height);
  const times = page.height / height;
  const bands: PageLine[] = [];
  let from = -1;
  for (let y = 0; y <= height; y++) {
    const ink = rows[y] ?? 0;
    if (1000 * ink > MIN_TYPE_INK * width) {
      if (from < 0) from = y;
    } else if (from >= 0) {
      bands.push({ top: from * times, bottom: y * times, words: 0 });
      from = -1;
    }
  }
  return bands;
}

/** Removes the margins of a scan, ignoring specks in them. */
function trimScan(picture: Picture): Picture {
  const { luminance, width, height } = reducePicture(picture, SEARCH_SIDE);
  const area = inkedArea(luminance, width, height);
  if (!area) return picture;
  const times = picture.width / width;
  const left = Math.floor(area.left * times);
  const top = Math.floor(area.top * times);
  const size = {
    width: Math.min(picture.width - left, Math.ceil(area.width * times)),
    height: Math.min(picture.height - top, Math.ceil(area.height * times)),
  };
  return { data: cropRows(picture, { left, top, ...size }), ...size };
}
