import { brand } from '#shared/brand.ts';
import { AppError } from '#shared/errors.ts';
import type { DisplayContext } from '../context.ts';
import { PANEL_VIEWPORT } from '../output-profile.ts';
import { BMP_BYTES, encodeBmp } from './encode-picture.ts';
import { encodeMono, type Picture } from './make-picture.ts';

/** Texts for a panel that has no picture to show. */
export const notices = {
  logo: { title: brand.name, text: 'This panel belongs to your wall now.' },
  waiting: { title: 'One moment', text: 'The picture is being drawn.' },
  unreachable: {
    title: 'Out of reach',
    text: 'The server cannot say what to show at the moment. This panel asks again by itself.',
  },
  unreadable: {
    title: 'Not understood',
    text: 'What this panel says of itself cannot be read. It asks again by itself.',
  },
  owned: {
    title: 'This panel has an owner',
    text: 'Its key is another one. Let its owner open the window to enrol again, then reset the panel.',
  },
  noKey: { title: 'This panel has no key', text: 'Reset it, so that it asks this server for one.' },
  closed: { title: 'No new panels', text: 'This server takes no new panels. Ask its operator.' },
  fleetKey: {
    title: 'No new panels',
    text: 'This server takes panels that know its enrolment key. Ask its operator.',
  },
  busy: { title: 'Too many new panels', text: 'Many panels have enrolled from here. Try again in an hour.' },
} as const;

export type Notice = keyof typeof notices;
export const NOTICES = Object.keys(notices) as [Notice, ...Notice[]];
export const NOTICE_FILES = ['bmp', 'png'] as const;
export type NoticeFile = (typeof NOTICE_FILES)[number];

/** Draws notices, each once per process. */
export function createNotices(context: Pick<DisplayContext, 'pixels' | 'pages' | 'framePng'>) {
  const drawn = new Map<Notice, Promise<Uint8Array>>();

  async function draw(notice: Notice): Promise<Uint8Array> {
    const scene = context.pages.noticePage({ ...notices[notice], brand: brand.name });
    const options = { ...PANEL_VIEWPORT, toneExponent: 1, tone: 'plain' as const };
    return (await context.pixels.renderFrames({ kind: 'scene', scene, images: {} }, options)).raw1;
  }

  return async (notice: Notice, file: NoticeFile): Promise<Picture> => {
    const frame = drawn.get(notice) ?? draw(notice);
    drawn.set(notice, frame);
    frame.catch(() => drawn.delete(notice));
    const raw1 = await frame;
    if (file === 'bmp') return { bytes: encodeBmp(raw1), contentType: 'image/bmp' };
    return encodeMono(context, raw1, { kind: 'mono', below: BMP_BYTES, rotation: 0 });
  };
}

/** Returns the notice for a panel that may not enrol; null for other errors. */
export function noticeOf(error: unknown): Notice | null {
  if (!(error instanceof AppError)) return null;
  const words: Record<string, Notice> = {
    rate_limited: 'busy',
    enrollment_closed: 'closed',
    authentication_failed: 'fleetKey',
    already_enrolled: 'owned',
  };
  return words[error.code] ?? null;
}
