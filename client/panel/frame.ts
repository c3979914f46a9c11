import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import type { FrameFormat } from './command.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** Pixels of every panel. */
export const WIDTH = 800;
export const HEIGHT = 480;
/** A response that takes longer counts as lost. */
const FETCH_LIMIT_MS = 60_000;
const BITS = { raw1: 1, raw2: 2, raw4: 4 } as const;

/** One grey code a pixel, 0 black to 255 white, rows top to bottom. */
export interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}

export interface Frame {
  format: FrameFormat;
  sha256: string;
  bytes: Buffer;
}

/** The frame could not be fetched this time. Nothing is wrong with the frame itself. */
export class FetchFailedError extends Error {}

/**
 * Fetches the frame of a command.
 * @throws {FetchFailedError} without a response, or when its status, size or SHA-256 is not as announced
 */
export async function fetchFrame(
  { url, format, sizeBytes, sha256 }: { url: string; format: FrameFormat; sizeBytes: number; sha256: string },
  signal: AbortSignal,
): Promise<Frame> {
  const { status, bytes } = await get(url, signal);
  if (status !== 200) throw new FetchFailedError(`the frame's address responded with ${status}`);
  if (bytes.length !== sizeBytes) throw new FetchFailedError(`${bytes.length} bytes instead of ${sizeBytes}`);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== sha256) throw new FetchFailedError(`SHA-256 ${hash} instead of ${sha256}`);
  return { format, sha256, bytes };
}

async function get(url: string, signal: AbortSignal): Promise<{ status: number; bytes: Buffer }> {
  try {
    return await withTimeLimit(FETCH_LIMIT_MS, signal, async (timeLimit) => {
      const response = await fetch(url, { signal: timeLimit });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    });
  } catch (error) {
    throw new FetchFailedError((error as Error).message, { cause: error });
  }
}

/** Decodes a frame. Raw frames have the leftmost pixel in the highest bits, and each row starts at a whole byte. */
export function pictureOf({ format, bytes }: Frame): Picture {
  if (format === 'png') return greyOf(PNG.sync.read(bytes));
  const bits = BITS[format];
  const stride = Math.ceil((WIDTH * bits) / 8);
  if (bytes.length !== stride * HEIGHT) throw new Error(`${bytes.length} bytes are no ${format} frame`);
  const top = 2 ** bits - 1;
  const grey = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const position = x * bits;
      const byte = bytes[y * stride + (position >> 3)] as number;
      grey[y * WIDTH + x] = (((byte >> (8 - bits - (position & 7))) & top) * 255) / top;
    }
  }
  return { width: WIDTH, height: HEIGHT, grey };
}

/** The frame as a PNG file; a PNG is returned unchanged. */
export function pngOf(frame: Frame): Buffer {
  if (frame.format === 'png') return frame.bytes;
  const { width, height, grey } = pictureOf(frame);
  const png = new PNG({ width, height, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  png.data = Buffer.from(grey);
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false });
}

function greyOf({ width, height, data }: PNG): Picture {
  const grey = new Uint8Array(width * height);
  for (let i = 0, p = 0; i < grey.length; i++, p += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(p, p + 3);
    grey[i] = (54 * red + 183 * green + 19 * blue) >> 8; // Rec. 709 luma
  }
  return { width, height, grey };
}
