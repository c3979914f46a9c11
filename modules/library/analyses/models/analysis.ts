import type { OutputProfile } from '#modules/display';
import { Row } from '#shared/db/row.ts';
import type { Problem } from '#shared/errors.ts';

export type AnalysisMode = 'ai' | 'direct';
export type AnalysisTrigger = 'api' | 'scheduled';
export type AnalysisState = 'queued' | 'running' | 'completed' | 'failed';

/** The target of the pages: named displays, an output profile, or (null) displays that the planner chooses. */
export type AnalysisTarget = { displayIds: string[] } | { output: OutputProfile } | null;

export class Analysis extends Row {
  static override tableName = 'library.analyses';
  static override jsonAttributes = ['target', 'failure'];

  declare id: string;
  declare userId: string;
  declare mode: AnalysisMode;
  declare trigger: AnalysisTrigger;
  declare state: AnalysisState;
  declare outcome: 'presentations' | 'no_change' | null;
  declare noChangeReason: string | null;
  declare context: 'submitted' | 'history';
  /** The requested period (`72h`), and the time at which it begins. */
  declare since: string | null;
  declare sinceAt: Date | null;
  declare intent: string | null;
  declare title: string | null;
  declare target: AnalysisTarget;
  declare presentationIds: string[];
  declare failure: Problem | null;
  /** The Content whose confirm started it. */
  declare contentId: string | null;
  /** Number of attempts. */
  declare attempt: number;
  declare leaseId: string | null;
  declare leaseUntil: Date | null;
  declare lastSeq: number;
  /** The last event of the run itself; null until it has ended. */
  declare endSeq: number | null;
  declare archiveKey: string | null;
  declare archiveBytes: number;
  /**
   * Bytes that it may still store, which count against the user's storage limit: after its end only the archive, then
   * 0.
   */
  declare reservedBytes: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export function isTerminal({ state }: Pick<Analysis, 'state'>): boolean {
  return state === 'completed' || state === 'failed';
}
