import * as z from 'zod';
import { MIN_MODULE, moduleScale, QUIET_MODULES } from './code-modules.ts';
import { boxBelow } from './furniture.ts';
import { fittingText } from './own-words.ts';
import { type Box, Page, type Placed, type PutText } from './page.ts';
import { cutShare, fillFrame, isGraphic, mayFill, putPicture, rowsOfHeads } from './put-picture.ts';
import { defineTemplate, lineText, pictureSchema, shortText } from './template.ts';

const parameters = z.object({
  image: pictureSchema,
  title: shortText.optional(),
  caption: lineText.optional(),
  language: shortText.optional(),
});
type Photo = z.output<typeof parameters>;

/** Shares of the page for words on a picture, and for words below it. */
const MAX_PLATE = 0.34;
const MAX_BAND = 0.5;
/** Ratio of the title's size to the caption's. */
const TITLE_STEP = 1.25;

/** One picture, as large as possible. */
export const photo = defineTemplate({
  use: 'One photograph or drawing, filling the page, with an optional caption on it, beside it or below it.',
  parameters,
  layOut(photo, viewport, colorMode) {
    const page = new Page(viewport, colorMode, photo.title || photo.caption, photo.language);
    const whole = { x: 0, y: 0, ...viewport };
    const inset = Math.round(page.theme.margin / 2);
    if (putCode(page, photo, whole, inset)) return page.scene();
    if (!photo.title && !photo.caption) putPicture(page, 'image', photo.image, whole, inset);
    else if (!(putPlate(page, photo, whole) || putBeside(page, photo, whole)))
      putBand(page, photo, whole, inset);
    return page.scene();
  },
});

/** Share of the page's width for a code that is drawn again beside its picture. */
const CODE_SHARE = 0.46;

/**
 * Draws the code of the picture again, sharp and large, with the words below it, and the picture beside it unless it shows
 * nothing but the code; false when they do not fit.
 */
function putCode(page: Page, photo: Photo, whole: Box, inset: number): boolean {
  const { code } = photo.image;
  if (!code || (!code.alone && whole.width < 1.2 * whole.height)) return false;
  if (code.alone && putCodeBeside(page, photo, whole)) return true;
  const width = code.alone ? whole.width : Math.round(whole.width * CODE_SHARE);
  const column = code.alone
    ? page.content
    : { ...page.content, x: whole.width - width, width: width - page.theme.margin };
  const words = wordsHeight(page, photo, column);
  const scale = moduleScale(code, { width, height: whole.height - words });
  const height = scale * (code.height + 2 * QUIET_MODULES);
  const top = Math.floor((whole.height - height - words) / 2);
  if (scale < MIN_MODULE || !page.modules(code, { x: code.alone ? 0 : column.x, y: top, width, height }))
    return false;
  putWords(page, photo, { ...column, y: top + height, height: words });
  if (!code.alone) putPicture(page, 'image', photo.image, { ...whole, width: whole.width - width }, inset);
  return true;
}

/** Puts a code at the page's full height with the words at its side; false without words or when they do not fit. */
function putCodeBeside(page: Page, photo: Photo, whole: Box): boolean {
  const { code } = photo.image;
  if (!code || !(photo.title || photo.caption) || whole.width < 1.4 * whole.height) return false;
  const width = Math.round((whole.height * code.width) / code.height);
  const { margin } = page.theme;
  const column = { ...page.content, x: width, width: whole.width - width - margin };
  const size = sizeFor(page, photo, column);
  if (!size || column.width < 9 * page.theme.type.body) return false;
  if (!page.modules(code, { ...whole, width })) return false;
  const spare = column.height - wordsHeight(page, photo, column, size);
  putWords(page, photo, boxBelow(column, column.y + (spare >> 1)), size);
  return true;
}

/** The largest size at which the words fit into a column. */
function sizeFor(page: Page, photo: Photo, column: Box): number | undefined {
  const { type } = page.theme;
  return [type.head, type.title, type.lead, type.body].find(
    (each) => wordsHeight(page, photo, column, each) <= column.height,
  );
}

/** Fills the page, with the words on a white plate that covers no heads; false when the plate would hide too much. */
function putPlate(page: Page, photo: Photo, whole: Box): boolean {
  const { image } = photo;
  if (isGraphic(image) || !mayFill(image, whole)) return false;
  const { padding } = styles(page);
  const column = { ...page.content, width: page.content.width - 2 * padding, y: 0 };
  const height = wordsHeight(page, photo, column) + 2 * padding;
  if (height > whole.height * MAX_PLATE) return false;
  const edge = Math.round(page.theme.margin / 2);
  const bottom = whole.height - edge - height;
  const heads = rowsOfHeads(image, whole);
  const clear = (top: number) => !heads || top >= heads.bottom || top + height <= heads.top;
  const top = [bottom, edge].find(clear);
  if (top === undefined) return false;
  fillFrame(page, 'image', image, whole);
  const width = Math.min(column.width, wordsWidth(page, photo, column)) + 2 * padding;
  const plate = { x: edge, y: top, width: Math.min(width, whole.width - 2 * edge), height };
  page.rect('plate', plate, { fill: page.theme.paper });
  putWords(page, photo, {
    ...column,
    x: plate.x + padding,
    y: plate.y + padding,
    height: height - 2 * padding,
  });
  return true;
}

/** Puts the picture at the page's full height with the words at its side; false when they do not fit. */
function putBeside(page: Page, photo: Photo, whole: Box): boolean {
  const { image } = photo;
  const { margin, type } = page.theme;
  const wanted = Math.round((whole.height * image.width) / image.height);
  const least = Math.max(9 * type.body, whole.width * 0.26);
  const width = Math.min(wanted, Math.floor(whole.width - least - 2 * margin));
  const frame = { ...whole, width };
  const fits = isGraphic(image) ? cutShare(image, frame) < 0.02 : mayFill(image, frame);
  if (width < whole.width * 0.3 || !fits) return false;
  const column = { ...page.content, x: width + margin, width: whole.width - width - 2 * margin };
  const size = sizeFor(page, photo, column);
  if (!size) return false;
  putPicture(page, 'image', image, frame);
  const spare = column.height - wordsHeight(page, photo, column, size);
  putWords(page, photo, boxBelow(column, column.y + (spare >> 1)), size);
  return true;
}

/** Puts the words below the picture, with as much height as they need up to the limit. */
function putBand(page: Page, photo: Photo, whole: Box, inset: number): void {
  const { padding } = styles(page);
  const column = { ...page.content, y: 0 };
  const most = Math.floor(whole.height * MAX_BAND);
  const size = sizeBelow(page, photo, whole, column);
  const height = Math.min(most, wordsHeight(page, photo, column, size) + 2 * padding);
  const frame = { ...whole, height: whole.height - height };
  putPicture(page, 'image', photo.image, frame, isGraphic(photo.image) ? inset : 0);
  putWords(page, photo, { ...column, y: frame.height + padding, height: height - 2 * padding }, size);
}

/** The largest size of words below a wide picture that takes no height from it; the usual one for a picture that fills its frame. */
function sizeBelow(page: Page, photo: Photo, whole: Box, column: Box): number | undefined {
  const { image } = photo;
  const { type } = page.theme;
  const shown = Math.ceil((whole.width * image.height) / image.width);
  const spare =
    Math.min(whole.height - shown, Math.floor(whole.height * MAX_BAND)) - 2 * styles(page).padding;
  const fits = (size: number) => wordsHeight(page, photo, column, size) <= spare;
  return mayFill(image, { ...whole, height: whole.height - spare })
    ? undefined
    : [type.head, type.title, type.lead].find(fits);
}

/** `size` is the caption's; a title is one step larger. */
function styles(page: Page, size?: number): { title: PutText; caption: PutText; padding: number } {
  const { type, floor, gap } = page.theme;
  const small = page.viewport.height < 12 * type.body;
  const caption = size ?? (small ? type.small : type.body);
  const shared = { smallest: floor };
  return {
    title: { ...shared, size: Math.round(caption * TITLE_STEP), weight: 700, lineHeight: 1.25 },
    caption: { ...shared, size: caption, lineHeight: 1.35 },
    padding: Math.round(gap * (small ? 0.6 : 0.9)),
  };
}

/** Height of the words in a column of any height, in pixels. */
function wordsHeight(page: Page, photo: Photo, column: Box, size?: number): number {
  return measured(page, photo, column, size).reduce((sum, { bottom }) => sum + bottom, 0);
}

function wordsWidth(page: Page, photo: Photo, column: Box): number {
  return Math.max(...measured(page, photo, column).map(({ width }) => width));
}

function measured(page: Page, { title, caption }: Photo, column: Box, size?: number): Placed[] {
  const style = styles(page, size);
  const room = { ...column, y: 0, height: 100 * page.viewport.height };
  return [
    ...(title ? [page.measure(title, room, style.title)] : []),
    ...(caption ? [page.measure(caption, room, style.caption)] : []),
  ];
}

function putWords(page: Page, { title, caption }: Photo, box: Box, size?: number): void {
  const style = styles(page, size);
  const put = (id: string, text: string, room: Box, own: PutText) =>
    page.text(id, fittingText(page, text, room, own), room, own).bottom;
  const rest = title ? boxBelow(box, put('title', title, box, style.title)) : box;
  if (caption) put('caption', caption, rest, style.caption);
}
