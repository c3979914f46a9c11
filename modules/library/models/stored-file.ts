import { Model, snakeCaseMappers } from 'objection';

/** The immutable object that an upload was copied to. */
export class StoredFile extends Model {
  static override tableName = 'library.files';
  static override columnNameMappers = snakeCaseMappers();

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
