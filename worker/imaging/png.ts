import { PNG } from 'pngjs';

/** PNG colour types (PNG 3rd edition, table 9). */
const COLOR_TYPE = { 1: 0, 3: 2 } as const;

/**
 * Writes grey (1 channel) or RGB (3) codes as a PNG. The Sub filter and the quickest deflate level: for pictures of
 * a panel's size, half the time of the default settings and about the same bytes.
 */
export function encodePng(
  data: Uint8Array,
  width: number,
  height: number,
  channels: 1 | 3,
): Uint8Array<ArrayBuffer> {
  const png = { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, gamma: 0 };
  const colorType = COLOR_TYPE[channels];
  const file = PNG.sync.write(png as unknown as PNG, {
    colorType,
    inputColorType: colorType,
    inputHasAlpha: false,
    bitDepth: 8,
    filterType: 1,
    deflateLevel: 1,
  });
  // A copy of its own buffer: what crosses to another thread is transferred, and a pooled Buffer cannot be.
  return new Uint8Array(file);
}
