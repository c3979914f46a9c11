import type { LibraryContext } from '../context.ts';
import type { StoredFile } from '../models/stored-file.ts';
import {
  type AssetDigest,
  InvalidAssetError,
  isPictureType,
  isUnreadable,
  pictureFile,
} from './asset-digest.ts';

/**
 * Reads an uploaded image or file.
 * @throws an error named `UnreadableError` when its bytes are malformed or not of the declared type
 */
export async function digestUpload(
  { store, analysis, clock }: LibraryContext,
  { key, contentType }: Pick<StoredFile, 'key' | 'contentType'>,
): Promise<AssetDigest> {
  const bytes = await store.read(key);
  const { digest, picture } = await analysis.extractor.digest({ bytes, contentType, now: clock.now() });
  return { digest, picture: isPictureType(contentType) ? null : pictureFile(analysis, picture) };
}

/**
 * Checks an uploaded picture by decoding it completely.
 * @throws {InvalidAssetError} when its bytes are malformed or not of the declared type
 */
export async function checkPicture(
  { store, analysis }: LibraryContext,
  { key, contentType, assetIndex }: Pick<StoredFile, 'key' | 'contentType' | 'assetIndex'>,
): Promise<void> {
  try {
    await analysis.readImageSize(await store.read(key), contentType);
  } catch (error) {
    throw isUnreadable(error) ? new InvalidAssetError(assetIndex, error.message) : error;
  }
}
