import * as z from 'zod';
import { below } from './furniture.ts';
import { type Box, Page, type PutText } from './page.ts';
import { line, type PictureParameter, picture, short, template } from './template.ts';

/** Share of a picture that may be cut off to fill the page. */
const MAX_CUT = 0.34;

const parameters = z.object({ image: picture, title: short.optional(), caption: line.optional() });
type Photo = z.output<typeof parameters>;

/** One picture, as large as can be. */
export const photo = template({
  use: 'One photograph or drawing, filling the page, with an optional caption beside or below it.',
  parameters,
  layOut(photo, viewport, colorMode) {
    const page = new Page(viewport, colorMode, photo.title || photo.caption);
    const whole = { x: 0, y: 0, ...viewport };
    const words = Boolean(photo.title || photo.caption);
    const underneath = words ? captionHeight(page, photo) : 0;
    const above = { ...whole, height: viewport.height - underneath };
    if (!words || underneath === 0) putPicture(page, photo.image, whole, Math.round(page.theme.margin / 2));
    else if (cutShare(photo.image, above) <= MAX_CUT || !putBeside(page, photo, whole)) {
      putPicture(page, photo.image, above, 0);
      putWords(page, photo, { ...page.content, y: above.height + styles(page).padding, height: underneath });
    }
    return page.scene();
  },
});

/** How much of a picture a frame that it fills leaves out. */
export function cutShare(
  image: { width: number; height: number },
  frame: { width: number; height: number },
): number {
  const own = image.width / image.height;
  const wanted = frame.width / Math.max(1, frame.height);
  return 1 - Math.min(own, wanted) / Math.max(own, wanted);
}

/** Filling its frame if not too much is lost, else whole, `inset` from the edges. */
function putPicture(page: Page, image: PictureParameter, frame: Box, inset: number): void {
  if (cutShare(image, frame) <= MAX_CUT) {
    page.image('image', image.fileId, frame, 'cover');
    return;
  }
  const { x, y, width, height } = frame;
  const inner = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  page.image('image', image.fileId, inner, 'contain');
}

/** As high as the page, the words at its side; false where they would have no room. */
function putBeside(page: Page, photo: Photo, whole: Box): boolean {
  const { margin, type } = page.theme;
  const wanted = Math.round((whole.height * photo.image.width) / photo.image.height);
  const least = Math.max(9 * type.body, whole.width * 0.26);
  const width = Math.min(wanted, Math.floor(whole.width - least - 2 * margin));
  const frame = { ...whole, width };
  if (width < whole.width * 0.3 || cutShare(photo.image, frame) > MAX_CUT) return false;
  page.image('image', photo.image.fileId, frame, 'cover');
  const column = { ...page.content, x: width + margin, width: whole.width - width - 2 * margin };
  const { title, caption } = styles(page, 6);
  const height =
    (photo.title ? page.measure(photo.title, column, title).bottom - column.y : 0) +
    (photo.caption ? page.measure(photo.caption, column, caption).bottom - column.y : 0);
  putWords(
    page,
    photo,
    below(column, Math.max(column.y, column.y + column.height - height - page.theme.gap)),
    6,
  );
  return true;
}

function styles(page: Page, lines = 0): { title: PutText; caption: PutText; padding: number } {
  const { type, floor, gap } = page.theme;
  const small = page.viewport.height < 12 * type.body;
  const shared = { smallest: floor, excerpt: true, balance: true };
  return {
    title: {
      ...shared,
      size: small ? type.body : type.lead,
      weight: 700,
      lineHeight: 1.25,
      maxLines: Math.max(1, lines / 2),
    },
    caption: {
      ...shared,
      size: small ? type.small : type.body,
      lineHeight: 1.35,
      maxLines: lines || (small ? 1 : 2),
    },
    padding: Math.round(gap * (small ? 0.6 : 0.9)),
  };
}

/** Height of the band that the words need; none where the picture would be left with less than half of the page. */
function captionHeight(page: Page, { title, caption }: Photo): number {
  const box = { ...page.content, y: 0 };
  const style = styles(page);
  let height = 2 * style.padding;
  if (title) height += page.measure(title, box, style.title).bottom;
  if (caption) height += page.measure(caption, box, style.caption).bottom;
  return height > page.viewport.height * 0.45 ? 0 : height;
}

function putWords(page: Page, { title, caption }: Photo, box: Box, lines = 0): void {
  const style = styles(page, lines);
  let rest = box;
  if (title)
    rest = below(
      box,
      page.text('title', title, rest, style.title).bottom + (lines > 0 ? page.theme.gap >> 1 : 0),
    );
  if (caption) page.text('caption', caption, rest, style.caption);
}
