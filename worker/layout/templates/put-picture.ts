import { cropWindow, keepsInView } from '../../imaging/crop-window.ts';
import { graphicLook } from './graphic-look.ts';
import type { Box, Page } from './page.ts';
import { putColumns } from './put-columns.ts';
import { putRows } from './put-rows.ts';
import type { PictureParameter } from './template.ts';

/** Shares of a picture that may be cut off to fill a frame, depending on what is known about its content. */
const MAX_CUT = { unknown: 0.34, outOfFocus: 0.25, inFocus: 0.5, faces: 0.62 };

/** The share of a picture that is cut off when it fills a frame. */
export function cutShare(
  image: { width: number; height: number },
  frame: { width: number; height: number },
): number {
  const own = image.width / image.height;
  const wanted = frame.width / Math.max(1, frame.height);
  return 1 - Math.min(own, wanted) / Math.max(own, wanted);
}

/** Whether a picture may fill a frame: drawings and scans are never cut, heads stay whole. */
export function mayFill(image: PictureParameter, frame: { width: number; height: number }): boolean {
  if (isGraphic(image)) return false;
  const cut = cutShare(image, frame);
  const { focus } = image;
  if (!focus) return cut <= MAX_CUT.unknown;
  const kept = keepsInView(image, frame, focus);
  if (focus.faces) return kept && cut <= MAX_CUT.faces;
  return cut <= (kept ? MAX_CUT.inFocus : MAX_CUT.outOfFocus);
}

export function isGraphic({ kind }: PictureParameter): boolean {
  return kind === 'drawing' || kind === 'scan';
}

/** Fills the frame, with the focus in view. */
export function fillFrame(page: Page, id: string, image: PictureParameter, frame: Box): void {
  const { x, y, width, height } = image.focus ?? { x: 0, y: 0, width: 1000, height: 1000 };
  page.image(id, image.fileId, frame, 'cover', image.focus ? { focus: { x, y, width, height } } : {});
}

/** Puts the whole picture in the middle of the frame: photographs on a blurred backdrop, a lone code drawn again. */
export function showWhole(page: Page, id: string, image: PictureParameter, frame: Box): void {
  if (image.code?.alone && page.modules(image.code, frame)) return;
  if (!isGraphic(image)) putOnBackdrop(page, id, image, frame);
  else if (!putColumns(page, id, image, frame) && !putRows(page, id, image, frame))
    page.image(id, image.fileId, frame, 'contain', graphicLook(image, frame));
}

/** Puts a photograph on a blurred backdrop, with a thin edge; a strip without its ends, which makes it larger. */
function putOnBackdrop(page: Page, id: string, image: PictureParameter, frame: Box): void {
  const edge = 2 * page.theme.hairline;
  const part = partOfStrip(image, frame);
  page.image(`${id}-ground`, image.fileId, frame, 'stretch', { look: 'backdrop' });
  page.rect(`${id}-edge`, middleOf(frame, part ?? image, edge), { fill: page.theme.paper });
  if (part) fillFrame(page, id, image, middleOf(frame, part, 0));
  else page.image(id, image.fileId, frame, 'contain');
}

/** A photograph that would cover less than this share of its frame is a strip. */
const STRIP_SHARE = 1 / 3;
/** Thousandths of a strip that are shown on each side of its focus. */
const STRIP_BORDER = 20;

/** The size of the part of a strip that has its focus; null if it is no strip or has no focus. */
function partOfStrip({ width, height, focus }: PictureParameter, frame: Box) {
  if (!focus || cutShare({ width, height }, frame) < 1 - STRIP_SHARE) return null;
  const part = (whole: number, shown: number) =>
    Math.ceil((whole * Math.min(1000, shown + 2 * STRIP_BORDER)) / 1000);
  const isWide = width * frame.height > height * frame.width;
  return isWide ? { width: part(width, focus.width), height } : { width, height: part(height, focus.height) };
}

/** The middle of a frame with the proportions of a picture, as large as possible, and an edge around it. */
function middleOf(frame: Box, picture: { width: number; height: number }, edge: number): Box {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = Math.min(frame.width, Math.round(picture.width * scale) + 2 * edge);
  const height = Math.min(frame.height, Math.round(picture.height * scale) + 2 * edge);
  return {
    x: frame.x + ((frame.width - width) >> 1),
    y: frame.y + ((frame.height - height) >> 1),
    width,
    height,
  };
}

/** Fills the frame if nothing that matters is cut off, else puts the whole picture in it, graphics with an `inset`. */
export function putPicture(page: Page, id: string, image: PictureParameter, frame: Box, inset = 0): void {
  if (mayFill(image, frame)) fillFrame(page, id, image, frame);
  else if (!isGraphic(image)) showWhole(page, id, image, frame);
  else {
    const { x, y, width, height } = frame;
    const inner = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
    showWhole(page, id, image, inner);
  }
}

/** Fills a fixed frame; puts the whole picture in it only if a head or a part of a graphic would be cut off. */
export function fillFixedFrame(page: Page, id: string, image: PictureParameter, frame: Box): void {
  if (isGraphic(image) || losesHeads(image, frame)) showWhole(page, id, image, frame);
  else fillFrame(page, id, image, frame);
}

function losesHeads(image: PictureParameter, frame: Box): boolean {
  return image.focus?.faces === true && !keepsInView(image, frame, image.focus);
}

/** The rows of heads when the picture fills the frame; null when no heads are known. */
export function rowsOfHeads(image: PictureParameter, frame: Box): { top: number; bottom: number } | null {
  const { focus } = image;
  if (!focus?.faces) return null;
  const { scaled, window } = cropWindow(image, frame, focus);
  const row = (thousandths: number) =>
    frame.y - window.top + Math.round((scaled.height * thousandths) / 1000);
  return { top: row(focus.y), bottom: row(focus.y + focus.height) };
}

/** Fills the frame if nothing that matters is cut off or the content is unknown; else puts the whole picture in it. */
export function fillOrShow(page: Page, id: string, image: PictureParameter, frame: Box): void {
  if (image.kind === undefined || mayFill(image, frame)) fillFrame(page, id, image, frame);
  else showWhole(page, id, image, frame);
}

/** Share of a photograph without heads that may be cut off beside a text, and the least share of its detail that stays. */
const MAX_CUT_BESIDE = 0.6;
const MIN_DETAIL = 0.6;

/** Fills a frame beside a text even if much of a photograph without heads is cut off: half of it is better than a stripe. */
export function putBeside(page: Page, id: string, image: PictureParameter, frame: Box): void {
  if (mayFillBeside(image, frame)) fillFrame(page, id, image, frame);
  else putPicture(page, id, image, frame);
}

export function mayFillBeside(image: PictureParameter, frame: { width: number; height: number }): boolean {
  const cut = cutShare(image, frame);
  const { focus } = image;
  if (mayFill(image, frame)) return true;
  if (isGraphic(image) || focus?.faces || cut > MAX_CUT_BESIDE) return false;
  const { width, height } = focus ?? { width: 0, height: 0 };
  const along = image.width * frame.height > image.height * frame.width ? width : height;
  return 1000 * (1 - cut) >= MIN_DETAIL * along;
}
