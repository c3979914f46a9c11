import { addSeconds } from '#shared/clock.ts';
import { problem } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';
import { LeaseLostError } from '../start/record-event.ts';
import { failRun, releaseRun } from './finish-run.ts';
import { keepLease } from './keep-lease.ts';
import { isDue, type LeasedAnalysis, leaseAnalysis } from './lease-analysis.ts';
import { runAnalysis } from './run-analysis.ts';
import { RunError } from './run-error.ts';
import { createRunLog } from './run-log.ts';

const MAX_ATTEMPTS = 3;
/** One job runs analyses for at most this time, then sends another job. */
const MAX_JOB_SECONDS = 60;
/** A run that has been due for longer than this has lost its job. */
const ABANDONED_SECONDS = 30;

/**
 * Runs analyses until none is due. A job means that something waits, not a certain analysis: the next due one is taken,
 * so that a user's hundred waiting analyses do not delay another user's.
 * @throws the error of a run that will be tried again
 */
export async function runAnalyses(context: LibraryContext): Promise<void> {
  const jobEnd = addSeconds(context.clock.now(), MAX_JOB_SECONDS);
  for (;;) {
    const analysis = await leaseAnalysis(context);
    if (!analysis) return;
    await runLeased(context, analysis);
    if (!(await isDue(context))) return; // usually nothing is due, and this check needs no lock
    if (context.clock.now() < jobEnd) continue;
    await context.jobs.send(context.db, queues.runAnalyses, { analysisId: analysis.id });
    return;
  }
}

async function runLeased(context: LibraryContext, analysis: LeasedAnalysis): Promise<void> {
  const stopRenewing = keepLease(context, analysis);
  const log = createRunLog(context, analysis);
  try {
    if (analysis.attempt > MAX_ATTEMPTS) return await failRun(context, analysis, interrupted());
    await runAnalysis(context, analysis, log);
  } catch (error) {
    await settleFailure(context, analysis, error, () => log.flush('failed'));
  } finally {
    stopRenewing();
    log.close();
  }
}

async function settleFailure(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  error: unknown,
  flush: () => Promise<void>,
): Promise<void> {
  try {
    if (error instanceof LeaseLostError) return;
    await flush();
    if (error instanceof RunError) return await failRun(context, analysis, error.problem);
    const { id: analysisId, attempt } = analysis;
    context.log.error({ err: error, analysisId, attempt }, 'an analysis failed');
    if (attempt >= MAX_ATTEMPTS) return await failRun(context, analysis, interrupted());
    await releaseRun(context, analysis);
  } catch (ending) {
    if (ending instanceof LeaseLostError) return;
    throw ending;
  }
  throw error;
}

function interrupted() {
  return problem('internal_error', 'The analysis was interrupted repeatedly.', { retryable: true });
}

/** Sends a job for every analysis that has been due for longer than its own job takes. */
export async function requeueAbandoned({
  db,
  clock,
  jobs,
}: Pick<LibraryContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const abandoned = await findAbandoned({ db, clock });
  if (abandoned) await jobs.send(db, queues.runAnalyses, { analysisId: abandoned.id });
}

/** Finds an analysis that has been due for longer than its own job takes. */
export async function findAbandoned({
  db,
  clock,
}: Pick<LibraryContext, 'db' | 'clock'>): Promise<Analysis | undefined> {
  const dueBefore = addSeconds(clock.now(), -ABANDONED_SECONDS);
  const [abandoned] = await Analysis.query(db)
    .where((due) =>
      due
        .where((one) => one.where({ state: 'queued' }).where('updated_at', '<', dueBefore))
        .orWhere((one) => one.where({ state: 'running' }).where('lease_until', '<', dueBefore)),
    )
    .limit(1)
    .select('id');
  return abandoned;
}
