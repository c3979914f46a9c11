import type { PDFPageProxy } from 'pdfjs-dist';
import { seenTransform } from './seen-transform.ts';

/** Least letters that run up or down a page, and their least share of its letters, for a page that lies on its side. */
const MIN_LETTERS = 40;
const MIN_SHARE = 0.8;

/** Turns a page whose text runs up or down, such as a wide table on a high sheet, so that it is drawn and read upright. */
export async function turnUpright(page: PDFPageProxy): Promise<void> {
  const { items } = await page.getTextContent();
  let [all, up, down] = [0, 0, 0];
  for (const item of items) {
    if (!('str' in item)) continue;
    const letters = item.str.trim().length;
    const [a, b] = seenTransform(page, item.transform);
    all += letters;
    if (Math.abs(b) <= Math.abs(a)) continue;
    if (b > 0) up += letters;
    else down += letters;
  }
  const most = Math.max(up, down);
  if (most < MIN_LETTERS || most < MIN_SHARE * all) return;
  const rotate = (page.rotate + (up > down ? 90 : 270)) % 360;
  // All that asks the page for its viewport turns it by this.
  Object.defineProperty(page, 'rotate', { value: rotate });
}
