/** The one way to the canvas: it is never loaded without the line above it, which keeps the machine's fonts out. */
import './own-fonts-only.ts';

export {
  type Canvas,
  createCanvas,
  GlobalFonts,
  ImageData,
  PDFDocument,
  type SKRSContext2D,
} from '@napi-rs/canvas';
