import { addSeconds } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { LibraryContext } from '../context.ts';
import { isBinary } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';
import { type OwnContent, readContent } from './read-content.ts';

/**
 * Returns a signed address of an image's or file's original bytes, with its original name.
 * @throws {AppError} `404 content_not_found`; `404 not_found` for a text or a link, and for unconfirmed bytes
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
    throw new AppError(404, 'not_found', 'This asset has no stored bytes.');
  const expiresAt = addSeconds(clock.now(), config.SIGNED_URL_SECONDS);
  const { key, contentType } = stored;
  const url = await store.signedUrl(key, { expiresAt, contentType, downloadAs: item.filename });
  return { url, expiresAt: expiresAt.toISOString() };
}
