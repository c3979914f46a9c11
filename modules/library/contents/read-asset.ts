import { addSeconds } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { LibraryContext } from '../context.ts';
import { isBinary } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';
import { type OwnContent, readContent } from './read-content.ts';

/**
 * Where the bytes of an image or a file can be had as they were sent, under the name that they had.
 * @throws {AppError} `404 content_not_found`; `404 not_found` for a text or a link, and for bytes that were not confirmed
 */
export async function readAsset(
  { db, store, clock, config }: Pick<LibraryContext, 'db' | 'store' | 'clock' | 'config'>,
  { assetIndex, ...own }: OwnContent & { assetIndex: number },
): Promise<{ url: string; expiresAt: string }> {
  const { items } = await readContent(db, own);
  const item = items.find((one) => one.assetIndex === assetIndex);
  const stored = await StoredFile.query(db).findOne({
    content_id: own.contentId,
    asset_index: assetIndex,
  });
  if (!item || !isBinary(item) || !stored)
    throw new AppError(404, 'not_found', 'There are no stored bytes of such an asset.');
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const { key, contentType } = stored;
  const url = await store.signedUrl(key, { expiresAt, contentType, downloadAs: item.filename });
  return { url, expiresAt: expiresAt.toISOString() };
}
