import type { PDFPageProxy } from 'pdfjs-dist';
import { createCanvas, type SKRSContext2D } from '../imaging/canvas.ts';
import type { Picture } from '../sandbox/task-result.ts';
import { largestPicture } from './covers-page.ts';
import type { Part } from './trim-margins.ts';

export interface DrawnPage extends Picture {
  /** One picture covers the page: it was scanned, or is a photograph. */
  covered: boolean;
}

/** Share of a page from which a picture covers it. */
const MIN_COVERED_SHARE = 0.85;

/**
 * Draws the page on white.
 * @param side the longer side of the page in pixels; `part` selects an area of it, all of it by default
 */
export async function drawPdfPage(page: PDFPageProxy, side: number, part?: Part): Promise<DrawnPage> {
  const natural = page.getViewport({ scale: 1 });
  const scale = side / Math.max(natural.width, natural.height);
  const { left = 0, top = 0 } = part ?? {};
  const viewport = page.getViewport({ scale, offsetX: -left, offsetY: -top });
  const width = Math.max(1, part?.width ?? Math.round(viewport.width));
  const height = Math.max(1, part?.height ?? Math.round(viewport.height));
  const canvas = createCanvas(width, height);
  const canvasContext = canvas.getContext('2d');
  canvasContext.fillStyle = '#ffffff';
  canvasContext.fillRect(0, 0, width, height);
  keepFont(canvasContext);
  const covers = (pixels: number) => pixels >= MIN_COVERED_SHARE * viewport.width * viewport.height;
  const drawn = watchPictures(canvasContext);
  await page.render({ canvas: null, canvasContext: canvasContext as never, viewport }).promise;
  const { data: rgba } = canvasContext.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
  }
  const covered =
    covers(drawn.picture) || (covers(drawn.layer) && covers(scale ** 2 * (await largestPicture(page))));
  return { data, width, height, covered };
}

/**
 * Ignores fonts that are set: letters are drawn as paths (`disableFontFace`), and the child has no fonts. The first one would load
 * the text engine of the canvas, an eighth of the time in which a page is read.
 */
function keepFont(context: SKRSContext2D): void {
  Object.defineProperty(context, 'font', { set: () => {} });
}

/**
 * Pixels of the largest picture drawn from now on, and of the largest layer: a stencil, or a group that is drawn apart
 * before it is placed on the page.
 */
function watchPictures(context: SKRSContext2D): { picture: number; layer: number } {
  const draw = context.drawImage.bind(context) as (...values: unknown[]) => void;
  const largest = { picture: 0, layer: 0 };
  const watched = (...values: unknown[]) => {
    const { a, b, c, d } = context.getTransform();
    const [own, ...places] = values as [Picture, ...number[]];
    const [left, top, width = own.width, height = own.height] = places.length > 4 ? places.slice(4) : places;
    const stays = [left, top, width, height].every((place, at) => place === places[at]);
    const kind = places.length < 4 || stays ? 'layer' : 'picture';
    largest[kind] = Math.max(largest[kind], Math.abs((a * d - b * c) * width * height));
    draw(...values);
  };
  context.drawImage = watched as typeof context.drawImage;
  return largest;
}
