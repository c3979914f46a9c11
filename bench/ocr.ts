import sharp from 'sharp';
import { PSM, type Worker } from 'tesseract.js';
import { startEngine } from '#worker/extract/ocr.ts';
import type { Row } from './imaging-row.ts';
import { galleryPages, PANEL, type ReadablePage, smallTypePage } from './ocr-pages.ts';
import { readRight } from './ocr-score.ts';

/**
 * The percentage of characters of 14 pixels and above that Tesseract recognises in the panel's frame, and in a frame
 * in which letters are dithered like the rest. Whole pages are read, with pictures and QR codes.
 */
export async function benchOcr(): Promise<Row[]> {
  const sets: [string, ReadablePage[]][] = [
    ["gallery's pages of text", await galleryPages()],
    ['black on white, 14 px', [await smallTypePage('#000000')]],
    ['grey #777777 on white, 14 px', [await smallTypePage('#777777')]],
  ];
  const engine = await startEngine();
  // One mode for all pages, because Tesseract is not told the kind of page.
  const settings = { tessedit_pageseg_mode: PSM.SINGLE_COLUMN, user_defined_dpi: '150' };
  try {
    await engine.setParameters(settings);
    const rows: Row[] = [];
    for (const [what, pages] of sets) {
      for (const format of ['raw1', 'raw2'] as const) {
        const ours = await shareRead(engine, pages, (page) => page.frames[format].ours);
        const theirs = await shareRead(engine, pages, (page) => page.frames[format].dithered);
        const name = `characters read right, ${what}, ${format}`;
        rows.push({ name, ours, theirs, ratio: ours / theirs, unit: '%', goal: 99, atLeast: true });
      }
    }
    return rows;
  } finally {
    await engine.terminate();
  }
}

async function shareRead(
  engine: Worker,
  pages: ReadablePage[],
  pick: (page: ReadablePage) => Uint8Array,
): Promise<number> {
  let right = 0;
  let all = 0;
  for (const page of pages) {
    const { data } = await engine.recognize(await enlarged(pick(page)));
    const reading = readRight(page.lines, data.text);
    right += reading.right;
    all += reading.all;
  }
  return (100 * right) / all;
}

/** Twice the size with a white border: Tesseract needs letters of some 30 pixels, and none at the edge. */
function enlarged(codes: Uint8Array): Promise<Buffer> {
  const { width, height } = PANEL;
  return sharp(codes, { raw: { width, height, channels: 1 } })
    .resize(2 * width, 2 * height, { kernel: 'cubic' })
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#ffffff' })
    .png()
    .toBuffer();
}

if (import.meta.main) {
  for (const { name, ours, theirs, goal } of await benchOcr()) {
    const verdict = ours >= (goal ?? 0) ? 'met' : 'MISSED';
    console.log(`${name}: ${ours.toFixed(2)} %, dithered ${theirs?.toFixed(2)} % (goal ${goal}: ${verdict})`);
  }
}
