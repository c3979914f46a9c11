import { channels } from '#shared/db/channels.ts';
import { notify } from '#shared/db/notify.ts';
import type { Trx } from '#shared/db/open.ts';
import { removeUnstorable } from '#shared/remove-unstorable.ts';
import { Analysis } from './models/analysis.ts';
import { AnalysisEvent, type EventLevel } from './models/analysis-event.ts';

export interface NewEvent {
  type: string;
  /** One line, English. */
  summary: string;
  data?: Record<string, unknown>;
  source?: 'agent' | 'backend';
  level?: EventLevel;
  /** Default `public`. */
  visibility?: 'public' | 'internal';
}

/** Another worker took the run over, or its rows are gone: the present worker stops and records nothing. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Appends events in the caller's transaction. The row of the analysis hands out the numbers and stays locked until
 * the transaction ends, so events become visible in the order of their numbers. Returns the last number.
 * @param leaseId only while this lease holds
 * @throws {LeaseLostError}
 */
export async function recordEvents(
  trx: Trx,
  { analysisId, leaseId, at }: { analysisId: string; leaseId?: string; at: Date },
  events: NewEvent[],
): Promise<number> {
  const [row] = await Analysis.query(trx)
    .patch({ lastSeq: Analysis.raw('last_seq + ?', [events.length]) as unknown as number })
    .where({ id: analysisId, ...(leaseId && { lease_id: leaseId, state: 'running' }) })
    .returning(['user_id', 'attempt', 'last_seq']);
  if (!row) throw new LeaseLostError('another worker has taken the analysis over');
  const { userId, attempt, lastSeq } = row as unknown as Analysis;
  const rows = events.map((event, index) => ({
    analysisId,
    seq: lastSeq - events.length + 1 + index,
    userId,
    at,
    attempt,
    source: 'backend' as const,
    level: 'info' as const,
    visibility: 'public' as const,
    data: {},
    ...removeUnstorable(event),
  }));
  await AnalysisEvent.query(trx).insert(rows);
  await notify(trx, channels.analysisChanged, analysisId);
  return lastSeq;
}
