import { addSeconds } from '#shared/clock.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../context.ts';
import type { BinaryItem } from '../models/raw-upload-item.ts';
import { stagingKey } from '../object-keys.ts';
import type { UploadTicketDto } from '../schemas.ts';

/** One ticket per asset, each with its own staging key, so that old and new tickets do not conflict. */
export function issueTickets(
  { clock, config, store }: LibraryContext,
  items: BinaryItem[],
): Promise<UploadTicketDto[]> {
  const expiresAt = addSeconds(clock.now(), config.UPLOAD_TICKET_SECONDS);
  return Promise.all(
    items.map(async ({ userId, contentId, assetIndex, contentType, sizeBytes }) => {
      const key = stagingKey(userId, contentId, assetIndex, newId());
      const { url, fields } = await store.uploadTarget({
        stagingKey: key,
        contentType,
        sizeBytes,
        expiresAt,
      });
      return { assetIndex, url, fields, expiresAt: expiresAt.toISOString() };
    }),
  );
}
