import { objectRemovedError } from '#shared/storage/download-response.ts';
import { ObjectMissingError } from '#shared/storage/store.ts';
import type { DisplayContext } from './context.ts';
import { pictureNotFound, presentationNotFound } from './errors.ts';
import { Device } from './models/device.ts';
import { Frame } from './models/frame.ts';
import { Presentation } from './models/presentation.ts';
import { Rendition } from './models/rendition.ts';
import { panelPicture } from './rendering/panel-picture.ts';

type Reading = Pick<DisplayContext, 'db' | 'store' | 'framePng'>;

/**
 * Returns the pixels that a panel shows of a presentation, as a PNG: its frame in the panel's format. For a
 * presentation without a display, its first rendition.
 * @throws {AppError} `404 presentation_not_found`, also for those of other users; `404 not_found` while it is not drawn
 */
export async function readPicture(
  context: Reading,
  userId: string,
  presentationId: string,
): Promise<Uint8Array> {
  const { db } = context;
  const found = await Presentation.query(db).findOne({ id: presentationId, user_id: userId });
  if (!found) throw presentationNotFound();
  const { id, deviceId } = found;
  return deviceId ? readFrame(context, id, deviceId) : readRendition(context, id);
}

async function readFrame(context: Reading, id: string, deviceId: string): Promise<Uint8Array> {
  const { db } = context;
  const device = await Device.query(db).findById(deviceId).select('format');
  const format = device?.format ?? 'raw1';
  const frame = await Frame.query(db).findById([id, format]);
  if (!frame) throw pictureNotFound();
  return panelPicture(context, format, await readObject(context, frame.key), frame);
}

async function readRendition(context: Reading, id: string): Promise<Uint8Array> {
  const drawn = await Rendition.query(context.db)
    .where({ presentation_id: id, state: 'ready' })
    .orderBy(['created_at', 'id'])
    .first();
  if (!drawn?.key) throw pictureNotFound();
  return readObject(context, drawn.key);
}

function readObject({ store }: Reading, key: string): Promise<Uint8Array> {
  return store.read(key).catch((error) => {
    throw error instanceof ObjectMissingError ? objectRemovedError() : error;
  });
}
