import { constants, type ZlibOptions } from 'node:zlib';
import { BLOCK, isWhite, pixelWords } from './pixel-blocks.ts';
import { pngFile } from './png-file.ts';

/** Larger than most files, so that zlib writes them in one chunk. */
const OUTPUT_BYTES = { level: 1, chunkSize: 512 * 1024 } as const;
/** Photographs have no runs. Huffman coding alone takes half the time of sharp's default and makes 0.6 of its bytes. */
const OF_PHOTOGRAPHS: ZlibOptions = { ...OUTPUT_BYTES, strategy: constants.Z_HUFFMAN_ONLY };

/**
 * Writes grey (1 channel) or RGB (3) codes as a PNG with the fastest deflate: photographs with the Sub filter, drawn pages without
 * a filter, which would break up their runs.
 */
export function encodePng(
  data: Uint8Array,
  width: number,
  height: number,
  channels: 1 | 3,
): Uint8Array<ArrayBuffer> {
  const header = { width, height, bits: 8, color: channels === 1 ? 'grey' : 'rgb' } as const;
  const stride = width * channels;
  return hasRuns(data, width, height, channels)
    ? pngFile(header, unfiltered(data, stride, height), OUTPUT_BYTES)
    : pngFile(header, subFiltered(data, stride, height, channels), OF_PHOTOGRAPHS);
}

function unfiltered(data: Uint8Array, stride: number, height: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

/** Subtracts from each sample that of the previous pixel (PNG 3rd edition, 9.2, filter 1). */
function subFiltered(data: Uint8Array, stride: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0, i = 0, o = 0; y < height; y++) {
    rows[o++] = 1;
    for (const end = i + channels; i < end; i++, o++) rows[o] = data[i]!;
    for (const end = (y + 1) * stride; i < end; i++, o++) rows[o] = data[i]! - data[i - channels]!;
  }
  return rows;
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
 * Writes a picture of 3 or 4 channels (alpha ignored), as grey if it has no colour, which takes a third of the time for most
 * pages and gives the same pixels. Overwrites the picture.
 */
export function encodePicture(
  data: Uint8Array,
  width: number,
  height: number,
  channels: 3 | 4,
): Uint8Array<ArrayBuffer> {
  const grey = channels === 4 ? greyOfPage(data) : greyOfPicture(data);
  if (grey) return encodePng(grey, width, height, 1);
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

/** One code per pixel of 3 channels; null if the picture has colour. */
function greyOfPicture(data: Uint8Array): Uint8Array | null {
  const grey = new Uint8Array(data.length / 3);
  for (let i = 0, o = 0; i < data.length; i += 3, o++) {
    const red = data[i]!;
    if (red !== data[i + 1] || red !== data[i + 2]) return null;
    grey[o] = red;
  }
  return grey;
}

/** The same for 4 channels and mostly white pages. */
function greyOfPage(data: Uint8Array): Uint8Array | null {
  const pixels = pixelWords(data);
  const grey = new Uint8Array(pixels.length).fill(255);
  for (let start = 0; start < pixels.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, pixels.length);
    if (end - start === BLOCK && isWhite(pixels, start)) continue;
    for (let i = start; i < end; i++) {
      const red = data[4 * i]!;
      if (red !== data[4 * i + 1] || red !== data[4 * i + 2]) return null;
      grey[i] = red;
    }
  }
  return grey;
}
