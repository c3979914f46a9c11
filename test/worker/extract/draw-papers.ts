import { PDFDocument, type SKRSContext2D } from '#worker/imaging/canvas.ts';
import { familiesFor } from '#worker/imaging/fonts.ts';

export interface Words {
  x: number;
  y: number;
  size?: number;
  text: string;
}

/** A PDF with one page for each function, which draws it. Sizes in points. */
export function drawPapers(
  pages: ((context: SKRSContext2D) => void)[],
  { title = '', width = 595, height = 842 } = {},
): Buffer {
  const document = new PDFDocument({ title });
  for (const draw of pages) {
    draw(document.beginPage(width, height) as SKRSContext2D);
    document.endPage();
  }
  return document.close();
}

export function write(context: SKRSContext2D, words: Words[]): void {
  for (const { x, y, size = 11, text } of words) {
    context.font = `${size}px ${familiesFor(text, 'sans', 400)}`;
    context.fillText(text, x, y);
  }
}
