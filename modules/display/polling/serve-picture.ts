import type { IncomingMessage } from 'node:http';
import type { RouteResponse } from '#shared/http/route.ts';
import { objectRemovedError } from '#shared/storage/download-response.ts';
import type { DisplayContext } from '../context.ts';
import { readEncoding } from './encoding.ts';
import type { Picture } from './make-picture.ts';
import { checkPictureAddress, type PictureGrant } from './picture-address.ts';
import type { createPictures } from './pictures.ts';
import type { PollRecords } from './poll-record.ts';
import type { Receipts } from './receipts.ts';
import type { ResponseCache } from './response-cache.ts';

export interface ServePictureDeps {
  context: Pick<DisplayContext, 'keys' | 'clock'>;
  records: PollRecords;
  pictures: ReturnType<typeof createPictures>;
  responseCache: ResponseCache;
  receipts: Receipts;
  report: (error: Error) => void;
}

/**
 * Sends a panel the picture of a signed address, always completely, and records when its download begins and when the
 * panel has received all of it.
 * @throws {AppError} 403 `invalid_signature` or `url_expired`, 404 `not_found`
 */
export async function servePicture(
  { context, records, pictures, responseCache, receipts, report }: ServePictureDeps,
  { grant, signature }: { grant: PictureGrant; signature: string },
  incoming: IncomingMessage,
): Promise<RouteResponse> {
  const { deviceId, frameId, name } = grant;
  const { keys, clock } = context;
  checkPictureAddress(keys, grant, signature, clock.now());
  const encoding = readEncoding(grant.encoding);
  if (!encoding) throw objectRemovedError();
  const note = (work: Promise<void>) => work.catch(report);
  const picture = await pictures(frameId, encoding).catch(async (error: Error) => {
    const kept = await responseCache.picture(deviceId, name);
    if (kept) return kept;
    throw error.name === 'ObjectMissingError' ? objectRemovedError() : error;
  });
  const response = pictureResponse(picture);
  if (incoming.method !== 'GET') return response;
  await note(records.noteBegun(deviceId, name));
  return {
    ...response,
    onSent: () => receipts.watch(deviceId, incoming.socket, () => note(records.noteSent(deviceId, name))),
  };
}

/** Firmware compares the media type exactly, and older firmware needs the length. */
export function pictureResponse({ bytes, contentType }: Picture): RouteResponse {
  return {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(bytes.length),
      'Cache-Control': 'private, max-age=3600',
      // The panel ends the connection, which shows whether it has received everything.
      Connection: 'keep-alive',
    },
    body: bytes,
  };
}
