import { Row } from '#shared/db/row.ts';
import type { Digest } from '#worker/extract/digest.ts';

/** The digest of an asset. */
export class ContentBlock extends Row {
  static override tableName = 'library.content_blocks';
  static override idColumn = ['content_id', 'asset_index'];
  static override jsonAttributes = ['digest'];

  declare contentId: string;
  declare assetIndex: number;
  declare userId: string;
  declare title: string | null;
  declare text: string;
  declare digest: Digest;
  /** File id and object of the picture that pages show for it; null where the asset is the picture. */
  declare pictureId: string | null;
  declare pictureKey: string | null;
  declare pictureType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | null;
  declare pictureWidth: number | null;
  declare pictureHeight: number | null;
  declare pictureBytes: number;
  declare createdAt: Date;
}
