import type { Trx } from '#shared/db/open.ts';
import type { Problem } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { Content } from '../../models/content.ts';
import { Analysis } from '../models/analysis.ts';
import { LeaseLostError, type NewEvent, recordEvents } from '../start/record-event.ts';
import { ARCHIVE_BYTES } from '../start/run-bytes.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { inRunTransaction } from './run-transaction.ts';

type Ending = Pick<Partial<Analysis>, 'outcome' | 'noChangeReason' | 'presentationIds' | 'failure'>;

/**
 * Ends a run once: one UPDATE under the lease decides, and its last event has the last number of the run. The reserved
 * units are settled, or returned if it failed. Of the reserved bytes it keeps those for its archive.
 * @throws {LeaseLostError}
 */
export async function endAnalysis(
  { billing, clock, jobs }: Pick<LibraryContext, 'billing' | 'clock' | 'jobs'>,
  trx: Trx,
  { id, leaseId }: LeasedAnalysis,
  state: 'completed' | 'failed',
  ending: Ending,
  events: NewEvent[],
): Promise<void> {
  const now = clock.now();
  const endSeq = await recordEvents(trx, { analysisId: id, leaseId, at: now }, events);
  const ended = await Analysis.query(trx)
    .patch({
      ...ending,
      state,
      endSeq,
      leaseId: null,
      leaseUntil: null,
      reservedBytes: ARCHIVE_BYTES,
      updatedAt: now,
    })
    .where({ id, state: 'running', lease_id: leaseId });
  if (ended !== 1) throw new LeaseLostError();
  await jobs.send(trx, queues.archiveAnalysis, { analysisId: id });
  if (state === 'completed') await billing.settle(trx, 'ai_analyses', [id]);
  else await billing.release(trx, 'ai_analyses', [id]);
}

/** Fails a run and the Content that started it, if any. @throws {LeaseLostError} */
export async function failRun(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  failure: Problem,
): Promise<void> {
  await inRunTransaction(context, analysis, async (trx) => {
    const { code, message } = failure;
    await Content.query(trx)
      .where({ id: analysis.contentId, state: 'processing' })
      .patch({ state: 'failed', stage: 'failed', failure, updatedAt: context.clock.now() });
    await endAnalysis(context, trx, analysis, 'failed', { failure }, [
      { type: 'analysis.failed', level: 'error', summary: message, data: { code } },
    ]);
  });
}

/** Releases the lease of a run, so that it is tried again. */
export async function releaseRun(
  { db, clock }: Pick<LibraryContext, 'db' | 'clock'>,
  { id, leaseId }: LeasedAnalysis,
): Promise<void> {
  await Analysis.query(db)
    .patch({ state: 'queued', leaseId: null, leaseUntil: null, updatedAt: clock.now() })
    .where({ id, lease_id: leaseId, state: 'running' });
}
