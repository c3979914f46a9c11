import { LinkError } from '#shared/links/link-error.ts';
import type { Digest } from '#worker/extract/digest.ts';
import type { Extraction } from '#worker/extract/digest-asset.ts';
import type { LibraryContext } from '../context.ts';
import type { FetchedLink } from '../links/fetch-link.ts';
import {
  type AssetDigest,
  type AssetPicture,
  isPictureType,
  isUnreadable,
  PICTURE_TYPES,
  pictureFile,
} from './asset-digest.ts';

/** A lead picture whose shorter side is below this is an icon. */
const MIN_LEAD_PIXELS = 160;
const READABLE_TYPES = [
  'text/html',
  'application/xhtml+xml',
  'application/pdf',
  'text/markdown',
  'text/plain',
  'text/calendar',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/feed+json',
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/xml',
  'text/xml',
  'image/svg+xml',
  ...PICTURE_TYPES,
];

/**
 * Digests the target of a link, with its lead picture.
 * @throws {LinkError} when it cannot be fetched or read
 */
export async function digestLink(context: LibraryContext, address: string): Promise<AssetDigest> {
  const fetched = await context.links.fetch(address, READABLE_TYPES);
  const { digest, picture } = await extract(context, fetched);
  if (isPictureType(fetched.contentType)) return { digest, picture: await toPicture(context, fetched) };
  if (picture) return { digest, picture: pictureFile(context.analysis, picture) };
  return withLead(context, digest);
}

async function extract(
  { analysis, clock }: LibraryContext,
  { bytes, contentType, charset, url }: FetchedLink,
): Promise<Extraction> {
  try {
    return await analysis.extractor.digest({ bytes, contentType, charset, url, now: clock.now() });
  } catch (error) {
    if (isUnreadable(error))
      throw new LinkError('broken_response', `the target of the link cannot be read: ${error.message}`);
    throw error;
  }
}

/** Adds the lead picture of the page, unless it cannot be fetched or is an icon. */
async function withLead(context: LibraryContext, digest: Digest): Promise<AssetDigest> {
  const none = { digest, picture: null };
  if (digest.leadImageUrl === null) return none;
  try {
    const picture = await toPicture(context, await context.links.fetch(digest.leadImageUrl, PICTURE_TYPES));
    if (!picture || Math.min(picture.width, picture.height) < MIN_LEAD_PIXELS) return none;
    const image = await context.analysis.extractor.lookAt(picture.bytes, picture.contentType);
    return { digest: { ...digest, image }, picture };
  } catch (error) {
    if (error instanceof LinkError || isUnreadable(error)) return none;
    throw error;
  }
}

async function toPicture(
  { analysis }: LibraryContext,
  { bytes, contentType }: FetchedLink,
): Promise<AssetPicture | null> {
  if (!isPictureType(contentType)) return null;
  try {
    return { bytes, contentType, ...(await analysis.readImageSize(bytes, contentType)) };
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
