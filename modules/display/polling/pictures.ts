import type { DisplayContext } from '../context.ts';
import { type Encoding, encodingText } from './encoding.ts';
import { makePicture, type Picture } from './make-picture.ts';

/** Per process: about 500 pictures with one bit per pixel. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Makes pictures from frames, with a cache of the last used ones. */
export function createPictures(context: Pick<DisplayContext, 'db' | 'store' | 'framePng'>) {
  const kept = new Map<string, Picture>();
  const making = new Map<string, Promise<Picture>>();
  let keptBytes = 0;

  function keep(key: string, picture: Picture): void {
    kept.set(key, picture);
    keptBytes += picture.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= MAX_KEPT_BYTES) return;
      kept.delete(oldest);
      keptBytes -= bytes.length;
    }
  }

  /** @throws {ObjectMissingError} when the frame was removed; errors of the database and the store */
  return async (frameId: string, encoding: Encoding): Promise<Picture> => {
    const key = `${frameId} ${encodingText(encoding)}`;
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known); // moved to the end: used last
      return known;
    }
    const made = making.get(key) ?? makePicture(context, frameId, encoding).finally(() => making.delete(key));
    making.set(key, made);
    const picture = await made;
    if (!kept.has(key)) keep(key, picture);
    return picture;
  };
}
