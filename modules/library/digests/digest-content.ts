import { AppError, type Problem, problem } from '#shared/errors.ts';
import { LinkError } from '#shared/links/link-error.ts';
import type { Digest } from '#worker/extract/digest.ts';
import type { LibraryContext } from '../context.ts';
import { ContentBlock } from '../models/content-block.ts';
import type { ContentView } from '../models/content-view.ts';
import { isBinary, type RawUploadItem } from '../models/raw-upload-item.ts';
import { StoredFile } from '../models/stored-file.ts';
import {
  type AssetDigest,
  InvalidAssetError,
  isPictureType,
  isUnreadable,
  type PictureType,
} from './asset-digest.ts';
import { digestLink } from './digest-link.ts';
import { digestUpload } from './digest-upload.ts';
import { storeDigest } from './store-digest.ts';

/** A stored picture for pages, with its file id in Scenes. */
export interface ShownPicture {
  fileId: string;
  key: string;
  contentType: PictureType;
  width: number;
  height: number;
}

/** The fields of an asset that reading needs. */
export type AssetToRead = Pick<
  RawUploadItem,
  'assetIndex' | 'type' | 'text' | 'url' | 'filename' | 'contentType'
>;

/** The result of reading an asset. */
export interface ReadAsset {
  digest: Digest;
  picture: ShownPicture | null;
}

export interface DigestedAsset<Item extends AssetToRead = RawUploadItem> extends ReadAsset {
  item: Item;
}

export interface DigestedContent<Item extends AssetToRead = RawUploadItem> {
  assets: DigestedAsset<Item>[];
  /** `link_fetch_failed`: the asset is shown as a link; `text_too_complex`: as plain text. */
  warnings: Problem[];
}

/** Links that are fetched, or assets that are read, at a time. */
const MAX_PARALLEL_READS = 4;

/**
 * Returns the digests of a Content's assets. Missing ones are read now and stored.
 * @param reservedBytes bytes reserved for the picture found in an asset
 * @throws {InvalidAssetError}
 * @throws {StorageLimitError} when pictures exceed both the reservation and the user's storage limit
 * @throws {AppError} `404 content_not_found` when the Content was deleted meanwhile
 */
export async function digestContent(
  context: LibraryContext,
  { content, items }: ContentView,
  reservedBytes: (item: RawUploadItem) => number,
): Promise<DigestedContent> {
  if (items.length === 0) return { assets: [], warnings: [] };
  const { db } = context;
  const [stored, uploaded] = await Promise.all([
    ContentBlock.query(db).where({ content_id: content.id }),
    items.some(isBinary) ? StoredFile.query(db).where({ content_id: content.id }) : [],
  ]);
  const blocks = new Map(stored.map((block) => [block.assetIndex, block]));
  const files = new Map(uploaded.map((file) => [file.assetIndex, file]));
  return digestAssets(context, items, async (item) => {
    const { assetIndex } = item;
    const file = files.get(assetIndex) ?? null;
    const block =
      blocks.get(assetIndex) ??
      (await storeDigest(context, item, await readAsset(context, item, file), reservedBytes(item)));
    const digest = { ...withParts(block.digest, block.text), text: block.text };
    return { digest, picture: pictureOf(block, digest, file) };
  });
}

/**
 * Reads assets with `read`, a few at a time, in their order. An unreadable link is kept as a plain link, with a
 * warning.
 * @throws {InvalidAssetError}
 */
export async function digestAssets<Item extends AssetToRead>(
  context: LibraryContext,
  items: Item[],
  read: (item: Item) => Promise<ReadAsset>,
): Promise<DigestedContent<Item>> {
  const warnings: Problem[] = [];
  const assets: DigestedAsset<Item>[] = [];
  const waiting = [...items];
  while (waiting.length > 0) {
    assets.push(...(await Promise.all(waiting.splice(0, MAX_PARALLEL_READS).map(digestItem))));
  }
  return { assets, warnings };

  async function digestItem(item: Item): Promise<DigestedAsset<Item>> {
    const { assetIndex } = item;
    try {
      const asset = await read(item);
      if (asset.digest.tooComplex) warnings.push(tooComplexWarning(assetIndex));
      return { item, ...asset };
    } catch (error) {
      if (error instanceof LinkError) {
        warnings.push(linkWarning(error, assetIndex));
        return { item, digest: await context.analysis.digestBareLink(item.url ?? ''), picture: null };
      }
      throw isUnreadable(error) ? new InvalidAssetError(assetIndex, error.message) : error;
    }
  }
}

/**
 * Reads one asset, from its bytes if it has any. Stores nothing.
 * @throws {LinkError} @throws an error named `UnreadableError`
 */
export async function readAsset(
  context: LibraryContext,
  item: AssetToRead,
  file: Pick<StoredFile, 'key' | 'contentType'> | null,
): Promise<AssetDigest> {
  if (item.type === 'text') {
    const digest = await context.analysis.digestText(item.text ?? '', context.clock.now());
    return { digest, picture: null };
  }
  if (item.type === 'link') return digestLink(context, item.url as string);
  if (!file) throw new AppError(404, 'content_not_found', 'The bytes of an asset were deleted.');
  return digestUpload(context, file);
}

/** A digest of an older version has no parts, only its text. */
function withParts(digest: Digest, text: string): Digest {
  const { blocks, omitted, omittedItems, lead } = digest as Partial<Digest>;
  const whole: Digest['blocks'] = text === '' ? [] : [{ kind: 'paragraph', text }];
  return {
    ...digest,
    blocks: blocks ?? whole,
    omitted: omitted ?? 0,
    omittedItems: omittedItems ?? 0,
    lead: lead ?? null,
  };
}

/** The asset itself if it is a picture, else the picture made from it. */
function pictureOf(block: ContentBlock, digest: Digest, file: StoredFile | null): ShownPicture | null {
  if (file && digest.image && isPictureType(file.contentType)) {
    const { width, height } = digest.image;
    return { fileId: file.id, key: file.key, contentType: file.contentType, width, height };
  }
  const { pictureId, pictureKey, pictureType, pictureWidth, pictureHeight } = block;
  if (!pictureId || !pictureKey || !pictureType || !pictureWidth || !pictureHeight) return null;
  return {
    fileId: pictureId,
    key: pictureKey,
    contentType: pictureType,
    width: pictureWidth,
    height: pictureHeight,
  };
}

function linkWarning({ message }: LinkError, assetIndex: number): Problem {
  return problem('link_fetch_failed', `The link could not be read: ${message}.`, {
    stage: 'fetching_links',
    assetIndex,
  });
}

function tooComplexWarning(assetIndex: number): Problem {
  return problem('text_too_complex', 'The analysis of the text took too long, so it is shown unchanged.', {
    stage: 'summarizing',
    assetIndex,
  });
}
