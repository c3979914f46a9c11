/** The key prefix of a Content's unconfirmed uploads. Ends in a slash, so that it matches no other id. */
export function stagingPrefix(userId: string, contentId: string): string {
  return `staging/${userId}/${contentId}/`;
}

export function stagingKey(userId: string, contentId: string, assetIndex: number, ticketId: string): string {
  return `${stagingPrefix(userId, contentId)}${assetIndex}/${ticketId}`;
}

/** The key prefix of the immutable copies of a Content's assets. */
export function assetsPrefix(userId: string, contentId: string): string {
  return `users/${userId}/assets/${contentId}/`;
}

/** The last part of a staging key. */
export function ticketOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

export interface AssetRef {
  userId: string;
  contentId: string;
  assetIndex: number;
}

const STAGING_KEY = /^staging\/([^/]+)\/([^/]+)\/(\d{1,3})\/[^/]+$/;
const ASSET_KEY = /^users\/([^/]+)\/assets\/([^/]+)\/(\d{1,3})\/[^/]+$/;

/** The asset of a staging key or an immutable key; null for any other key. */
export function parseAssetKey(key: string): AssetRef | null {
  const [, userId, contentId, assetIndex] = STAGING_KEY.exec(key) ?? ASSET_KEY.exec(key) ?? [];
  if (!userId || !contentId || !assetIndex) return null;
  return { userId, contentId, assetIndex: Number(assetIndex) };
}
