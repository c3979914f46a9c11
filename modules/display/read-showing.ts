import type { DisplayContext } from './context.ts';
import { Device } from './models/device.ts';
import { Frame } from './models/frame.ts';
import { Presentation } from './models/presentation.ts';

/** The confirmed picture of a display, and the length of its queue. */
export interface DisplayShowing {
  /** The last presentation that the panel confirmed; null when there is none, or it was deleted. */
  showing: {
    presentationId: string;
    contentIds: string[];
    title: string | null;
    since: Date | null;
    frame: ShownFrame;
  } | null;
  /** Presentations in the queue. */
  queued: number;
}

/** One bit per pixel, 1 is white, rows from top to bottom, each begins with a whole byte. */
export interface ShownFrame {
  raw1: Uint8Array;
  width: number;
  height: number;
}

/** Costs three queries and one read of an object. */
export async function readShowing(
  { db, store }: Pick<DisplayContext, 'db' | 'store'>,
  userId: string,
  displayId: string,
): Promise<DisplayShowing> {
  const own = { device_id: displayId, user_id: userId };
  const waiting = await Presentation.query(db).where(own).whereRaw("state = 'queued'").resultSize();
  const [row] = await Device.query(db)
    .where({ 'devices.id': displayId, 'devices.user_id': userId })
    .innerJoin('display.presentations as p', 'p.id', 'devices.current_presentation_id')
    .select('p.id', 'p.title', 'p.contents', 'devices.current_since')
    .castTo<(Pick<Presentation, 'id' | 'title' | 'contents'> & Pick<Device, 'currentSince'>)[]>();
  const frame = row && (await Frame.query(db).findById([row.id, 'raw1']));
  if (!row || !frame) return { showing: null, queued: waiting };
  const { key, width, height } = frame;
  const showing = {
    presentationId: row.id,
    contentIds: row.contents.map(({ id }) => id),
    title: row.title,
    since: row.currentSince,
    frame: { raw1: await store.read(key), width, height },
  };
  return { showing, queued: waiting };
}
