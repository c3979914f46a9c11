import type { Box, Page } from './page.ts';
import { cutShare, fillFrame, fillOrShow, isGraphic, mayFill } from './put-picture.ts';
import type { PictureParameter } from './template.ts';
import type { Viewport } from './theme.ts';

/** Shares of a page for a picture beside and above the text. */
const BESIDE = 0.4;
const ABOVE = 0.42;
/** Share for a picture in the upper corner, which is too wide to fill the height beside the text. */
const CORNER = 0.47;
/** Shares of the page's height that such a picture takes. */
const CORNER_HEIGHT = { least: 0.38, most: 0.62 };
/** Share of a wide picture that may be cut off to make it higher. */
const TRIM = 0.2;
/** Most of the page's height for a panorama over the whole width. */
const MAX_BAND = 0.36;
/** On lower pages there is no room below a picture. */
const MIN_HEIGHT = 300;

/** The room for the text, and the room below a wide picture. */
export interface LeadRooms {
  text: Box;
  under?: Box;
}

/** Puts the picture at the end side of a wide page, else along the top, up to the edge of the page. */
export function putLead(page: Page, image: PictureParameter, viewport: Viewport): LeadRooms {
  const { width, height } = viewport;
  const { margin } = page.theme;
  const box = page.content;
  if (width > 1.25 * height) {
    const above = bandAbove(image, viewport);
    if (above > 0) return putAbove(page, image, above);
    const corner = cornerFrame(image, viewport);
    const own = corner?.width ?? Math.round(width * BESIDE);
    const text = { ...box, width: width - own - margin - Math.round(margin * 0.8) };
    if (!corner) {
      const frame = { x: width - own, y: 0, width: own, height };
      fillOrShow(page, 'image', image, isGraphic(image) ? insetAtEdges(frame, margin >> 1) : frame);
      return { text };
    }
    fillFrame(page, 'image', image, corner);
    const y = corner.height + Math.round(margin * 0.5);
    return { text, under: { x: corner.x, y, width: own - margin, height: height - y - margin } };
  }
  return putAbove(page, image, heightAbove(image, viewport));
}

/** Puts the picture along the top. */
function putAbove(page: Page, image: PictureParameter, own: number): LeadRooms {
  const { width, height } = page.viewport;
  const { margin } = page.theme;
  fillOrShow(page, 'image', image, { x: 0, y: 0, width, height: own });
  const y = own + Math.round(margin * 0.7);
  return { text: { ...page.content, y, height: height - y - margin } };
}

/** The height over the whole width of a panorama, which would be a stripe beside the text; 0 for other pictures. */
function bandAbove(image: PictureParameter, { width, height }: Viewport): number {
  const beside = { width: Math.round(width * BESIDE), height };
  const own = Math.round(width / aspectOf(image));
  const isStripe = own <= MAX_BAND * height && !mayFill(image, beside);
  return image.kind !== undefined && !isGraphic(image) && isStripe ? own : 0;
}

/** The frame of a drawing, which does not touch the edges of the page. */
const insetAtEdges = ({ x, y, width, height }: Box, inset: number): Box => ({
  x,
  y: y + inset,
  width: width - inset,
  height: height - 2 * inset,
});

/** The corner frame of a photograph that is too wide for a frame of the page's height; null for others. */
function cornerFrame(image: PictureParameter, { width, height }: Viewport): Box | null {
  const full = { width: Math.round(width * BESIDE), height };
  if (height < MIN_HEIGHT || image.kind === undefined || isGraphic(image) || mayFill(image, full))
    return null;
  const own = Math.round(width * CORNER);
  const most = Math.min(CORNER_HEIGHT.most * height, own / aspectOf(image) / (1 - TRIM));
  if (most < CORNER_HEIGHT.least * height) return null;
  const whole = Math.round(own / aspectOf(image));
  const frame = { x: width - own, y: 0, width: own, height: Math.round(most) };
  if (mayFill(image, frame) && cutShare(image, frame) <= TRIM + 0.01) return frame;
  return whole <= CORNER_HEIGHT.most * height ? { ...frame, height: whole } : null;
}

/** The height of a picture above the text: the usual share, or that of a whole photograph that is too wide to fill it. */
function heightAbove(image: PictureParameter, { width, height }: Viewport): number {
  const own = Math.round(height * ABOVE);
  if (image.kind === undefined || isGraphic(image) || mayFill(image, { width, height: own })) return own;
  return Math.min(own, Math.round(width / aspectOf(image)));
}

const aspectOf = ({ width, height }: PictureParameter) => width / height;
