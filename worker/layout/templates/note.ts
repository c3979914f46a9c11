import * as z from 'zod';
import { unwrappedSize } from './choose-size.ts';
import { createPart, hasWideRow, type Part } from './flow/part.ts';
import { blockSchema, type FlowBlock, partsOf } from './flow/parts-of-blocks.ts';
import { putFlow } from './flow/put-flow.ts';
import { boxBelow, fitsHeader, putFooter } from './furniture.ts';
import { localTimes, type Reader, readerOf } from './local-times.ts';
import { type Box, Page, type PutText } from './page.ts';
import { putMosaic } from './put-mosaic.ts';
import { mayFill, putBeside, putPicture } from './put-picture.ts';
import {
  defineTemplate,
  furtherPictures,
  type PictureParameter,
  pageEnd,
  pictureSchema,
  proseText,
  readerTime,
  shortText,
} from './template.ts';

/** A text with at most this many letters is set as large as it fits. */
const MAX_LARGE_LETTERS = 120;
/** A title above at most this many letters and lines is larger, on a page with at least this many ems of height. */
const MAX_LETTERS_UNDER_LARGE_TITLE = 200;
const MAX_LINES_UNDER_LARGE_TITLE = 6;
/** Above at most this many it is as large as a poster. */
const MAX_DISPLAY_LETTERS = 60;
const MIN_EMS_FOR_LARGE_TITLE = 14;
/** Lines with at most this many letters are set in many columns: figures, vocabulary. */
const MAX_NARROW_LETTERS = 8;
/** At least so many lines with at most this many letters are set in three columns: a roster of a month. */
const MIN_SHORT_LINES = 24;
const MAX_SHORT_LETTERS = 20;
/** Share of the page for a picture. */
const PICTURE_SHARE = 0.42;
/** Most of the page's height for a text below a picture, which becomes so many times as wide there as beside the text. */
const MAX_TEXT_BELOW = 0.4;
const MIN_GAIN = 1.2;
/** Share of the page for several pictures beside few letters. */
const MOSAIC_SHARE = 0.58;
const MAX_LETTERS_BESIDE_MOSAIC = 220;

const parameters = z.object({
  text: proseText.optional(),
  title: shortText.optional(),
  blocks: z.array(blockSchema).max(2000).optional(),
  image: pictureSchema.optional(),
  /** Several pictures side by side, instead of `image`. */
  images: z.array(pictureSchema).min(2).max(9).optional(),
  morePictures: furtherPictures,
  ...readerTime,
  ...pageEnd,
});
type Note = z.output<typeof parameters>;

/** A text as large as it fits. */
export const note = defineTemplate({
  use: 'A message or any text, as large as it fits: plain (text) or with structure (blocks: headings, items, quotes, code, rows of tables), with an optional picture. What does not fit is counted.',
  parameters,
  layOut(note, viewport, colorMode) {
    const { text = '', title, blocks = [], footer, language } = note;
    const images = note.images ?? (note.image ? [note.image] : []);
    const sample = [title, text, ...blocks.map((block) => block.text)].join(' ');
    const page = new Page(viewport, colorMode, sample, language);
    let box = page.content;
    if (images.length > 0) box = putPictures(page, images, note);
    box = putFooter(page, box, footer);
    if (!title && blocks.length === 0 && images.length === 0 && !note.omitted && putPoster(page, text, box))
      return page.scene();
    const reader = note.timeZone === undefined ? null : readerOf(note, page.furniture);
    putText(
      page,
      reader ? { ...note, blocks: blocks.map((block) => inLocalTime(block, reader)) } : note,
      box,
    );
    return page.scene();
  },
});

function inLocalTime(block: FlowBlock, reader: Reader): FlowBlock {
  if (block.kind === 'pair') return { ...block, text: localTimes(block.text, reader) };
  if (block.kind === 'message' && block.label) return { ...block, label: localTimes(block.label, reader) };
  if (block.kind !== 'row') return block;
  return { ...block, cells: block.cells?.map((cell) => localTimes(cell, reader)) };
}

/** Sets a few words as a poster, a little above the middle; false when they do not fit. */
function putPoster(page: Page, text: string, box: Box): boolean {
  if (text.length > MAX_LARGE_LETTERS) return false;
  const { type, least } = page.theme;
  // The author's own lines are not broken if possible.
  const lines = text.split('\n').length;
  const verse: PutText = {
    size: type.display,
    smallest: type.title,
    weight: 600,
    lineHeight: 1.3,
    maxLines: lines,
  };
  const poster: PutText = { size: type.poster, smallest: least, weight: 700, lineHeight: 1.2, balance: true };
  const style = lines > 2 && !page.measure(text, box, verse).cut ? verse : poster;
  const measured = page.measure(text, box, style);
  if (measured.cut) return false;
  const top = box.y + Math.round((box.y + box.height - measured.bottom) * 0.45);
  const set = { ...style, size: measured.size, smallest: undefined };
  page.text('text', text, { ...box, y: top, height: measured.bottom - box.y }, set);
  return true;
}

function putText(page: Page, { text = '', title, blocks = [], omitted = 0 }: Note, box: Box): void {
  const { type, gap } = page.theme;
  const { body } = type;
  const parts: Part[] = [...(text.trim() === '' ? [] : [createPart(text)]), ...partsOf(page, blocks)];
  let rest = box;
  let largest = Number.POSITIVE_INFINITY;
  const letters = parts.reduce((sum, one) => sum + lettersOfPart(one), 0);
  if (title && fitsHeader(page, box, title) && box.height > 5 * body) {
    // Few words are set in large type, and the title above them is not smaller.
    const lines = parts.reduce((sum, one) => sum + one.text.split('\n').length, 0);
    const isAboveFew =
      letters <= MAX_LETTERS_UNDER_LARGE_TITLE &&
      lines <= MAX_LINES_UNDER_LARGE_TITLE &&
      box.height > MIN_EMS_FOR_LARGE_TITLE * body;
    const size = isAboveFew ? (letters <= MAX_DISPLAY_LETTERS ? type.display : type.head) : type.title;
    const style: PutText = { size, smallest: body, weight: 700, lineHeight: 1.2, maxLines: 2 };
    const placed = page.text(
      'title',
      title,
      { ...box, height: Math.round(size * 2.5) },
      { ...style, balance: true },
    );
    rest = boxBelow(box, placed.bottom + gap);
    if (isAboveFew) largest = placed.size;
  } else if (title) {
    parts.unshift(createPart(title, { scale: 1.15, weight: 700, lineHeight: 1.2, keepsNext: false }));
  }
  const isList = parts.length > 0 && parts.every(({ unit }) => unit === 'items');
  const lines = blocks.length <= 1 ? parts.flatMap((one) => one.text.split('\n')) : [];
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const isNarrow = blocks.length <= 1 && longest <= MAX_NARROW_LETTERS;
  const isShort = lines.length >= MIN_SHORT_LINES && longest <= MAX_SHORT_LETTERS;
  const most = Math.min(largest, letters <= MAX_LARGE_LETTERS ? type.display : type.head);
  // A listing is read by its columns: smaller type is preferred to lines that wrap.
  const listing = blocks.filter(({ kind }) => kind === 'code').map((block) => block.text ?? '');
  const isListing = listing.length > 0 && 2 * listing.length >= blocks.length;
  // Rows are read whole: one column is preferred to cells that follow one another as text.
  const rows = parts.filter(({ cells }) => cells !== null).length;
  const isTabular = 2 * rows >= parts.length && hasWideRow(parts, rest.width / 2 / page.theme.least);
  const unwrapped = isListing ? unwrappedSize(listing, rest.width, page.theme) : most;
  const options = {
    most: Math.min(most, unwrapped),
    least: Math.min(page.theme.least, unwrapped),
    ...(!isListing && !isTabular && { columnWidth: (isList || isShort ? 9 : isNarrow ? 4 : 14) * body }),
    middle: rest === box ? 0.45 : 0,
    more: { items: 0, words: omitted },
  };
  putFlow(page, parts, rest, options);
}

/**
 * Puts a picture that would be a stripe beside the text over the whole width, and the text below it. Returns the room for the
 * text; null if the picture fills its frame beside the text, or the text is too long.
 */
function putAcross(page: Page, image: PictureParameter, { text = '', title, blocks }: Note): Box | null {
  const { width, height } = page.viewport;
  const { margin, type } = page.theme;
  const beside = { x: 0, y: 0, width: Math.round(width * PICTURE_SHARE), height };
  if (title || blocks?.length || text === '' || mayFill(image, beside)) return null;
  const style = { size: type.lead, lineHeight: 1.35 };
  const { bottom, cut } = page.measure(text, { ...page.content, y: 0, height }, style);
  const band = bottom + Math.round(1.4 * margin);
  const frame = { x: 0, y: 0, width, height: height - band };
  const isLarger = scaleInside(image, frame) > MIN_GAIN * scaleInside(image, beside);
  if (cut || band > MAX_TEXT_BELOW * height || !isLarger) return null;
  putPicture(page, 'image', image, frame, margin >> 1);
  const y = frame.height + Math.round(0.6 * margin);
  return { ...page.content, y, height: height - y - Math.round(0.6 * margin) };
}

const scaleInside = (image: PictureParameter, frame: Box) =>
  Math.min(frame.width / image.width, frame.height / image.height);

/** Puts the pictures at the end side of a wide page, else along the top. Returns the room for words. */
function putPictures(page: Page, images: PictureParameter[], note: Note): Box {
  const { margin } = page.theme;
  const { width, height } = page.viewport;
  const box = page.content;
  const [image] = images;
  const share =
    images.length > 1 && lettersOf(note) <= MAX_LETTERS_BESIDE_MOSAIC ? MOSAIC_SHARE : PICTURE_SHARE;
  const put = (frame: Box) =>
    images.length > 1 || !image
      ? putMosaic(page, images, frame, note.morePictures)
      : putBeside(page, 'image', image, frame);
  if (width > 1.25 * height) {
    const across = images.length === 1 && image ? putAcross(page, image, note) : null;
    if (across) return across;
    const own = Math.round(width * share);
    put({ x: width - own, y: 0, width: own, height });
    return { ...box, width: Math.max(1, width - own - Math.round(1.8 * margin)) };
  }
  const own = Math.round(height * share);
  put({ x: 0, y: 0, width, height: own });
  return boxBelow(box, own + Math.round(margin * 0.7));
}

const lettersOfPart = ({ text, cells }: Part) =>
  (cells?.row ?? []).reduce((sum, cell) => sum + cell.text.length, text.length);

const lettersOf = ({ text = '', blocks = [] }: Note) =>
  blocks.reduce((sum, block) => sum + (block.text?.length ?? 0), text.length);
