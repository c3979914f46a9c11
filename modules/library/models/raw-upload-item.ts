import { Row } from '#shared/db/row.ts';

export type AssetType = 'text' | 'link' | 'image' | 'file';
export type UploadState = 'pending' | 'uploaded' | 'failed';

/** A submitted asset, under its index in the submitted array. */
export class RawUploadItem extends Row {
  static override tableName = 'library.raw_upload_items';
  static override idColumn = ['content_id', 'asset_index'];

  declare contentId: string;
  declare assetIndex: number;
  declare userId: string;
  declare type: AssetType;
  declare text: string | null;
  declare url: string | null;
  declare filename: string | null;
  declare contentType: string | null;
  declare sizeBytes: number | null;
  declare uploadState: UploadState;
  /** Bytes that count against the user's storage limit. */
  declare heldBytes: number;
}

/** An asset whose bytes are uploaded: an image or a file. */
export type BinaryItem = RawUploadItem & { filename: string; contentType: string; sizeBytes: number };

export function isBinary(item: RawUploadItem): item is BinaryItem {
  return item.type === 'image' || item.type === 'file';
}

/** Assets whose bytes have not been recorded yet. */
export function missingUploads(items: RawUploadItem[]): BinaryItem[] {
  return items.filter(isBinary).filter(({ uploadState }) => uploadState !== 'uploaded');
}
