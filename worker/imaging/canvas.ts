/** The only import of the canvas package: it must be loaded after this line, which keeps the machine's fonts out. */
import './own-fonts-only.ts';

export {
  type Canvas,
  createCanvas,
  GlobalFonts,
  ImageData,
  PDFDocument,
  type SKRSContext2D,
} from '@napi-rs/canvas';
