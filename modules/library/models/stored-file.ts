import { Row } from '#shared/db/row.ts';

/** The immutable object that an upload was copied to. */
export class StoredFile extends Row {
  static override tableName = 'library.files';

  declare id: string;
  declare userId: string;
  declare contentId: string;
  declare assetIndex: number;
  declare key: string;
  declare sha256: string;
  declare sizeBytes: number;
  declare contentType: string;
  declare createdAt: Date;
}
