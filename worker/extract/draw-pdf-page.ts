import type { PDFPageProxy } from 'pdfjs-dist';
import { createCanvas, type SKRSContext2D } from '../imaging/canvas.ts';
import type { Picture } from '../sandbox/tasks.ts';
import type { Part } from './trim-margins.ts';

export interface DrawnPage extends Picture {
  /** One picture covers the page: it was scanned, or is a photograph. */
  covered: boolean;
}

/** Share of a page from which a picture covers it. */
const COVERED = 0.85;

/**
 * The page on white.
 * @param side the longer one of the page, in pixels; `part` of them is drawn, all of them without it
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
  const largest = watchPictures(canvasContext);
  await page.render({ canvas: null, canvasContext: canvasContext as never, viewport }).promise;
  const { data: rgba } = canvasContext.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    data[to] = rgba[from]!;
    data[to + 1] = rgba[from + 1]!;
    data[to + 2] = rgba[from + 2]!;
  }
  return { data, width, height, covered: largest() >= COVERED * viewport.width * viewport.height };
}

/** Tells, in pixels, how large the largest picture is that is drawn from now on. */
function watchPictures(context: SKRSContext2D): () => number {
  const draw = context.drawImage.bind(context) as (...values: unknown[]) => void;
  let largest = 0;
  const watched = (...values: unknown[]) => {
    const { a, b, c, d } = context.getTransform();
    const [own] = values as [Picture];
    const [width, height] = (values.length > 5 ? values.slice(7) : values.slice(3)) as number[];
    const area = (width ?? own.width) * (height ?? own.height);
    largest = Math.max(largest, Math.abs((a * d - b * c) * area));
    draw(...values);
  };
  context.drawImage = watched as typeof context.drawImage;
  return () => largest;
}
