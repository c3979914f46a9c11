import type { Picture } from '../sandbox/sandbox.ts';
import { blankDigest, type Digest } from './digest.ts';
import type { Cut } from './find-cuts.ts';
import { isProminent, keepLettering } from './keep-lettering.ts';
import type { Ocr, PrintedLine, PrintedText } from './ocr.ts';
import type { PictureAnalyser } from './picture-analyser.ts';
import type { PictureReport } from './picture-facts.ts';
import { readAreas } from './read-areas.ts';
import { readImage } from './read-image.ts';
import { greyPicture, reducePicture } from './reduce-picture.ts';
import type { TextPool } from './text-pool.ts';

export type ImageFacts = NonNullable<Digest['image']>;
type Size = Pick<ImageFacts, 'width' | 'height' | 'tones'>;

export interface PictureReaders {
  ocr: Ocr;
  look: PictureAnalyser;
  texts: TextPool;
}

/** Longest side of the copy in which large letters and their tones are read. */
const LARGE_TYPE_SIDE = 480;
const LIGHT_TYPE = 215;
const DARK_TYPE = 60;

/** Digests a picture: what it shows, its text, and a machine-readable code. `size` is its original size. */
export async function digestPicture(picture: Picture, size: Size, readers: PictureReaders): Promise<Digest> {
  return (await readPicture(picture, size, readers)).digest;
}

export interface ReadPicture {
  digest: Digest;
  /** The lines of type, in pixels of the picture or of the sheet in it. */
  lines: PrintedLine[];
  /** The time limit of text recognition was reached, so it is unknown whether there is text. */
  late: boolean;
}

/** As `digestPicture`, with the lines of type, in pixels of the picture or of the sheet in it. */
export async function readPicture(
  picture: Picture,
  size: Size,
  readers: PictureReaders,
): Promise<ReadPicture> {
  return digestReport(picture, size, await analyse(picture, size, readers.look), readers);
}

const analyse = (picture: Picture, { width, height }: Size, look: PictureAnalyser) =>
  look.analyse(picture, Math.max(width, height));

/**
 * Digests an uploaded picture. Most are photographs without words, for which a small copy of a JPEG is enough; others are
 * decoded in a larger size.
 * @throws {UnreadableError}
 */
export async function digestImage(
  bytes: Uint8Array,
  contentType: string,
  readers: PictureReaders,
): Promise<Digest> {
  const { picture, reduced, ...size } = await readImage(bytes, contentType, 'look');
  const report = await analyse(picture, size, readers.look);
  if (!reduced || isWordless(report)) return (await digestReport(picture, size, report, readers)).digest;
  const large = await readImage(bytes, contentType, 'read');
  return digestPicture(large.picture, size, readers);
}

const isWordless = ({ lettering }: PictureReport) =>
  lettering !== null && lettering.usual.length === 0 && lettering.large.length === 0;

/**
 * The facts of an image that pages need. Its text is not read.
 * @throws {UnreadableError}
 */
export async function lookAtImage(
  bytes: Uint8Array,
  contentType: string,
  look: PictureAnalyser,
): Promise<ImageFacts> {
  const { picture, reduced, ...size } = await readImage(bytes, contentType, 'look');
  const report = await analyse(picture, size, look);
  if (!reduced || report.photographic) return imageFacts(size, report);
  const large = await readImage(bytes, contentType, 'read');
  return imageFacts(size, await analyse(large.picture, size, look));
}

async function digestReport(
  picture: Picture,
  size: Size,
  report: PictureReport,
  readers: PictureReaders,
): Promise<ReadPicture> {
  const { photographic, focus, scan, sheet, code } = report;
  const image = imageFacts(size, report);
  const { text, lines, certain, read, late = false } = await readWords(sheet ?? picture, report, readers.ocr);
  const digest = text === '' ? blankDigest('note') : await readers.texts.digest({ kind: 'words', text });
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const middle = heights[heights.length >> 1];
  const line = middle ? { line: Math.ceil((1000 * middle) / read.height) } : {};
  const isKept = photographic && lines.length > 0 && isProminent(lines, picture);
  const made: Digest = {
    ...digest,
    shape: photographic ? 'photo' : 'graphic',
    title: null,
    code,
    image: {
      ...image,
      ...(isKept && { focus: keepLettering(focus, [...lines, ...allOf(report)], picture) }),
      ...(scan && { scan: { ...scan, ...(certain && line) } }),
      ...(report.cuts.length > 0 && { cuts: countWordsOfCuts(report.cuts, lines, read), ...line }),
      ...(report.seams.length > 0 && { seams: report.seams, ...line }),
    },
  };
  return { digest: made, lines, late };
}

function imageFacts(size: Size, { photographic, focus, scan, content }: PictureReport): ImageFacts {
  return { ...size, photographic, focus, scan, ...(content && { content }) };
}

/** The cuts, each with the number of words since the previous one. */
function countWordsOfCuts(cuts: Cut[], lines: PrintedLine[], { height }: Picture) {
  return cuts.map((cut, index) => {
    const { at } = cut;
    const before = cuts[index - 1]?.at ?? 0;
    const middles = lines.map((line) => ({
      at: (1000 * (line.y + line.height / 2)) / height,
      words: line.words,
    }));
    const between = middles.filter((line) => line.at > before && line.at <= at);
    return { ...cut, words: between.reduce((sum, { words }) => sum + words, 0) };
  });
}

const allOf = ({ lettering }: PictureReport) => (lettering ? [...lettering.usual, ...lettering.large] : []);

interface Reading extends PrintedText {
  /** The picture to whose pixels the lines refer. */
  read: Picture;
}

/** Reads the text of a picture; of a photograph only where lettering was found. */
async function readWords(picture: Picture, { lettering }: PictureReport, ocr: Ocr): Promise<Reading> {
  const nothing = { text: '', lines: [], certain: false, read: picture };
  if (!lettering) return { ...(await ocr.read(picture)), read: picture };
  const usual = lettering.usual.length > 0 ? await readAreas(picture, lettering.usual, ocr) : nothing;
  if (lettering.large.length === 0 || isProminent(usual.lines, picture)) return { ...usual, read: picture };
  const small = greyPicture(reducePicture(picture, LARGE_TYPE_SIDE));
  const inLight = await ocr.read(blackenType(small, (code) => code > LIGHT_TYPE));
  const large =
    inLight.lines.length > 0 ? inLight : await ocr.read(blackenType(small, (code) => code < DARK_TYPE));
  const times = picture.width / small.width;
  const lines = large.lines.map(({ x, y, width, height, words }) => ({
    words,
    x: x * times,
    y: y * times,
    width: width * times,
    height: height * times,
  }));
  const text = [large.text, usual.text].filter((one) => one !== '').join('\n\n');
  return { text, lines: [...lines, ...usual.lines], certain: false, read: picture };
}

/** Makes letters black and everything else white, by tone, because OCR would read the photograph behind letters as letters. */
function blackenType(picture: Picture, isType: (code: number) => boolean): Picture {
  return { ...picture, data: picture.data.map((code) => (isType(code) ? 0 : 255)) };
}
