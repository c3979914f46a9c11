import { AppError } from '#shared/errors.ts';
import type { DisplayContext } from './context.ts';
import { enqueueRender, insertRendition } from './create-presentations.ts';
import { presentationNotFound } from './errors.ts';
import { Presentation } from './models/presentation.ts';
import { Rendition } from './models/rendition.ts';
import type { OutputProfile } from './output-profile.ts';
import { pageBytes } from './page-bytes.ts';

/**
 * Enqueues the drawing of a targetless presentation in another size from its stored Scene. A failed one is tried again.
 * `created` is false if it exists.
 * @throws {AppError} `404 presentation_not_found`; `409 invalid_state` when there is no Scene to draw; `503` when the user's storage
 * is used up
 */
export async function createRendition(
  context: DisplayContext,
  userId: string,
  presentationId: string,
  { viewport, colorMode }: OutputProfile,
): Promise<{ rendition: Rendition; created: boolean }> {
  const size = { ...viewport, colorMode };
  const identity = {
    presentation_id: presentationId,
    format: 'png',
    width: viewport.width,
    height: viewport.height,
    color_mode: colorMode,
  };
  return context.inUserTransaction(userId, async (trx) => {
    const presentation = await Presentation.query(trx)
      .findOne({ id: presentationId, user_id: userId })
      .select('state', 'device_id', 'scene')
      .forShare();
    if (!presentation) throw presentationNotFound();
    if (presentation.deviceId !== null) throw noScene('It was made for a display and has no Scene.');
    if (presentation.state === 'failed') throw noScene('It failed, so its Scene cannot be drawn.');

    const insertedId = await insertRendition(context, trx, presentationId, size);
    const retriedId = insertedId ? null : await retryFailed();
    const renditionId = insertedId ?? retriedId;
    if (renditionId) {
      const pictures = Object.keys(presentation.scene?.images ?? {}).length > 0;
      const reservedBytes = pageBytes({ viewport, colorMode }, { pictures });
      await context.checkStorage(trx, { userId, bytes: reservedBytes });
      const task = { userId, kind: 'rendition' as const, presentationId, renditionId, reservedBytes };
      await enqueueRender(context, trx, task);
    }
    const rendition = await Rendition.query(trx).findOne(identity);
    return { rendition: rendition as Rendition, created: insertedId !== null };

    async function retryFailed(): Promise<string | null> {
      const [retried] = await Rendition.query(trx)
        .patch({ state: 'preparing', failure: null, updatedAt: context.clock.now() })
        .where({ ...identity, state: 'failed' })
        .returning('id');
      return retried?.id ?? null;
    }
  });
}

function noScene(message: string): AppError {
  return new AppError(409, 'invalid_state', message);
}
