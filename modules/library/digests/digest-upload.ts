import type { LibraryContext } from '../context.ts';
import type { StoredFile } from '../models/stored-file.ts';
import { type AssetDigest, isPictureType, pictureFile } from './asset-digest.ts';

/**
 * Reads an uploaded image or file.
 * @throws an error named `UnreadableError` when its bytes are broken or not what they were declared to be
 */
export async function digestUpload(
  { store, analysis }: LibraryContext,
  { key, contentType }: StoredFile,
): Promise<AssetDigest> {
  const bytes = await store.read(key);
  const { digest, picture } = await analysis.extractor.digest({ bytes, contentType });
  return { digest, picture: isPictureType(contentType) ? null : pictureFile(analysis, picture) };
}
