import type { Box, Page } from './page.ts';
import { cutShare, fillOrShow, fillWith, isGraphic, mayFill } from './put-picture.ts';
import type { PictureParameter } from './template.ts';
import type { Viewport } from './theme.ts';

/** Share of a page beside or above the text that goes to the picture. */
const BESIDE = 0.4;
const ABOVE = 0.42;
/** The same beside the text for a picture that is too wide to fill the height: it stands in the upper corner. */
const CORNER = 0.47;
/** Shares of the page's height that such a picture takes. */
const CORNER_HEIGHT = { least: 0.38, most: 0.62 };
/** Of a wide picture, the share that may be cut off for it to be higher. */
const TRIM = 0.2;
/** Pages of fewer pixels have no room below a picture. */
const MIN_HEIGHT = 300;

/** Where the text goes, and what is left below the picture where the picture is wide. */
export interface LeadRooms {
  text: Box;
  under?: Box;
}

/** The picture to the edge of the page: at the end side when the page is wide, else along the top. */
export function putLead(page: Page, image: PictureParameter, viewport: Viewport): LeadRooms {
  const { width, height } = viewport;
  const { margin } = page.theme;
  const box = page.content;
  if (width > 1.25 * height) {
    const corner = cornerFrame(image, viewport);
    const own = corner?.width ?? Math.round(width * BESIDE);
    const text = { ...box, width: width - own - margin - Math.round(margin * 0.8) };
    if (!corner) {
      const frame = { x: width - own, y: 0, width: own, height };
      fillOrShow(page, 'image', image, isGraphic(image) ? insetAtEdges(frame, margin >> 1) : frame);
      return { text };
    }
    fillWith(page, 'image', image, corner);
    const y = corner.height + Math.round(margin * 0.5);
    return { text, under: { x: corner.x, y, width: own - margin, height: height - y - margin } };
  }
  const own = heightAbove(image, viewport);
  fillOrShow(page, 'image', image, { x: 0, y: 0, width, height: own });
  const y = own + Math.round(margin * 0.7);
  return { text: { ...box, y, height: height - y - margin } };
}

/** A drawing does not touch the edge of the page. */
const insetAtEdges = ({ x, y, width, height }: Box, inset: number): Box => ({
  x,
  y: y + inset,
  width: width - inset,
  height: height - 2 * inset,
});

/** The frame in the upper corner of a photograph that would stand between two bands if it had the page's height. */
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

/** As high as the share of it, or as the whole of a wide photograph that cannot fill that. */
function heightAbove(image: PictureParameter, { width, height }: Viewport): number {
  const own = Math.round(height * ABOVE);
  if (image.kind === undefined || isGraphic(image) || mayFill(image, { width, height: own })) return own;
  return Math.min(own, Math.round(width / aspectOf(image)));
}

const aspectOf = ({ width, height }: PictureParameter) => width / height;
