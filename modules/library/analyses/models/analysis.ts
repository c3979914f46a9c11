import { Model, snakeCaseMappers } from 'objection';
import type { OutputProfile } from '#modules/display';
import type { Problem } from '#shared/errors.ts';

export type AnalysisMode = 'ai' | 'direct';
export type AnalysisTrigger = 'api' | 'scheduled';
export type AnalysisState = 'queued' | 'running' | 'completed' | 'failed';

/** Where the pages go: named displays, an output profile, or (null) whichever displays suit. */
export type AnalysisTarget = { displayIds: string[] } | { output: OutputProfile } | null;

export class Analysis extends Model {
  static override tableName = 'library.analyses';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['target', 'failure'];

  declare id: string;
  declare userId: string;
  declare mode: AnalysisMode;
  declare trigger: AnalysisTrigger;
  declare state: AnalysisState;
  declare outcome: 'presentations' | 'no_change' | null;
  declare noChangeReason: string | null;
  declare context: 'submitted' | 'history';
  /** As asked for (`72h`), and the moment that means. */
  declare since: string | null;
  declare sinceAt: Date | null;
  declare intent: string | null;
  declare title: string | null;
  declare target: AnalysisTarget;
  declare presentationIds: string[];
  declare failure: Problem | null;
  /** The Content whose confirm started it. */
  declare contentId: string | null;
  /** How often a worker began to work on it. */
  declare attempt: number;
  declare leaseId: string | null;
  declare leaseUntil: Date | null;
  declare lastSeq: number;
  /** The last event of the run itself; null until it is over. */
  declare endSeq: number | null;
  declare archiveKey: string | null;
  declare archiveBytes: number;
  /** What it may still store: counts against the user's share of the storage. Once it is over, its archive; then 0. */
  declare reservedBytes: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}

export function isTerminal({ state }: Pick<Analysis, 'state'>): boolean {
  return state === 'completed' || state === 'failed';
}
