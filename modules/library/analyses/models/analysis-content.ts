import { Row } from '#shared/db/row.ts';

/** A Content of a run: named by the caller (`input`) or found in the history (`context`). */
export class AnalysisContent extends Row {
  static override tableName = 'library.analysis_contents';
  static override idColumn = ['analysis_id', 'position'];

  declare analysisId: string;
  declare position: number;
  declare contentId: string;
  declare userId: string;
  declare role: 'input' | 'context';
}
