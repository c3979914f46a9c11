import { type Frame, type OpenStream, openStream } from '#test/modules/library/analyses/open-stream.ts';
import { APP, type LibraryStand } from '#test/modules/library/stand.ts';

export type Changes = OpenStream & {
  /** The id that a reader of everything so far resumes from. */
  place(): string;
};

/** Follows the changes of a user, from `after` on where it is given. */
export async function follow(stand: LibraryStand, token: string, after?: string): Promise<Changes> {
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  const stream = await openStream(`${stand.url}${APP}/events`, token, headers);
  return { ...stream, place: () => stream.frames.findLast(({ id }) => id)?.id ?? '' };
}

/** A stream that has begun: what changes from here on comes. */
export async function begun(stand: LibraryStand, token: string): Promise<Changes> {
  const stream = await follow(stand, token);
  await stream.until(({ event }) => event === 'reset');
  return stream;
}

export const says =
  (event: string, data: Record<string, unknown>) =>
  (frame: Frame): boolean =>
    frame.event === event && Object.entries(data).every(([name, value]) => frame.data[name] === value);
