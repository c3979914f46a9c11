import { Model, snakeCaseMappers } from 'objection';

/** What can be searched of one Content. */
export class SearchDocument extends Model {
  static override tableName = 'library.search_documents';
  static override idColumn = 'content_id';
  static override columnNameMappers = snakeCaseMappers();

  declare contentId: string;
  declare userId: string;
  declare createdAt: Date;
  /** Case-folded, one field a line. */
  declare document: string;
  /** Null when there are too many: such a document is read instead. */
  declare grams: number[] | null;
}
