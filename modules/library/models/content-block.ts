import { Model, snakeCaseMappers } from 'objection';

/** What was read out of an asset. */
export class ContentBlock extends Model {
  static override tableName = 'library.content_blocks';
  static override idColumn = ['content_id', 'asset_index'];
  static override columnNameMappers = snakeCaseMappers();

  declare contentId: string;
  declare assetIndex: number;
  declare userId: string;
  declare title: string | null;
  declare text: string;
  declare createdAt: Date;
}
