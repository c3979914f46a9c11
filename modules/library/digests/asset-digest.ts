import type { Digest } from '#worker/extract/digest.ts';
import type { Picture } from '#worker/sandbox/sandbox.ts';
import type { AnalysisPorts } from '../analyses/ports.ts';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isPictureType(contentType: string): contentType is PictureType {
  return PICTURE_TYPES.includes(contentType);
}

/** A picture of an asset for pages, which is stored beside the asset. */
export interface AssetPicture {
  bytes: Uint8Array;
  contentType: PictureType;
  width: number;
  height: number;
}

/** The digest of an asset, before it is stored. */
export interface AssetDigest {
  digest: Digest;
  /** Null if there is none, or the asset is a picture itself. */
  picture: AssetPicture | null;
}

/** The first page of a PDF or the drawing of an SVG, as a file. */
export function pictureFile(
  { encodePng }: Pick<AnalysisPorts, 'encodePng'>,
  picture: Picture | null,
): AssetPicture | null {
  if (!picture) return null;
  const { width, height } = picture;
  return { bytes: encodePng(picture), contentType: 'image/png', width, height };
}

/** An uploaded asset that cannot be read. */
export class InvalidAssetError extends Error {
  override readonly name = 'InvalidAssetError';
  readonly assetIndex: number;

  constructor(assetIndex: number, message: string) {
    super(message);
    this.assetIndex = assetIndex;
  }
}

/** Whether the bytes are malformed or exceed the limits, so that another attempt would fail again. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof Error && error.name === 'UnreadableError';
}
