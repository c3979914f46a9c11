/** Where uploads of a Content wait for their confirm. Ends in a slash, so that it is no other id's beginning. */
export function stagingPrefix(userId: string, contentId: string): string {
  return `staging/${userId}/${contentId}/`;
}

export function stagingKey(userId: string, contentId: string, assetIndex: number, ticketId: string): string {
  return `${stagingPrefix(userId, contentId)}${assetIndex}/${ticketId}`;
}

/** Where the immutable copies of a Content's assets are. */
export function assetsPrefix(userId: string, contentId: string): string {
  return `users/${userId}/assets/${contentId}/`;
}

/** The last part of a staging key. */
export function ticketOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

export interface AssetPlace {
  userId: string;
  contentId: string;
  assetIndex: number;
}

const STAGING_KEY = /^staging\/([^/]+)\/([^/]+)\/(\d{1,3})\/[^/]+$/;
const ASSET_KEY = /^users\/([^/]+)\/assets\/([^/]+)\/(\d{1,3})\/[^/]+$/;

/** Whose upload a staging key, or whose asset an immutable key, is; null when it is neither. */
export function parseAssetKey(key: string): AssetPlace | null {
  const [, userId, contentId, assetIndex] = STAGING_KEY.exec(key) ?? ASSET_KEY.exec(key) ?? [];
  if (!userId || !contentId || !assetIndex) return null;
  return { userId, contentId, assetIndex: Number(assetIndex) };
}
