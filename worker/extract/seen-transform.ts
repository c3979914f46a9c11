import type { PDFPageProxy } from 'pdfjs-dist';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

export type Transform = [a: number, b: number, c: number, d: number, x: number, y: number];

/** The transformation of a run on a page that is rotated, scaled or shifted; `y` grows upwards. */
export function seenTransform(page: PDFPageProxy, transform: number[]): Transform {
  const { transform: toPage, height } = page.getViewport({ scale: 1 });
  const [a, b, c, d, x, y] = pdfjs.Util.transform(toPage, transform) as Transform;
  return [a, -b, c, -d, x, height - y];
}
