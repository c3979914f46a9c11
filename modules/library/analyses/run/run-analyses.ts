import { addSeconds } from '#shared/clock.ts';
import { problem } from '#shared/errors.ts';
import { queues } from '#shared/jobs/queues.ts';
import type { LibraryContext } from '../../context.ts';
import { Analysis } from '../models/analysis.ts';
import { LeaseLostError } from '../record-event.ts';
import { type ClaimedAnalysis, claimAnalysis, isDue } from './claim-analysis.ts';
import { failRun, releaseRun } from './finish-run.ts';
import { keepLease } from './keep-lease.ts';
import { runAnalysis } from './run-analysis.ts';
import { RunError } from './run-error.ts';
import { createRunLog } from './run-log.ts';

const MAX_ATTEMPTS = 3;
/** One job works off what is due for this long, then hands on to a fresh one. */
const MAX_JOB_SECONDS = 60;
/** A run that is due for longer than this has lost its job. */
const ABANDONED_SECONDS = 30;

/**
 * Works off analyses until none is due. A job stands for "something waits", not for one analysis: whichever is due
 * is taken, so a user's hundred waiting ones do not stand before another's.
 * @throws whatever a run failed with when it may be tried again
 */
export async function runAnalyses(context: LibraryContext): Promise<void> {
  const until = addSeconds(context.clock.now(), MAX_JOB_SECONDS);
  for (;;) {
    const analysis = await claimAnalysis(context);
    if (!analysis) return;
    await runClaimed(context, analysis);
    if (!(await isDue(context))) return; // as a rule: a look is cheaper than a claim
    if (context.clock.now() < until) continue;
    await context.jobs.send(context.db, queues.runAnalyses, { analysisId: analysis.id });
    return;
  }
}

async function runClaimed(context: LibraryContext, analysis: ClaimedAnalysis): Promise<void> {
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
  analysis: ClaimedAnalysis,
  error: unknown,
  flush: () => Promise<void>,
): Promise<void> {
  try {
    if (error instanceof LeaseLostError) return;
    await flush();
    if (error instanceof RunError) return await failRun(context, analysis, error.problem);
    const { id: analysisId, attempt } = analysis;
    context.log.error({ err: error, analysisId, attempt }, 'an analysis broke off');
    if (attempt >= MAX_ATTEMPTS) return await failRun(context, analysis, interrupted());
    await releaseRun(context, analysis);
  } catch (ending) {
    if (ending instanceof LeaseLostError) return;
    throw ending;
  }
  throw error;
}

function interrupted() {
  return problem('internal_error', 'The analysis broke off repeatedly.', { retryable: true });
}

/** Sends a job for every analysis that is due and has waited for longer than its own job takes to come. */
export async function requeueAbandoned({
  db,
  clock,
  jobs,
}: Pick<LibraryContext, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const forgotten = await findAbandoned({ db, clock });
  if (forgotten) await jobs.send(db, queues.runAnalyses, { analysisId: forgotten.id });
}

/** One of the analyses that are due and have waited for longer than their own jobs take to come. */
export async function findAbandoned({
  db,
  clock,
}: Pick<LibraryContext, 'db' | 'clock'>): Promise<Analysis | undefined> {
  const before = addSeconds(clock.now(), -ABANDONED_SECONDS);
  const [forgotten] = await Analysis.query(db)
    .where((due) =>
      due
        .where((one) => one.where({ state: 'queued' }).where('updated_at', '<', before))
        .orWhere((one) => one.where({ state: 'running' }).where('lease_until', '<', before)),
    )
    .limit(1)
    .select('id');
  return forgotten;
}
