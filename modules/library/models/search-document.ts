import { Row } from '#shared/db/row.ts';

/** The searchable text of one Content. */
export class SearchDocument extends Row {
  static override tableName = 'library.search_documents';
  static override idColumn = 'content_id';

  declare contentId: string;
  declare userId: string;
  declare createdAt: Date;
  /** Case-folded, one field per line. */
  declare document: string;
  /** Null when there are too many; such a document is searched by its text. */
  declare grams: number[] | null;
}
