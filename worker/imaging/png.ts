import { constants } from 'node:zlib';
import { PNG } from 'pngjs';
import { luminancePlane } from './tone.ts';

/** PNG colour types (PNG 3rd edition, table 9). */
const COLOR_TYPE = { 1: 0, 3: 2 } as const;

/**
 * Writes grey (1 channel) or RGB (3) codes as a PNG: the Sub filter and the quickest deflate. Photographs are only
 * Huffman-coded, since they have no runs to find (half the time of sharp's default, 0.6 of its bytes); drawn pages
 * are run-length coded.
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
    deflateStrategy: hasRuns(data, width, height, channels) ? constants.Z_RLE : constants.Z_HUFFMAN_ONLY,
    deflateChunkSize: 512 * 1024,
  });
  // What crosses to another thread is transferred, which takes a buffer of its own.
  const own = file.buffer instanceof ArrayBuffer && file.byteLength === file.buffer.byteLength;
  return own ? new Uint8Array(file.buffer as ArrayBuffer) : new Uint8Array(file);
}

/** Whether three quarters of the samples, in every sixteenth row, equal those of the pixel before. */
function hasRuns(data: Uint8Array, width: number, height: number, channels: 1 | 3): boolean {
  const stride = width * channels;
  let equal = 0;
  let seen = 0;
  for (let y = 0; y < height; y += 16) {
    for (let i = y * stride + channels; i < (y + 1) * stride; i++)
      if (data[i] === data[i - channels]) equal++;
    seen += stride;
  }
  return equal > (3 * seen) / 4;
}

/**
 * Writes a picture of 3 or 4 channels (alpha ignored), as grey if it has no colour: a third of the work for most
 * pages, and the same pixels. Uses the picture's memory up.
 */
export function encodePicture(
  data: Uint8Array,
  width: number,
  height: number,
  channels: 3 | 4,
): Uint8Array<ArrayBuffer> {
  // The luminance of a grey is the grey itself.
  if (isGrey(data, channels)) return encodePng(luminancePlane(data, channels), width, height, 1);
  if (channels === 4) dropAlpha(data);
  return encodePng(data.subarray(0, width * height * 3), width, height, 3);
}

function dropAlpha(data: Uint8Array): void {
  for (let i = 0, o = 0; i < data.length; i += 4, o += 3) {
    data[o] = data[i]!;
    data[o + 1] = data[i + 1]!;
    data[o + 2] = data[i + 2]!;
  }
}

function isGrey(data: Uint8Array, channels: 3 | 4): boolean {
  for (let i = 0; i < data.length; i += channels) {
    const red = data[i];
    if (red !== data[i + 1] || red !== data[i + 2]) return false;
  }
  return true;
}
