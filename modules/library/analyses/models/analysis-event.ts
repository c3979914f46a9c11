import { Row } from '#shared/db/row.ts';

export type EventLevel = 'info' | 'warn' | 'error';

/** One step of a run. Internal ones share the sequence and are not returned. */
export class AnalysisEvent extends Row {
  static override tableName = 'library.analysis_events';
  static override idColumn = ['analysis_id', 'seq'];
  static override jsonAttributes = ['data'];

  declare analysisId: string;
  declare seq: number;
  declare userId: string;
  declare at: Date;
  declare attempt: number;
  declare source: 'agent' | 'backend';
  declare type: string;
  declare level: EventLevel;
  declare visibility: 'public' | 'internal';
  declare summary: string;
  declare data: Record<string, unknown>;
}
