import type { OutputProfile } from '#modules/display';
import { Row } from '#shared/db/row.ts';
import type { Problem } from '#shared/errors.ts';

export type ContentMode = 'auto' | 'manual' | 'hardcode';
export type ContentState = 'pending' | 'processing' | 'ready' | 'failed';
export type UploadStatus = 'awaiting_upload' | 'partial' | 'complete';
export type ProcessingStage =
  | 'awaiting_upload'
  | 'fetching_links'
  | 'summarizing'
  | 'routing'
  | 'creating_presentations'
  | 'complete'
  | 'failed';

/** One submission. A null mode is stored only, until an Analysis names it. */
export class Content extends Row {
  static override tableName = 'library.contents';
  static override jsonAttributes = ['output', 'warnings', 'failure'];

  declare id: string;
  declare userId: string;
  declare mode: ContentMode | null;
  declare displayId: string | null;
  declare title: string | null;
  declare intent: string | null;
  declare output: OutputProfile | null;
  /** Its pages go out before others, also in quiet hours and before the dwell time has passed. */
  declare urgent: boolean;
  /** When its pages expire; null: never. */
  declare expiresAt: Date | null;
  declare state: ContentState;
  /** Null without a mode. */
  declare stage: ProcessingStage | null;
  declare uploadStatus: UploadStatus;
  declare warnings: Problem[];
  declare failure: Problem | null;
  /** Known as soon as they are made; shown once the state is `ready`. */
  declare presentationIds: string[];
  declare analysisIds: string[];
  /** The earliest time at which the plan may allow a confirm that it refused. */
  declare refusedUntil: Date | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}
