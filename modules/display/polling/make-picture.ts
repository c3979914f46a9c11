import { readPrepared } from '#shared/db/prepared.ts';
import type { FrameFormat } from '#shared/picture-formats.ts';
import { ObjectMissingError } from '#shared/storage/store.ts';
import type { DisplayContext } from '../context.ts';
import { encodeBmp, hasGreys, rotateFrame } from './encode-picture.ts';
import type { Encoding } from './encoding.ts';

/** A file that a panel can draw. */
export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/bmp';
}

/** Of a presentation, or of a page about the panel itself. */
const FIND_KEY = {
  name: 'frame_key',
  text: `
  select key from display.frames where presentation_id = $1 and format = $2
  union all
  select files -> $2 ->> 'key' from display.system_frames where id = $1 and files is not null`,
};

type Deps = Pick<DisplayContext, 'db' | 'store' | 'framePng'>;

/**
 * The picture of a frame, whose pixels are those of its raw frames: two bits a pixel from `raw2`, anything else from
 * `raw1`. Two bits with two values in them say no more than one bit.
 * @throws {ObjectMissingError} when the frame is gone; whatever the database and the store throw
 */
export async function makePicture(deps: Deps, frameId: string, encoding: Encoding): Promise<Picture> {
  if (encoding.kind === 'grey') {
    const raw2 = await readFrame(deps, frameId, 'raw2');
    const png = hasGreys(raw2) ? await encodePng(deps, raw2, 2, encoding) : null;
    if (png && png.bytes.length < encoding.below) return png;
  }
  return encodeMono(deps, await readFrame(deps, frameId, 'raw1'), encoding);
}

/** A `raw1` frame as a PNG of one bit a pixel, or as a BMP for panels that take no other or no PNG so large. */
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
  const [row] = await readPrepared<{ key: string | null }>(db, FIND_KEY, [frameId, format]);
  if (!row?.key) throw new ObjectMissingError(`${frameId}/${format}`);
  return store.read(row.key);
}
