import type { FrameFormat } from '#shared/picture-formats.ts';
import { ObjectMissingError } from '#shared/storage/store.ts';
import type { DisplayContext } from '../context.ts';
import { findStoredFrame } from '../delivery/find-stored-frame.ts';
import { encodeBmp, hasGreys, rotateFrame } from './encode-picture.ts';
import type { Encoding } from './encoding.ts';

/** A file that a panel can draw. */
export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/bmp';
}

type Deps = Pick<DisplayContext, 'db' | 'store' | 'framePng'>;

/**
 * Makes a picture from the raw frame of a presentation or page: two bits per pixel from `raw2` if it has more than two
 * values, otherwise one bit from `raw1`.
 * @throws {ObjectMissingError} when the frame was removed; errors of the database and the store
 */
export async function makePicture(deps: Deps, frameId: string, encoding: Encoding): Promise<Picture> {
  if (encoding.kind === 'grey') {
    const raw2 = await readFrame(deps, frameId, 'raw2');
    const png = hasGreys(raw2) ? await encodePng(deps, raw2, 2, encoding) : null;
    if (png && png.bytes.length < encoding.below) return png;
  }
  return encodeMono(deps, await readFrame(deps, frameId, 'raw1'), encoding);
}

/** Encodes a `raw1` frame as a PNG with one bit per pixel, or as a BMP for panels that accept no PNG, or none of that size. */
export async function encodeMono(
  deps: Pick<DisplayContext, 'framePng'>,
  raw1: Uint8Array,
  encoding: Encoding,
): Promise<Picture> {
  if (encoding.kind !== 'bmp') {
    const png = await encodePng(deps, raw1, 1, encoding);
    if (png.bytes.length < encoding.below) return png;
  }
  return { bytes: encodeBmp(raw1), contentType: 'image/bmp' };
}

async function encodePng(
  { framePng }: Pick<DisplayContext, 'framePng'>,
  packed: Uint8Array,
  bits: 1 | 2,
  { rotation }: Encoding,
): Promise<Picture> {
  const { frame, width, height } = rotateFrame(packed, bits, rotation);
  return { bytes: Buffer.from(await framePng(frame, { width, height, bits })), contentType: 'image/png' };
}

async function readFrame({ db, store }: Deps, frameId: string, format: FrameFormat): Promise<Uint8Array> {
  const file = await findStoredFrame(db, frameId, format);
  if (!file?.key) throw new ObjectMissingError(`${frameId}/${format}`);
  return store.read(file.key);
}
