import type { IncomingHttpHeaders } from 'node:http';
import { readPrepared } from '#shared/db/prepared.ts';
import type { RouteResponse } from '#shared/http/route.ts';
import { downloadResponse, objectRemovedError } from '#shared/storage/download-response.ts';
import type { DisplayContext } from '../context.ts';
import { findStoredFrame } from './find-stored-frame.ts';
import { checkFrameAddress, type FrameGrant } from './frame-address.ts';

const RECORD_FETCHED = {
  name: 'frame_fetched',
  text: 'update display.pushes set fetched_command_id = $2 where presentation_id = $1',
};

/**
 * Sends a panel the frame for the address in its command, and records when its last byte was sent: a panel that received a
 * whole frame and reports a failure could not show it.
 * @throws {AppError} 403 `invalid_signature` or `url_expired`, 404 `not_found`, 416 `range_not_satisfiable`
 */
export async function serveFrame(
  { db, clock, keys, store, log }: Pick<DisplayContext, 'db' | 'clock' | 'keys' | 'store' | 'log'>,
  { grant, signature }: { grant: FrameGrant; signature: string },
  { method, headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
): Promise<RouteResponse> {
  const now = clock.now();
  checkFrameAddress(keys, grant, signature, now);
  const { frameId, format, commandId, expires } = grant;
  const frame = await findStoredFrame(db, frameId, format);
  if (!frame) throw objectRemovedError();
  const response = await downloadResponse(
    {
      sha256: frame.sha256,
      sizeBytes: frame.sizeBytes,
      contentType: format === 'png' ? 'image/png' : 'application/octet-stream',
      name: '',
      expires,
      stream: (range) => store.stream(frame.key, range),
    },
    headers,
    now,
  );
  if (method !== 'GET' || !hasLastByte(response, frame.sizeBytes)) return response;
  return {
    ...response,
    onSent() {
      readPrepared(db, RECORD_FETCHED, [frameId, commandId]).catch((error) =>
        log.warn({ err: error, commandId }, 'a fetched frame could not be recorded'),
      );
    },
  };
}

function hasLastByte({ status, headers }: RouteResponse, sizeBytes: number): boolean {
  const range = String(headers?.['Content-Range'] ?? '');
  return status === 200 || (status === 206 && range.endsWith(`-${sizeBytes - 1}/${sizeBytes}`));
}
