/** Key prefixes end in a slash, so that they match no longer id. */

/** The key prefixes of everything that is stored for a user. */
export function userPrefixes(userId: string): string[] {
  return [
    `staging/${userId}/`,
    `users/${userId}/assets/`,
    `users/${userId}/previews/`,
    archivesPrefix(userId),
  ];
}

/** The key prefix of a Content's unconfirmed uploads. */
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

/** The key prefix of one preview. */
export function previewPrefix({ userId, id }: { userId: string; id: string }): string {
  return `users/${userId}/previews/${id}/`;
}

const PREVIEW_KEY = /^users\/[^/]+\/previews\//;

export function isPreviewKey(key: string): boolean {
  return PREVIEW_KEY.test(key);
}

/** The key prefix of the archives of a user's analyses. */
export function archivesPrefix(userId: string): string {
  return `users/${userId}/archives/`;
}
