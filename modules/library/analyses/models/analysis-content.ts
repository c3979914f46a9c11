import { Model, snakeCaseMappers } from 'objection';

/** A Content of a run: named by the caller (`input`) or found in the history (`context`). */
export class AnalysisContent extends Model {
  static override tableName = 'library.analysis_contents';
  static override idColumn = ['analysis_id', 'position'];
  static override columnNameMappers = snakeCaseMappers();

  declare analysisId: string;
  declare position: number;
  declare contentId: string;
  declare userId: string;
  declare role: 'input' | 'context';
}
